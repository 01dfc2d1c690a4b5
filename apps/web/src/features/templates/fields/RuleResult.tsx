import type { TemplateField } from '@portal/domain/template/content';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { type FieldFormState, type RuleKind } from './field-shape.ts';
import { PlaceholderText } from './PlaceholderText.tsx';

interface RuleResultProps {
  readonly control: FieldFormState['control'];
  readonly kind: RuleKind;
  readonly at: number;
  readonly fields: readonly TemplateField[];
}

const ACTIONS = [
  { value: 'show', label: 'Show this field' },
  { value: 'hide', label: 'Hide this field' },
];

/** Input for the result of a rule. */
export function RuleResult({ control, kind, at, fields }: RuleResultProps) {
  switch (kind) {
    case 'visibilityRules':
      return (
        <FormSelect
          control={control}
          name={`visibilityRules.${at}.action`}
          label="Action"
          required
          options={ACTIONS}
        />
      );
    case 'optionRules':
      return (
        <FormTextField
          control={control}
          name={`optionRules.${at}.options`}
          label="Options"
          required
          rows={3}
          helperText="One per line"
        />
      );
    case 'validationRules':
      return (
        <FormTextField
          control={control}
          name={`validationRules.${at}.text`}
          label="Message"
          required
          helperText="Shown next to the field while the rule matches"
        />
      );
    case 'defaultValueRules':
      return (
        <PlaceholderText
          control={control}
          name={`defaultValueRules.${at}.text`}
          label="Default value"
          required
          fields={fields}
          helperText="A fixed value or text with placeholders"
        />
      );
    default:
      return (
        <PlaceholderText
          control={control}
          name={`dynamicTextRules.${at}.text`}
          label="Text"
          required
          fields={fields}
        />
      );
  }
}
