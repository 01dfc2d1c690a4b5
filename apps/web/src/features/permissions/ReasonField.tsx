import type { FieldValues } from 'react-hook-form';
import type { FieldProps } from '#ui/form/field.ts';
import { FormTextField } from '#ui/form/FormTextField.tsx';

/** The reason that every permission change requires. */
export function ReasonField<Input extends FieldValues, Output>({
  control,
  name,
}: Pick<FieldProps<Input, Output>, 'control' | 'name'>) {
  return (
    <FormTextField
      control={control}
      name={name}
      label="Reason"
      required
      rows={2}
      helperText="10 to 500 characters; recorded in the permission audit"
    />
  );
}
