import { Box, FormHelperText, TextField, Typography } from '@mui/material';
import { DOSE_PER, type TemplateField } from '@portal/domain/template/content';
import { DOSE_PER_LABELS } from '@portal/domain/template/dose-count';
import { useController, useWatch } from 'react-hook-form';
import { FormGrid } from '#ui/form/FormGrid.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { fieldOptions } from './FieldDependency.tsx';
import type { FieldFormState } from './field-shape.ts';
import { hasChoices, typedOptions } from './field-values.ts';

interface FieldDoseProps {
  readonly form: FieldFormState;
  /** The other fields of the template. */
  readonly fields: readonly TemplateField[];
}

const PER_CHOICES = DOSE_PER.map((value) => ({ value, label: DOSE_PER_LABELS[value] }));

/** The dose of a drug in the field: what it is for, how many, and the amount of each option. */
export function FieldDose({ form: { control }, fields }: FieldDoseProps) {
  const [per, type] = useWatch({ control, name: ['dosePer', 'type'] });
  return (
    <>
      <Typography variant="h3">Dose</Typography>
      <FormGrid>
        <FormSelect
          control={control}
          name="dosePer"
          label="The amount is for"
          noneLabel="No dose"
          options={PER_CHOICES}
          helperText="Billing rules multiply the amount by the sides and levels of the note"
        />
        {per === '' || per === 'note' || per === 'side' ? null : (
          <FormSelect
            control={control}
            name="doseCountFieldId"
            label="How many, from"
            noneLabel={
              per === 'joint' ? 'One on each side' : per === 'level' ? 'Field “level”' : 'Field “points”'
            }
            emptyText="No other fields yet"
            options={fieldOptions(fields)}
          />
        )}
      </FormGrid>
      {per !== '' && hasChoices(type) ? <OptionAmounts control={control} /> : null}
    </>
  );
}

function OptionAmounts({ control }: Pick<FieldFormState, 'control'>) {
  const { field, fieldState } = useController({ control, name: 'doseAmounts' });
  const [options, optionRules] = useWatch({ control, name: ['options', 'optionRules'] });
  const offered = typedOptions({ options, optionRules });
  const textOf = (option: string) => field.value.find((each) => each.option === option)?.text ?? '';
  const change = (option: string, text: string) =>
    field.onChange([...field.value.filter((each) => each.option !== option), { option, text }]);
  return (
    <Box>
      <FormGrid>
        {offered.map((option) => (
          <TextField
            key={option}
            label={`Amount of ${option}`}
            placeholder="e.g. 40 mg"
            value={textOf(option)}
            onChange={({ target }) => change(option, target.value)}
            slotProps={{ inputLabel: { shrink: true }, htmlInput: { autoComplete: 'off' } }}
          />
        ))}
      </FormGrid>
      <FormHelperText error={fieldState.error !== undefined}>
        {fieldState.error?.message ?? 'Blank: read from the option, if it names one amount only'}
      </FormHelperText>
    </Box>
  );
}
