import { dictationsBulkDelete } from '@portal/contract/dictation-admin';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { dictationsWords } from './dictation-words.ts';

/** What is asked: which dictations, and whether they go forever. */
export interface Cleanup {
  readonly ids: readonly string[];
  readonly isPermanent: boolean;
  /** Names a single one. */
  readonly name?: string;
}

interface CleanupDialogProps {
  /** Null while there is nothing to ask. */
  readonly cleanup: Cleanup | null;
  readonly onDone: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Asks before dictations are deactivated or deleted forever. */
export function CleanupDialog({ cleanup, onDone, onClose }: CleanupDialogProps) {
  const remove = useEndpointMutation(dictationsBulkDelete, {
    alsoChanges: ['Dictations', 'Dictation groups', 'Dashboard'],
  });
  const toast = useToast();
  // Kept while the dialog fades out.
  const [shown, setShown] = useState(cleanup);
  if (cleanup !== null && cleanup !== shown) setShown(cleanup);
  if (shown === null) return null;
  const { ids, isPermanent, name } = shown;
  const what = name ?? dictationsWords(ids.length);
  const isMany = name === undefined && ids.length !== 1;
  const words = isPermanent
    ? {
        title: 'Delete forever?',
        text: `${what} will be deleted permanently. This is irreversible and meant for cleaning up test data only. Signed dictations are never deleted.`,
        confirmLabel: 'Delete Forever',
        errorFallback: 'Failed to permanently delete',
      }
    : {
        title: isMany ? 'Deactivate dictations?' : 'Deactivate dictation?',
        text: `${what} will be deactivated and ${isMany ? 'leave' : 'leaves'} all lists. ${isMany ? 'They' : 'It'} can be reactivated here with Show Inactive on.`,
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
