import { Dialog, DialogContent, DialogTitle } from '@mui/material';
import { useCallback, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { DialogClosingContext } from './dialog-closing.tsx';
import { DraftQuestion } from './form/DraftQuestion.tsx';
import { EditedRecordNews, type NewsOf } from './form/EditedRecordNews.tsx';
import type { PartDraft } from './form/leave-guard.ts';
import { rescueFocus } from './rescue-focus.ts';
import { useIsPhone } from './use-screen.ts';

interface FormDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** `sm` for more than a few fields; `md` for many, full screen on phones; default `xs`. */
  readonly size?: 'xs' | 'sm' | 'md';
  /** The records that the dialog changes; it says at once what others did to them. */
  readonly newsOf?: NewsOf | undefined;
  readonly children: ReactNode;
}

interface Changes {
  readonly isDirty: boolean;
  readonly draft?: PartDraft | undefined;
}

/** A dialog around a `Form`. A click outside does not close it. Escape, Cancel and leaving the page ask before discarding changes. */
export function FormDialog({ title, onClose, size = 'xs', newsOf, children }: FormDialogProps) {
  const titleId = useId();
  const isPhone = useIsPhone();
  const [{ isDirty, draft }, setChanges] = useState<Changes>({ isDirty: false });
  const [isAsking, setAsking] = useState(false);
  // The button that opened the dialog may be gone, for example with the selected rows.
  useEffect(() => rescueFocus, []);
  const setDirty = useCallback(
    (isNow: boolean, how?: PartDraft) => setChanges({ isDirty: isNow, draft: how }),
    [],
  );
  const closing = useMemo(
    () => ({ title, setDirty, close: () => (isDirty ? setAsking(true) : onClose()) }),
    [title, setDirty, isDirty, onClose],
  );
  return (
    <Dialog
      open
      fullWidth
      fullScreen={isPhone && size === 'md'}
      maxWidth={size}
      aria-labelledby={titleId}
      onClose={(_event, reason) => {
        if (reason === 'escapeKeyDown') closing.close();
      }}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {/* Space for the label of the first field, which MUI would cut off. */}
      <DialogContent sx={{ pt: '8px !important' }}>
        <DialogClosingContext value={closing}>
          {newsOf === undefined ? null : <EditedRecordNews id={newsOf} />}
          <FocusedFirst>{children}</FocusedFirst>
        </DialogClosingContext>
      </DialogContent>
      {draft === undefined ? (
        <ConfirmDialog
          open={isAsking}
          title="Discard your changes?"
          text={`Your changes in “${title}” will be lost.`}
          confirmLabel="Discard"
          cancelLabel="Keep editing"
          isDanger
          records={[title]}
          onConfirm={async () => onClose()}
          onClose={() => setAsking(false)}
        />
      ) : (
        <DraftQuestion open={isAsking} drafts={[draft]} onLeave={onClose} onClose={() => setAsking(false)} />
      )}
    </Dialog>
  );
}

/** Focuses the first enabled field. */
function FocusedFirst({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(
    () => box.current?.querySelector<HTMLElement>('input:not(:disabled), textarea:not(:disabled)')?.focus(),
    [],
  );
  return <div ref={box}>{children}</div>;
}
