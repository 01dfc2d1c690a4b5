import { chargeBatch, chargeBatchPreview, type ChargeEntry } from '@portal/contract/charges';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useLastValue } from '#ui/use-last-value.ts';

interface UndoBatchDialogProps {
  /** An entry of the batch; null while the dialog is closed. */
  readonly entry: ChargeEntry | null;
  readonly onClose: () => void;
}

/** Asks before all notes of a batch are marked as not entered. */
export function UndoBatchDialog({ entry, onClose }: UndoBatchDialogProps) {
  const change = useEndpointMutation(chargeBatch);
  const shown = useLastValue(entry);
  const preview = useEndpointQuery(
    chargeBatchPreview,
    { body: { action: 'undo', batchId: shown?.batchId ?? '' } },
    { enabled: entry !== null, staleTime: 0 },
  );
  const notes = preview.data?.records.flatMap(({ label }) => label ?? []) ?? [];
  return (
    <ConfirmDialog
      open={entry !== null}
      title="Undo this batch?"
      text={`All notes of the batch “${shown?.batchName ?? ''}” will be marked as not entered in billing. The audit log keeps both steps.`}
      confirmLabel="Undo batch"
      isDanger
      records={[shown?.batchName ?? '', ...notes]}
      errorFallback="Failed to undo the batch"
      onConfirm={async () => {
        if (entry === null) return undefined;
        const { changedCount } = await change.mutateAsync({
          body: { action: 'undo', batchId: entry.batchId },
        });
        return changedCount === 1 ? '1 note changed' : `${changedCount} notes changed`;
      }}
      onClose={onClose}
    />
  );
}
