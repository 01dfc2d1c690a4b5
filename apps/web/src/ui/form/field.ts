import { unprintableProblem } from '@portal/domain/printable-characters';
import { useController, type Control, type FieldValues, type Path } from 'react-hook-form';
import { isPrintedField, lengthProblem } from './text-limit.ts';

export interface FieldProps<Input extends FieldValues, Output> {
  readonly control: Control<Input, unknown, Output>;
  readonly name: Path<Input>;
  readonly label: string;
  /** Marks the label as required. The schema must check it. */
  readonly required?: boolean;
  /** Replaced by the error message if there is one. */
  readonly helperText?: string;
  readonly disabled?: boolean;
}

/**
 * The state of a field, with stricter types than the library's: values are `unknown`. A text over its limit stays, with the
 * number of characters to remove as its error. `printProblem` names the characters that the PDF lacks, if one prints the field.
 */
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
    error: lengthProblem(control, name, value) ?? fieldState.error?.message,
    printProblem:
      typeof value === 'string' && isPrintedField(control, name) ? unprintableProblem(value) : null,
  };
}

/** A value as text; null and undefined are blank. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
