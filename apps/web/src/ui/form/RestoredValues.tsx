import { Alert } from '@mui/material';
import { useContext, useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import {
  keepValues,
  removeRestored,
  restoredValues,
  saveWhenSessionEnds,
} from '#lib/session/restored-values.ts';
import { useDialogClosing } from '../dialog-closing.tsx';
import { ToastContext } from '../ToastProvider.tsx';
import type { AppForm } from './use-app-form.ts';

const values = z.record(z.string(), z.unknown());
const kept = z.object({ base: values, mine: values, why: z.enum(['session', 'save']) });

/**
 * Keeps unsaved input when the session ends, or when a save fails after the person has left, with the record as it was when editing
 * began. Restores it for the same user on the same page, and in the same dialog. If the record has changed since, only what the user
 * edited is restored.
 */
export function RestoredValues<Input extends FieldValues, Output>({
  form,
}: {
  readonly form: AppForm<Input, Output>;
}) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const dialog = useDialogClosing()?.title;
  const toasts = useContext(ToastContext);
  const { methods, about, whenLost } = form;
  const names = Object.keys(methods.getValues());
  const key = JSON.stringify([pathname, search, about ?? null, names]);
  const address = `${pathname}${search}`;
  const [restored] = useState(() => kept.safeParse(restoredValues(key)).data);

  // Before the form is ready, the form library would overwrite these with the initial values.
  const { isReady } = methods.formState;
  const resume = useEffectEvent(form.resume);
  useEffect(() => {
    if (!isReady || restored === undefined) return;
    resume(restored);
    removeRestored(key);
  }, [isReady, restored, key]);

  const read = useEffectEvent(form.unsaved);
  useEffect(
    () =>
      saveWhenSessionEnds(key, () => {
        const unsaved = read();
        return unsaved === null ? null : { ...unsaved, why: 'session', address, dialog };
      }),
    [key, address, dialog],
  );

  useEffect(() =>
    whenLost((text, unsaved) => {
      keepValues(key, { ...unsaved, why: 'save', address, dialog });
      toasts?.error(`${text} Your changes are kept.`, {
        label: 'Open again',
        onClick: () => void navigate(address),
      });
    }),
  );

  return restored === undefined ? null : (
    <Alert severity="info">
      {restored.why === 'save' ? 'Your changes were not saved. ' : ''}Your unsaved changes have been restored.
    </Alert>
  );
}
