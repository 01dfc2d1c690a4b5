import { dictationReactivate } from '@portal/contract/dictation-admin';
import type { DictationRow } from '@portal/contract/dictations';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import type { RowAction } from '#ui/DataTable.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import type { Cleanup } from './CleanupDialog.tsx';
import { dictationName } from '../dictation-labels.ts';
import { DEACTIVATE, DELETE_FOREVER, REACTIVATE } from './row-actions.tsx';

/** Row actions: Deactivate (disabled on inactive rows), Reactivate, and Delete Forever (disabled on signed ones). */
export function useManagedActions(ask: (cleanup: Cleanup) => void): readonly RowAction<DictationRow>[] {
  const toast = useToast();
  const reactivate = useEndpointMutation(dictationReactivate, {
    alsoChanges: ['Dictations', 'Dictation groups', 'Dashboard'],
  });
  return [
    {
      ...DEACTIVATE,
      isDisabled: ({ isActive }) => !isActive,
      onClick: (row) => ask({ dictations: [row], isPermanent: false }),
    },
    {
      ...REACTIVATE,
      isHidden: ({ isActive }) => isActive,
      isDisabled: () => reactivate.isPending,
      onClick: (row) =>
        reactivate.mutate(
          { params: { id: row.id } },
          {
            onSuccess: () => toast.success(`${dictationName(row)} reactivated`),
            onError: (error) => toast.error(explainError(error, 'Failed to reactivate')),
          },
        ),
    },
    {
      ...DELETE_FOREVER,
      isDisabled: ({ status }) => status === 'Signed',
      onClick: (row) => ask({ dictations: [row], isPermanent: true }),
    },
  ];
}
