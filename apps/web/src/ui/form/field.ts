import { useController } from 'react-hook-form';
import type { Control, FieldValues, Path } from 'react-hook-form';

/** What every field of a form takes. */
export interface FieldProps<Input extends FieldValues, Output> {
  readonly control: Control<Input, unknown, Output>;
  readonly name: Path<Input>;
  readonly label: string;
  /** Marks the label; that it is filled in is the schema's rule. */
  readonly required?: boolean;
  /** Gives way to the error while there is one. */
  readonly helperText?: string;
  readonly disabled?: boolean;
}

/** A field's state without the library's loose types: values are unknown until read. */
export function useField<Input extends FieldValues, Output>({
  control,
  name,
}: Pick<FieldProps<Input, Output>, 'control' | 'name'>) {
  const { field, fieldState } = useController({ control, name });
  const value: unknown = field.value;
  return {
    name: field.name,
    value,
    setValue: (next: unknown) => field.onChange(next),
    onBlur: field.onBlur,
    ref: field.ref,
    error: fieldState.error?.message,
  };
}

/** The text of a value; null and absent are blank. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
