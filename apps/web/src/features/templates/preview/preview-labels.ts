import type {
  DependencyType,
  RuleCondition,
  TemplateColumn,
  TemplateField,
} from '@portal/domain/template/content';
import { shownText } from '@portal/domain/template/rows';
import { valueText } from '@portal/domain/template/value';
import type { ChipColor } from '#ui/theme/palette.ts';
import { describeCondition } from '../conditions/condition-words.ts';
import { TYPE_LABELS } from '../fields/field-labels.ts';

const DEPENDENCIES: Readonly<Record<DependencyType, string>> = {
  copy: 'Copies',
  dynamic_text: 'Dynamic text from',
  dynamic_default: 'Dynamic default from',
  transform: 'Transform (coming soon) of',
  calculated: 'Calculated',
};

export interface Badge {
  readonly label: string;
  readonly color: ChipColor | 'default';
}

type LabelOf = (fieldId: string) => string;

/** The badges of a field: its type, then special properties. */
export function fieldBadges(field: TemplateField, labelOf: LabelOf): readonly Badge[] {
  const badges: (Badge | false)[] = [
    { label: TYPE_LABELS[field.type], color: 'default' },
    field.required && { label: 'Required', color: 'error' },
    field.isReadOnly && { label: 'Read-only', color: 'warning' },
    !field.isVisible && { label: 'Not visible', color: 'warning' },
    !field.includeInReport && { label: 'Not in report', color: 'warning' },
    field.dependencyType !== undefined && { label: dependencyWords(field, labelOf), color: 'info' },
    ...ruleBadges(field),
  ];
  return badges.filter((badge) => badge !== false);
}

function dependencyWords({ dependencyType = 'copy', dependsOn }: TemplateField, labelOf: LabelOf): string {
  if (dependencyType === 'calculated') return 'Calculated';
  if (dependsOn === undefined) return dependencyType === 'dynamic_text' ? 'Dynamic text' : 'Dependent';
  return `${DEPENDENCIES[dependencyType]} ${labelOf(dependsOn)}`;
}

function ruleBadges(field: TemplateField): (Badge | false)[] {
  const counts = [
    ['visibility', field.visibilityRules.length],
    ['option', field.optionRules.length],
    ['default value', field.defaultValueRules.length],
    ['validation', field.validationRules.length],
    ['dynamic text', field.dynamicTextRules.length],
  ] as const;
  return counts.map(
    ([kind, count]) =>
      count > 0 && { label: `${count} ${kind} ${count === 1 ? 'rule' : 'rules'}`, color: 'secondary' },
  );
}

interface Note {
  readonly label: string;
  readonly text: string;
}

const note = (label: string, text: string | undefined): Note[] =>
  text === undefined || text === '' ? [] : [{ label, text }];

/** Further details of a field. */
export function fieldNotes(field: TemplateField, labelOf: LabelOf): readonly Note[] {
  const when = (rule: RuleCondition) => describeCondition(rule, labelOf);
  return [
    ...note('Options', field.options.join(' · ')),
    ...note('Default', valueText(field.defaultValue, field.type)),
    ...note('Text', field.defaultTemplate),
    ...note('Formula', field.dependencyType === 'calculated' ? field.formula : undefined),
    ...(field.columns ?? []).flatMap((column) => note(`Column ${column.label}`, columnWords(column))),
    ...note('Rows', rowsWords(field)),
    ...note('Starting rows', shownText(field, field.defaultRows)),
    ...note('Name in the report', field.reportLabel),
    ...note('Placeholder', field.placeholder),
    ...note('Help', field.helpText),
    ...note('Max length', field.maxLength === undefined ? '' : `${field.maxLength} characters`),
    ...field.visibilityRules.flatMap((rule) => note(rule.action === 'show' ? 'Shown' : 'Hidden', when(rule))),
    ...field.optionRules.flatMap((rule) => note(`Options ${when(rule)}`, rule.options.join(' · '))),
    ...field.defaultValueRules.flatMap((rule) =>
      note(`Default ${when(rule)}`, rule.defaultTemplate ?? rule.defaultValue),
    ),
    ...field.dynamicTextRules.flatMap((rule) => note(`Text ${when(rule)}`, rule.text)),
    ...field.validationRules.flatMap((rule) => note(`Invalid ${when(rule)}`, rule.message)),
  ];
}

/** "Select, required: Left · Right". */
function columnWords({ type, required = false, options = [] }: TemplateColumn): string {
  const words = [TYPE_LABELS[type], ...(required ? ['required'] : [])].join(', ');
  return options.length === 0 ? words : `${words}: ${options.join(' · ')}`;
}

/** "2 to 6"; "" without limits. */
function rowsWords({ minRows, maxRows }: TemplateField): string {
  if (minRows !== undefined && maxRows !== undefined) return `${minRows} to ${maxRows}`;
  if (minRows !== undefined) return `At least ${minRows}`;
  return maxRows === undefined ? '' : `At most ${maxRows}`;
}
