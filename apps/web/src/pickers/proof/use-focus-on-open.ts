import { useEffect } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/** Moves the focus to a dialog's first field when the dialog opens. */
export function useFocusOnOpen<Input extends FieldValues, Output>(
  methods: UseFormReturn<Input, unknown, Output>,
  name: Path<Input>,
): void {
  const { setFocus } = methods;
  useEffect(() => setFocus(name), [setFocus, name]);
}
