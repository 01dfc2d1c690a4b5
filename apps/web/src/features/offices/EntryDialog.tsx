import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';

interface EntryDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Dialog frame of both whitelist forms. A click outside does not close it, so that no input is lost. */
export function EntryDialog({ title, onClose, children }: EntryDialogProps) {
  const titleId = useId();
  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      aria-labelledby={titleId}
      onClose={(_event, reason) => {
        if (reason === 'escapeKeyDown') onClose();
      }}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {/* Leave room for the first field's label, which MUI would cut off. */}
      <DialogContent sx={{ pt: '8px !important' }}>
        <FocusedFirst>{children}</FocusedFirst>
      </DialogContent>
    </Dialog>
  );
}

/** Moves the focus to the first enabled field. */
function FocusedFirst({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('input:not(:disabled)')?.focus(), []);
  return <div ref={box}>{children}</div>;
}
