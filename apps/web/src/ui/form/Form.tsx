import { Stack } from '@mui/material';
import { useEffect, useRef, type ReactNode } from 'react';
import { FormProvider, type FieldValues } from 'react-hook-form';
import { useDirtyDialog } from '../dialog-closing.tsx';
import { FormGuard, usePartDraft } from './FormGuard.tsx';
import type { UnsavedPart } from './leave-guard.ts';
import { ProblemAlert } from './ProblemAlert.tsx';
import { StalePanel } from './StalePanel.tsx';
import type { AppForm } from './use-app-form.ts';

interface FormProps<Input extends FieldValues, Output> extends Partial<Pick<UnsavedPart, 'staysAt'>> {
  readonly form: AppForm<Input, Output>;
  readonly children: ReactNode;
  /**
   * Asks before leaving with unsaved changes, and keeps them when the session ends. True by default; set to false for
   * passwords, and where the form's state outlives the form (`FormGuard`). Needs the app's router.
   */
  readonly guardsChanges?: boolean;
  /** Focuses the first field when the page opens; set to false on pages whose purpose is not the form. */
  readonly focusesFirst?: boolean;
}

/** The `<form>` for `useAppForm`: shows errors, focuses invalid fields, and asks before leaving with unsaved changes. */
export function Form<Input extends FieldValues, Output>({
  form,
  children,
  guardsChanges = true,
  focusesFirst = true,
  staysAt,
}: FormProps<Input, Output>) {
  const { formRef, problem, stale, failures, isDirty } = form;
  const attention = useRef<HTMLDivElement>(null);
  useDirtyDialog(isDirty, usePartDraft(form));
  useEffect(() => {
    if (failures === 0) return;
    const invalid = formRef.current?.querySelector<HTMLElement>(
      '[aria-invalid="true"]:not([role="radiogroup"]), [role="radiogroup"][aria-invalid="true"] input',
    );
    (attention.current ?? invalid)?.focus();
  }, [failures, formRef]);
  return (
    <FormProvider {...form.methods}>
      <form
        ref={formRef}
        noValidate
        data-saves=""
        data-focuses-first={focusesFirst ? '' : undefined}
        onSubmit={(event) => {
          event.preventDefault();
          // A form in a dialog must not submit the form that opened the dialog.
          event.stopPropagation();
          void form.submit();
        }}
      >
        <Stack spacing={2}>
          {guardsChanges ? <FormGuard form={form} staysAt={staysAt} /> : null}
          {problem === null ? null : <ProblemAlert ref={attention} problem={problem} />}
          {stale === null ? null : <StalePanel ref={attention} stale={stale} />}
          {children}
        </Stack>
      </form>
    </FormProvider>
  );
}
