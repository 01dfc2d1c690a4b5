import { ConfirmDialog } from '../ConfirmDialog.tsx';
import type { PartDraft } from './leave-guard.ts';

interface DraftQuestionProps {
  readonly open: boolean;
  /** Default "Leave without saving?" */
  readonly title?: string;
  readonly drafts: readonly PartDraft[];
  /** Called after the input was kept or discarded. */
  readonly onLeave: () => Promise<void> | void;
  readonly onClose: () => void;
}

/** Asks what to do with unsaved input that can be kept as a draft. If it cannot be kept now, it says why and stays. */
export function DraftQuestion({
  open,
  title = 'Leave without saving?',
  drafts,
  onLeave,
  onClose,
}: DraftQuestionProps) {
  const notKept = drafts.flatMap((draft) => draft.notKept() ?? []);
  return (
    <ConfirmDialog
      open={open}
      title={title}
      text={['Keep your changes as a draft and finish them later, or discard them.', ...notKept].join(' ')}
      confirmLabel="Keep as draft"
      cancelLabel="Stay"
      other={{
        label: 'Discard',
        onChoose: async () => {
          for (const draft of drafts) await draft.discard();
          await onLeave();
        },
      }}
      errorFallback="The draft could not be kept"
      onConfirm={async () => {
        for (const draft of drafts) await draft.keep();
        await onLeave();
        return 'Kept as a draft. Continue it with “Drafts” at the top.';
      }}
      onClose={onClose}
    />
  );
}
