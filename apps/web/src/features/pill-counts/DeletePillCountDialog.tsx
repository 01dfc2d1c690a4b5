import { pillCountDelete, type PillCount } from '@portal/contract/pill-counts';
import { formatDateUs } from '@portal/domain/date';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useLastValue } from '#ui/use-last-value.ts';

interface DeletePillCountDialogProps {
  /** The count to delete; null closes the dialog. */
  readonly count: PillCount | null;
  readonly onClose: () => void;
  /** Called after deletion. By default, only the list is refetched. */
  readonly onDeleted?: () => void;
}

/** Confirms the deletion of a saved count. */
export function DeletePillCountDialog({ count, onClose, onDeleted }: DeletePillCountDialogProps) {
  const remove = useEndpointMutation(pillCountDelete);
  const shown = useLastValue(count);
  if (shown === null) return null;
  const { id, prescriptionName, prescriptionDate, pillsRemaining } = shown;
  return (
    <ConfirmDialog
      open={count !== null}
      title="Delete pill count?"
      text={`${prescriptionName ?? 'The prescription'} dated ${formatDateUs(prescriptionDate)} with ${pillsRemaining} pills remaining will be removed from the patient’s history.`}
      confirmLabel="Delete"
      isDanger
      records={[prescriptionName ?? 'The prescription']}
      errorFallback="Failed to delete pill count record"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id } });
        onDeleted?.();
        return 'The pill count was deleted';
      }}
      onClose={onClose}
    />
  );
}
