import { createContext, useContext, useEffect } from 'react';

interface DialogClosing {
  readonly title: string;
  /** Closes the dialog. Asks first if there are unsaved changes. */
  readonly close: () => void;
  readonly setDirty: (isDirty: boolean) => void;
}

/** Lets the content of a `FormDialog` close it; null outside of one. */
export const DialogClosingContext = createContext<DialogClosing | null>(null);

export const useDialogClosing = (): DialogClosing | null => useContext(DialogClosingContext);

/** Reports unsaved changes of a dialog that is not a form. */
export function DirtyDialog({ isDirty }: { readonly isDirty: boolean }): null {
  useDirtyDialog(isDirty);
  return null;
}

/** Reports unsaved changes of a form to the dialog around it. */
export function useDirtyDialog(isDirty: boolean): void {
  const setDirty = useDialogClosing()?.setDirty;
  useEffect(() => {
    setDirty?.(isDirty);
    return () => setDirty?.(false);
  }, [isDirty, setDirty]);
}
