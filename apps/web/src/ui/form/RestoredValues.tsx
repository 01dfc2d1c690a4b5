import { Alert } from '@mui/material';
import { useContext, useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { draftKey } from '#lib/drafts/open-draft.ts';
import {
  keepValues,
  removeRestored,
  restoredValues,
  saveWhenSessionEnds,
} from '#lib/session/restored-values.ts';
import { useDialogClosing } from '../dialog-closing.tsx';
import { ToastContext } from '../ToastProvider.tsx';
import { fitDraft } from './draft-content.ts';
import { DraftKeeping } from './DraftKeeping.tsx';
import { hasField } from './text-limit.ts';
import type { AppForm } from './use-app-form.ts';

const values = z.record(z.string(), z.unknown());
const kept = z.object({
  base: values,
  mine: values,
  why: z.enum(['session', 'save', 'draft']),
  draft: z.object({ id: z.string(), revision: z.int(), updatedAt: z.string() }).optional(),
});
type Kept = z.output<typeof kept>;

interface FormProps<Input extends FieldValues, Output> {
  readonly form: AppForm<Input, Output>;
}

/** Where the form is, and the key of its unsaved input. */
function usePlace<Input extends FieldValues, Output>({ methods, draft, ...form }: AppForm<Input, Output>) {
  const about = form.about ?? null;
  const { pathname, search } = useLocation();
  const dialog = useDialogClosing()?.title;
  const address = `${pathname}${search}`;
  const names = Object.keys(methods.getValues());
  const key =
    draft === null
      ? JSON.stringify([pathname, search, about, names])
      : draftKey({ form: draft.form, address, about });
  return { place: { address, about, dialog }, key };
}

/**
 * Keeps unsaved input as a draft while it is typed, when the session ends, or when a save fails after the person has left, with the
 * record as it was when editing began. Restores it for the same user on the same page, and in the same dialog. If the record has changed
 * since, only what the user edited is restored.
 */
export function RestoredValues<Input extends FieldValues, Output>({ form }: FormProps<Input, Output>) {
  const navigate = useNavigate();
  const toasts = useContext(ToastContext);
  const { methods, draft, whenLost } = form;
  const { place, key } = usePlace(form);
  const { address, dialog } = place;
  const [restored, setRestored] = useState(() => kept.safeParse(restoredValues(key)).data);

  // Before the form is ready, the form library would overwrite these with the initial values.
  const { isReady } = methods.formState;
  const resume = useEffectEvent((found: Kept) => {
    const names = new Set(Object.keys(methods.getValues()));
    const fit = fitDraft(
      found,
      methods.getValues(),
      (name) => names.has(name) || hasField(form.control, name),
    );
    const isDraft = found.why === 'draft';
    form.resume(isDraft ? fit.unsaved : found);
    if (found.draft !== undefined) draft?.autosave.resume(found.draft, isDraft && fit.isCut);
  });
  useEffect(() => {
    if (!isReady || restored === undefined) return;
    resume(restored);
    removeRestored(key);
  }, [isReady, restored, key]);

  const readKept = useEffectEvent((why: Kept['why'], unsaved = form.unsaved()) => {
    const stored = draft?.autosave.state.get().kept;
    return unsaved === null ? null : { ...unsaved, why, address, dialog, draft: stored ?? undefined };
  });
  useEffect(() => saveWhenSessionEnds(key, () => readKept('session')), [key]);

  useEffect(() =>
    whenLost((text, unsaved) => {
      keepValues(key, readKept('save', unsaved));
      toasts?.error(`${text} Your changes are kept.`, {
        label: 'Open again',
        onClick: () => void navigate(address),
      });
    }),
  );

  const notice = restored === undefined ? null : TEXTS[restored.why];
  return (
    <>
      {notice === null ? null : <Alert severity="info">{notice}</Alert>}
      {draft === null ? null : (
        <DraftKeeping
          form={form}
          draft={draft}
          place={place}
          restored={restored ?? null}
          onContinue={setRestored}
        />
      )}
    </>
  );
}

/** A restored draft says more (`DraftKeeping`). */
const TEXTS = {
  session: 'Your unsaved changes have been restored.',
  save: 'Your changes were not saved. Your unsaved changes have been restored.',
  draft: null,
} as const;
