import { Autocomplete, Box, TextField, Typography } from '@mui/material';
import { billingCodeSearch } from '@portal/contract/billing-codes';
import type { FieldValues } from 'react-hook-form';
import { call } from '#lib/portal.ts';
import { textOf, useField, type FieldProps } from '#ui/form/field.ts';
import { enterStays } from '#ui/use-choice-text.ts';
import { useSearch } from '#ui/use-search.ts';
import type { BillingCodeChoice } from './BillingCodePicker.tsx';

/** A diagnosis as free text, with suggestions by ICD-10 code or description. The form value is the text. */
export function FormDiagnosisField<Input extends FieldValues, Output>({
  control,
  name,
  label,
  ...props
}: FieldProps<Input, Output>) {
  const field = useField({ control, name });
  const text = textOf(field.value);
  const { options } = useSearch(text.trim(), findDiagnoses, 2);
  // Do not suggest the diagnosis that is already selected.
  const offered = options.filter((option) => diagnosisText(option) !== text);
  return (
    <Autocomplete<BillingCodeChoice, false, false, true>
      freeSolo
      onKeyDown={enterStays}
      fullWidth
      size="small"
      options={offered}
      // The text is the value; selecting an option only fills in the text.
      value={null}
      inputValue={text}
      onInputChange={(_event, typed, reason) => {
        if (reason === 'input' || reason === 'clear') field.setValue(typed);
      }}
      onChange={(_event, chosen) => {
        if (chosen !== null && typeof chosen !== 'string') field.setValue(diagnosisText(chosen));
      }}
      filterOptions={(found) => found}
      getOptionKey={(option) => (typeof option === 'string' ? option : option.id)}
      getOptionLabel={(option) => (typeof option === 'string' ? option : diagnosisText(option))}
      renderOption={({ key, ...item }, option) => (
        <li key={key} {...item}>
          <Box>
            <strong>{option.code}</strong>
            <Typography variant="body2" color="textSecondary">
              {option.description}
            </Typography>
          </Box>
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          name={field.name}
          label={label}
          required={props.required ?? false}
          error={field.error !== undefined}
          helperText={field.error ?? field.printProblem ?? props.helperText}
          inputRef={field.ref}
          onBlur={field.onBlur}
        />
      )}
    />
  );
}

/** "M54.16 Radiculopathy, lumbar region". */
const diagnosisText = ({ code, description }: BillingCodeChoice): string => `${code} ${description}`;

async function findDiagnoses(searchTerm: string, signal: AbortSignal): Promise<readonly BillingCodeChoice[]> {
  const body = { searchTerm, codeType: 'ICD10' as const, isActive: true, pageSize: 10 };
  return (await call(billingCodeSearch, { body, signal })).items;
}
