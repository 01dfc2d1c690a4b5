import { FormControl, FormControlLabel, FormHelperText, FormLabel, Radio, RadioGroup } from '@mui/material';
import { useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useField, type FieldProps } from '#ui/form/field.ts';

interface OverrideChoiceProps<Input extends FieldValues, Output> extends FieldProps<Input, Output> {
  readonly roleDefault: boolean;
  /** Whether there is an override to remove. */
  readonly canInherit: boolean;
}

/** Radio group for grant, revoke or inherit; the form value is true, false or null. */
export function OverrideChoice<Input extends FieldValues, Output>({
  control,
  name,
  label,
  roleDefault,
  canInherit,
}: OverrideChoiceProps<Input, Output>) {
  const field = useField({ control, name });
  const labelId = useId();
  return (
    <FormControl error={field.error !== undefined}>
      <FormLabel id={labelId}>{label}</FormLabel>
      <RadioGroup
        row
        aria-labelledby={labelId}
        name={field.name}
        value={field.value === null ? 'inherit' : field.value === true ? 'grant' : 'revoke'}
        onChange={(_event, chosen) => field.setValue(chosen === 'inherit' ? null : chosen === 'grant')}
        onBlur={field.onBlur}
      >
        <FormControlLabel value="grant" label="Grant" control={<Radio size="small" />} />
        <FormControlLabel value="revoke" label="Revoke" control={<Radio size="small" />} />
        <FormControlLabel
          value="inherit"
          disabled={!canInherit}
          label={`Inherit from roles (${roleDefault ? 'granted' : 'not granted'})`}
          control={<Radio size="small" />}
        />
      </RadioGroup>
      {field.error === undefined ? null : <FormHelperText>{field.error}</FormHelperText>}
    </FormControl>
  );
}
