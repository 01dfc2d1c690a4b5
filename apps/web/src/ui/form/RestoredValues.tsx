import Alert from '@mui/material/Alert';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { removeRestored, restoredValues, saveWhenSessionEnds } from '#lib/session/restored-values.ts';
import type { AppForm } from './use-app-form.ts';

const values = z.record(z.string(), z.unknown());
const unsaved = z.object({ base: values, mine: values });

/**
 * Saves unsaved input when the session ends, with the record as it was when editing began, and restores it for the same user on the
 * same page. If the record has changed since, only what the user edited is restored.
 */
export function RestoredValues<Input extends FieldValues, Output>({
  form,
}: {
  readonly form: AppForm<Input, Output>;
}) {
  const { pathname, search } = useLocation();
  const { methods, about } = form;
  const names = Object.keys(methods.getValues());
  const key = JSON.stringify([pathname, search, about ?? null, names]);
  const [restored] = useState(() => unsaved.safeParse(restoredValues(key)).data);

  // Before the form is ready, the form library would overwrite these with the initial values.
  const { isReady } = methods.formState;
  const resume = useEffectEvent(form.resume);
  useEffect(() => {
    if (!isReady || restored === undefined) return;
    resume(restored);
    removeRestored(key);
  }, [isReady, restored, key]);

  const read = useEffectEvent(form.unsaved);
  useEffect(() => saveWhenSessionEnds(key, () => read()), [key]);

  return restored === undefined ? null : (
    <Alert severity="info">Your session expired. Your unsaved changes have been restored.</Alert>
  );
}
