import Alert from '@mui/material/Alert';
import { useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useLocation } from 'react-router';
import { forgetKept, keepWhenSessionEnds, keptValues } from '#lib/session/kept-values.ts';
import type { AppForm } from './use-app-form.ts';

/**
 * Saves what is typed when the session ends under the form, and gives it back to the same user on the same page. A record that changed meanwhile is noticed as stale on saving.
 */
export function KeptValues<Input extends FieldValues, Output>({
  form,
}: {
  readonly form: AppForm<Input, Output>;
}) {
  const { pathname } = useLocation();
  const { methods } = form;
  const key = `${pathname} ${Object.keys(methods.getValues()).join(' ')}`;
  const [kept] = useState(() => keptValues(key));

  // Earlier than ready, the form library would put the starting values back over these.
  const { isReady } = methods.formState;
  useEffect(() => {
    const values = methods.getValues();
    if (!isReady || !isLike(kept, values)) return;
    methods.reset({ ...values, ...kept }, { keepDefaultValues: true });
    forgetKept(key);
  }, [isReady, kept, key, methods]);

  const { isDirty } = form;
  useEffect(
    () => keepWhenSessionEnds(key, () => (isDirty ? methods.getValues() : null)),
    [key, isDirty, methods],
  );

  return kept === undefined ? null : (
    <Alert severity="info">Your session had ended. What you had not saved is here again.</Alert>
  );
}

/** The same fields, or fewer where some had no value: the key says so already, the types do not. */
function isLike<T extends object>(value: unknown, like: T): value is Partial<T> {
  return typeof value === 'object' && value !== null && Object.keys(value).every((name) => name in like);
}
