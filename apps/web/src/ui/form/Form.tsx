import Stack from '@mui/material/Stack';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import type { FieldValues } from 'react-hook-form';
import { useDirtyDialog } from '../dialog-closing.ts';
import { KeptValues } from './KeptValues.tsx';
import { ProblemAlert } from './ProblemAlert.tsx';
import { StalePanel } from './StalePanel.tsx';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import type { AppForm } from './use-app-form.ts';

interface FormProps<Input extends FieldValues, Output> {
  readonly form: AppForm<Input, Output>;
  readonly children: ReactNode;
  /**
   * Asks before leaving with unsaved changes, and keeps them when the session ends; default yes. Needs the app's router
   * above it. No for passwords.
   */
  readonly guardsChanges?: boolean;
  /** Its first field takes the focus when its page opens: for pages that are opened to fill it in. */
  readonly focusesFirst?: boolean;
}

/** The `<form>` of `useAppForm`: errors on top, focus on what needs attention, the question before leaving. */
export function Form<Input extends FieldValues, Output>({
  form,
  children,
  guardsChanges = true,
  focusesFirst = false,
}: FormProps<Input, Output>) {
  const { formRef, problem, stale, failures, isDirty } = form;
  const attention = useRef<HTMLDivElement>(null);
  useDirtyDialog(isDirty);
  useEffect(() => {
    if (failures === 0) return;
    const invalid = formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (attention.current ?? invalid)?.focus();
  }, [failures, formRef]);
  return (
    <FormProvider {...form.methods}>
      <form
        ref={formRef}
        noValidate
        data-focuses-first={focusesFirst ? '' : undefined}
        onSubmit={(event) => {
          event.preventDefault();
          // A form inside a dialog of another form is its own.
          event.stopPropagation();
          void form.submit();
        }}
      >
        <Stack spacing={2}>
          {guardsChanges ? <KeptValues form={form} /> : null}
          {problem === null ? null : <ProblemAlert ref={attention} problem={problem} />}
          {stale === null ? null : <StalePanel ref={attention} stale={stale} />}
          {children}
        </Stack>
      </form>
      {guardsChanges ? <UnsavedGuard isDirty={isDirty} isSaving={form.isSaving} /> : null}
    </FormProvider>
  );
}
