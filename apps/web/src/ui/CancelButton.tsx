import { Button } from '@mui/material';
import { useDialogClosing } from './dialog-closing.tsx';

/** The Cancel button for a `FormDialog` with custom actions. */
export function CancelButton({ isDisabled = false }: { readonly isDisabled?: boolean }) {
  const closing = useDialogClosing();
  return (
    <Button onClick={closing?.close} disabled={isDisabled}>
      Cancel
    </Button>
  );
}
