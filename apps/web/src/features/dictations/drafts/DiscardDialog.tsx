import { ConfirmDialog, type ConfirmDialogProps } from '#ui/ConfirmDialog.tsx';

interface DiscardDialogProps extends Pick<ConfirmDialogProps, 'open' | 'text' | 'onConfirm' | 'onClose'> {
  /** Patient and template. */
  readonly name: string;
}

/** Confirms before a draft is discarded. `text` says what is lost. */
export function DiscardDialog({ name, ...props }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      {...props}
      title="Discard unsaved changes?"
      confirmLabel="Discard"
      isDanger
      records={[name]}
      errorFallback="Failed to discard changes"
    />
  );
}
