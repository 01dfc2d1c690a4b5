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

/** The frame of the two whitelist forms; a click beside it does not throw away what was typed. */
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
      {/* Room for the label of the first field, which MUI would cut off. */}
      <DialogContent sx={{ pt: '8px !important' }}>
        <FocusedFirst>{children}</FocusedFirst>
      </DialogContent>
    </Dialog>
  );
}

/** Puts the focus into the first field that can be filled in. */
function FocusedFirst({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('input:not(:disabled)')?.focus(), []);
  return <div ref={box}>{children}</div>;
}
