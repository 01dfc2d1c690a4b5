import { Autocomplete, TextField } from '@mui/material';
import type { RuleOperator, TemplateField } from '@portal/domain/template/content';
import { useController } from 'react-hook-form';
import { type FieldFormState, type RuleKind } from './field-shape.ts';
import { enterStays } from '#ui/use-choice-text.ts';

interface RuleValueProps {
  readonly control: FieldFormState['control'];
  readonly kind: RuleKind;
  readonly at: number;
  readonly operator: RuleOperator;
  /** The field that the rule checks; its options are offered. */
  readonly source: TemplateField | undefined;
}

/** The values that the source can have, including options set by rules. A single checkbox is `true` when checked. */
function offeredBy(source: TemplateField | undefined): string[] {
  if (source === undefined) return [];
  const options = [...source.options, ...source.optionRules.flatMap((rule) => rule.options)];
  return source.type === 'checkbox' && options.length === 0 ? ['true'] : [...new Set(options)];
}

const DATE_HELP = 'A date, such as 01/05/2026';

/** The value a rule compares with: one, or several for "is one of". */
export function RuleValue({ operator, ...props }: RuleValueProps) {
  return operator === 'in' ? <SeveralValues {...props} /> : <OneValue {...props} />;
}

type PartProps = Omit<RuleValueProps, 'operator'>;

function OneValue({ control, kind, at, source }: PartProps) {
  const { field, fieldState } = useController({ control, name: `${kind}.${at}.value` });
  return (
    <Autocomplete
      freeSolo
      onKeyDown={enterStays}
      size="small"
      options={offeredBy(source)}
      // Show all options regardless of the current text.
      filterOptions={(options) => options}
      inputValue={field.value}
      onInputChange={(_event, text) => field.onChange(text)}
      renderInput={(params) => (
        <TextField
          {...params}
          label="Value"
          required
          onBlur={field.onBlur}
          error={fieldState.error !== undefined}
          helperText={fieldState.error?.message ?? (source?.type === 'date' ? DATE_HELP : undefined)}
        />
      )}
    />
  );
}

function SeveralValues({ control, kind, at, source }: PartProps) {
  const { field, fieldState } = useController({ control, name: `${kind}.${at}.values` });
  return (
    <Autocomplete
      multiple
      freeSolo
      onKeyDown={enterStays}
      autoSelect
      size="small"
      options={offeredBy(source)}
      value={field.value}
      onChange={(_event, values) => field.onChange(values)}
      renderInput={(params) => (
        <TextField
          {...params}
          label="Values"
          required
          error={fieldState.error !== undefined}
          helperText={
            fieldState.error?.message ??
            (source?.type === 'date' ? DATE_HELP : 'Choose, or type and press Enter')
          }
        />
      )}
    />
  );
}
