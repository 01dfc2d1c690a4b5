import type { FieldValues } from 'react-hook-form';
import type { UnsavedPart } from './leave-guard.ts';
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
  return (
    <>
      <RestoredValues form={form} />
      <UnsavedGuard isDirty={form.isDirty} isSaving={form.isSaving} staysAt={staysAt} />
    </>
  );
}
