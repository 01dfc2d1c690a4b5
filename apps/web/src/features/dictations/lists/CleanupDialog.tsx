import { dictationsBulkDelete } from '@portal/contract/dictation-admin';
import type { DictationRow } from '@portal/contract/dictations';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useLastValue } from '#ui/use-last-value.ts';
import { dictationCountText, dictationName } from '../dictation-labels.ts';

/** The dictations to clean up, and whether to delete them permanently. */
export interface Cleanup {
  readonly dictations: readonly DictationRow[];
  readonly isPermanent: boolean;
}

interface CleanupDialogProps {
  /** Null while the dialog is closed. */
  readonly cleanup: Cleanup | null;
  readonly onDone: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Confirms before dictations are deactivated or permanently deleted. */
export function CleanupDialog({ cleanup, onDone, onClose }: CleanupDialogProps) {
  const remove = useEndpointMutation(dictationsBulkDelete, {
    alsoChanges: ['Dictations', 'Dictation groups', 'Dashboard'],
  });
  const shown = useLastValue(cleanup);
  if (shown === null) return null;
  const { dictations, isPermanent } = shown;
  const ids = dictations.map(({ id }) => id);
  const names = dictations.map(dictationName);
  const isMany = names.length !== 1;
  const what = isMany ? dictationCountText(names.length) : names.join('');
  const words = isPermanent
    ? {
        title: 'Delete forever?',
        text: `${what} will be permanently deleted. This is irreversible and intended for test data cleanup only. Signed dictations are never deleted.`,
        confirmLabel: 'Delete Forever',
        errorFallback: 'Failed to permanently delete',
      }
    : {
        title: isMany ? 'Deactivate dictations?' : 'Deactivate dictation?',
        text: `${what} will be deactivated and removed from all lists. To reactivate ${isMany ? 'them' : 'it'}, turn on Show Inactive.`,
        confirmLabel: 'Deactivate',
        errorFallback: 'Failed to delete',
      };
  return (
    <ConfirmDialog
      {...words}
      open={cleanup !== null}
      isDanger
      records={names}
      onConfirm={async () => {
        const { message } = await remove.mutateAsync({
          body: { dictationIds: ids, permanent: isPermanent },
        });
        onDone(ids);
        return message;
      }}
      onClose={onClose}
    />
  );
}
