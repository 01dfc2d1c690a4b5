import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { errorHint, errorText } from '#lib/errors/error-text.ts';

/** "Failed to delete template: {message}". Without a server message, adds a hint if there is one. */
export function failureMessage(what: string, error: unknown): string {
  const message = errorText(error, errorHint(error) ?? '');
  return message === '' ? what : `${what}: ${message}`;
}

/** An error dialog with OK for template administration. Render `dialog` in the screen. */
export function useErrorDialog(): { readonly show: (message: string) => void; readonly dialog: ReactNode } {
  const [message, setMessage] = useState('');
  const [isOpen, setOpen] = useState(false);
  return {
    show: (text) => {
      setMessage(text);
      setOpen(true);
    },
    dialog: <ErrorDialog open={isOpen} message={message} onClose={() => setOpen(false)} />,
  };
}

interface ErrorDialogProps {
  readonly open: boolean;
  readonly message: string;
  readonly onClose: () => void;
}

function ErrorDialog({ open, message, onClose }: ErrorDialogProps) {
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog
      open={open}
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
          {message}
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
