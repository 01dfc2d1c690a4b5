import Button from '@mui/material/Button';
import { useDialogClosing } from './dialog-closing.ts';

/** The Cancel of a `FormDialog` whose actions are its own. */
export function CancelButton({ isDisabled = false }: { readonly isDisabled?: boolean }) {
  const closing = useDialogClosing();
  return (
    <Button onClick={closing?.close} disabled={isDisabled}>
      Cancel
    </Button>
  );
}
