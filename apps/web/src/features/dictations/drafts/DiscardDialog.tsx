import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import type { ConfirmDialogProps } from '#ui/ConfirmDialog.tsx';

/** Confirms before a draft is discarded. `text` says what is lost. */
export function DiscardDialog(props: Pick<ConfirmDialogProps, 'open' | 'text' | 'onConfirm' | 'onClose'>) {
  return (
    <ConfirmDialog
      {...props}
      title="Discard unsaved changes?"
      confirmLabel="Discard"
      isDanger
      errorFallback="Failed to discard changes"
    />
  );
}
