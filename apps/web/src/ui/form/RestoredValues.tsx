import Alert from '@mui/material/Alert';
import { useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useLocation } from 'react-router';
import { removeRestored, restoredValues, saveWhenSessionEnds } from '#lib/session/restored-values.ts';
import type { AppForm } from './use-app-form.ts';

/**
 * Saves unsaved input when the session ends, and restores it for the same user on the same page. If the record has changed since,
 * saving reports it as stale.
 */
export function RestoredValues<Input extends FieldValues, Output>({
  form,
}: {
  readonly form: AppForm<Input, Output>;
}) {
  const { pathname } = useLocation();
  const { methods } = form;
  const key = `${pathname} ${Object.keys(methods.getValues()).join(' ')}`;
  const [restored] = useState(() => restoredValues(key));

  // Before the form is ready, the form library would overwrite these with the initial values.
  const { isReady } = methods.formState;
  useEffect(() => {
    const values = methods.getValues();
    if (!isReady || !isLike(restored, values)) return;
    methods.reset({ ...values, ...restored }, { keepDefaultValues: true });
    removeRestored(key);
  }, [isReady, restored, key, methods]);

  const { isDirty } = form;
  useEffect(
    () => saveWhenSessionEnds(key, () => (isDirty ? methods.getValues() : null)),
    [key, isDirty, methods],
  );

  return restored === undefined ? null : (
    <Alert severity="info">Your session expired. Your unsaved changes have been restored.</Alert>
  );
}

/** Whether the value has only fields of the form. The key already ensures it, but the types do not. */
function isLike<T extends object>(value: unknown, like: T): value is Partial<T> {
  return typeof value === 'object' && value !== null && Object.keys(value).every((name) => name in like);
}
