import { useMemo } from 'react';
import type { FieldValues } from 'react-hook-form';
import { notKept } from './draft-content.ts';
import type { PartDraft, UnsavedPart } from './leave-guard.ts';
import { RestoredValues } from './RestoredValues.tsx';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import type { AppForm } from './use-app-form.ts';

interface FormGuardProps<Input extends FieldValues, Output> {
  readonly form: AppForm<Input, Output>;
  readonly staysAt?: UnsavedPart['staysAt'];
}

/** Keeps the input of a form: asks before it is lost, and restores it. Part of `Form`, unless the form's state outlives it. */
export function FormGuard<Input extends FieldValues, Output>({
  form,
  staysAt,
}: FormGuardProps<Input, Output>) {
  const draft = usePartDraft(form);
  return (
    <>
      <RestoredValues form={form} />
      <UnsavedGuard isDirty={form.isDirty} isSaving={form.isSaving} staysAt={staysAt} draft={draft} />
    </>
  );
}

/** How the unsaved input of a form is kept when it is left; undefined if it has no draft. */
export function usePartDraft<Input extends FieldValues, Output>({
  draft,
  methods,
}: AppForm<Input, Output>): PartDraft | undefined {
  const autosave = draft?.autosave;
  return useMemo(
    () =>
      autosave && {
        keep: () => autosave.keep(),
        discard: autosave.close,
        notKept: () => notKept({ base: methods.formState.defaultValues ?? {}, mine: methods.getValues() }),
      },
    [autosave, methods],
  );
}
