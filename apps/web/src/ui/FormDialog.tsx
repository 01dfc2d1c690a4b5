import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { useIsPhone } from './use-screen.ts';

interface FormDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** `sm` for more than a few fields, `md` for many: it fills a phone's screen; default `xs`. */
  readonly size?: 'xs' | 'sm' | 'md';
  readonly children: ReactNode;
}

/** A dialog around a `Form`; a click beside it does not throw away what was typed. */
export function FormDialog({ title, onClose, size = 'xs', children }: FormDialogProps) {
  const titleId = useId();
  const isPhone = useIsPhone();
  return (
    <Dialog
      open
      fullWidth
      fullScreen={isPhone && size === 'md'}
      maxWidth={size}
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
  useEffect(
    () => box.current?.querySelector<HTMLElement>('input:not(:disabled), textarea:not(:disabled)')?.focus(),
    [],
  );
  return <div ref={box}>{children}</div>;
}
