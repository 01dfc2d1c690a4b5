import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useEffect, useId, useRef } from 'react';
import { useLastValue } from '#ui/use-last-value.ts';

interface ErrorDialogProps {
  /** Null while the dialog is closed. */
  readonly message: string | null;
  readonly onClose: () => void;
}

/** An error with OK, for template administration. */
export function ErrorDialog({ message, onClose }: ErrorDialogProps) {
  const shown = useLastValue(message);
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog
      open={message !== null}
      onClose={onClose}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id={titleId}>Error</DialogTitle>
      <DialogContent>
        <DialogContentText id={textId} color="textPrimary">
          {shown}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <OkButton onClick={onClose} />
      </DialogActions>
    </Dialog>
  );
}

/** Takes the focus when the dialog opens. */
function OkButton({ onClick }: { readonly onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} variant="contained" onClick={onClick}>
      OK
    </Button>
  );
}
