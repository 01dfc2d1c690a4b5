import { dictationsBulkDelete } from '@portal/contract/dictation-admin';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { useLastValue } from '#ui/use-last-value.ts';
import { dictationCountText } from '../dictation-labels.ts';

/** The dictations to clean up, and whether to delete them permanently. */
export interface Cleanup {
  readonly ids: readonly string[];
  readonly isPermanent: boolean;
  /** Display name when there is only one dictation. */
  readonly name?: string;
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
  const toast = useToast();
  const shown = useLastValue(cleanup);
  if (shown === null) return null;
  const { ids, isPermanent, name } = shown;
  const what = name ?? dictationCountText(ids.length);
  const isMany = name === undefined && ids.length !== 1;
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
      onConfirm={async () => {
        const { message } = await remove.mutateAsync({
          body: { dictationIds: [...ids], permanent: isPermanent },
        });
        toast.success(message);
        onDone(ids);
      }}
      onClose={onClose}
    />
  );
}
