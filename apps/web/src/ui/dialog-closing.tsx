import { createContext, useContext, useEffect } from 'react';
import type { PartDraft } from './form/leave-guard.ts';
import { UnsavedGuard } from './form/UnsavedGuard.tsx';

interface DialogClosing {
  readonly title: string;
  /** Closes the dialog. Asks first if there are unsaved changes. */
  readonly close: () => void;
  /** `draft`: how the changes can be kept. */
  readonly setDirty: (isDirty: boolean, draft?: PartDraft) => void;
}

/** Lets the content of a `FormDialog` close it; null outside of one. */
export const DialogClosingContext = createContext<DialogClosing | null>(null);

export const useDialogClosing = (): DialogClosing | null => useContext(DialogClosingContext);

/** Asks before unsaved changes of a dialog that is not a `Form` are lost. */
export function DirtyDialog({ isDirty }: { readonly isDirty: boolean }) {
  useDirtyDialog(isDirty);
  return <UnsavedGuard isDirty={isDirty} isSaving={never} text="Your changes in this dialog will be lost." />;
}

const never = () => false;

/** Reports unsaved changes of a form to the dialog around it. */
export function useDirtyDialog(isDirty: boolean, draft?: PartDraft): void {
  const setDirty = useDialogClosing()?.setDirty;
  useEffect(() => {
    setDirty?.(isDirty, draft);
    return () => setDirty?.(false);
  }, [isDirty, draft, setDirty]);
}
