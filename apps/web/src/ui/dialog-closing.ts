import { createContext, useContext, useEffect } from 'react';

interface DialogClosing {
  /** Closes the dialog; asks first when something typed in it would be lost. */
  readonly close: () => void;
  readonly setDirty: (isDirty: boolean) => void;
}

/** How what stands in a `FormDialog` closes it; null outside of one. */
export const DialogClosingContext = createContext<DialogClosing | null>(null);

export const useDialogClosing = (): DialogClosing | null => useContext(DialogClosingContext);

/** Tells the dialog around a form whether it holds what is not saved. */
export function useDirtyDialog(isDirty: boolean): void {
  const setDirty = useDialogClosing()?.setDirty;
  useEffect(() => {
    setDirty?.(isDirty);
    return () => setDirty?.(false);
  }, [isDirty, setDirty]);
}
