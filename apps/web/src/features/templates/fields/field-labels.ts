import type { AutoPopulateSource } from '@portal/contract/templates';
import type { DependencyType, FieldType } from '@portal/domain/template/content';
import type { RuleKind } from './field-shape.ts';

export const TYPE_LABELS: Readonly<Record<FieldType, string>> = {
  text: 'Text',
  textarea: 'Text area',
  select: 'Select',
  radio: 'Radio',
  checkbox: 'Checkbox',
  date: 'Date',
  hidden: 'Hidden',
  rows: 'Rows',
};

export const DEPENDENCY_LABELS: Readonly<Record<DependencyType, string>> = {
  copy: 'Copy: same value as the other field',
  dynamic_text: 'Dynamic text: text built from other fields',
  dynamic_default: 'Dynamic default: default follows the other field',
  transform: 'Transform (coming soon)',
  calculated: 'Calculated: result of a formula',
};

export const RULE_KIND_LABELS: Readonly<
  Record<RuleKind, { readonly title: string; readonly one: string; readonly help: string }>
> = {
  visibilityRules: {
    title: 'Visibility rules',
    one: 'visibility rule',
    help: 'The first matching rule shows or hides the field. If no rule matches, the field is hidden.',
  },
  optionRules: {
    title: 'Option rules',
    one: 'option rule',
    help: 'The first matching rule replaces the options of a select or radio field.',
  },
  defaultValueRules: {
    title: 'Default value rules',
    one: 'default value rule',
    help: 'The first matching rule sets the initial value.',
  },
  dynamicTextRules: {
    title: 'Dynamic text rules',
    one: 'dynamic text rule',
    help: 'For dynamic text: the first matching rule replaces the text above.',
  },
  validationRules: {
    title: 'Validation rules',
    one: 'validation rule',
    help: 'While a rule matches, its message is shown next to the field and the dictation cannot be signed.',
  },
};

export const SOURCE_LABELS: Readonly<Record<AutoPopulateSource, string>> = {
  'patient.name': 'Patient: name',
  'patient.firstName': 'Patient: first name',
  'patient.lastName': 'Patient: last name',
  'patient.dateOfBirth': 'Patient: date of birth',
  'patient.age': 'Patient: age',
  'patient.gender': 'Patient: gender',
  'patient.medicalRecordNumber': 'Patient: medical record number',
  'patient.phone': 'Patient: phone',
  'patient.insurance': 'Patient: insurance',
  'provider.name': 'Provider: name',
  'provider.title': 'Provider: title',
  'location.name': 'Location: name',
  procedureDate: 'Procedure date',
};
