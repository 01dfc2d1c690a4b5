import { groupRemove, type DictationGroup } from '@portal/contract/dictation-groups';
import type { DictationRow } from '@portal/contract/dictations';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useAccess } from '#lib/session/use-session.ts';
import type { RowAction } from '#ui/DataTable.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { dictationName } from '../dictation-labels.ts';
import { REMOVE_FROM_GROUP, VIEW } from '../lists/row-actions.tsx';

/** View and Remove row actions of a group. Remove is disabled once any dictation is signed; `problem` is the last error. */
export function useGroupActions(group: DictationGroup): {
  readonly actions: readonly RowAction<DictationRow>[];
  readonly problem: string | null;
} {
  const { can } = useAccess();
  const toast = useToast();
  const remove = useEndpointMutation(groupRemove, { alsoChanges: ['Dictations'] });
  const actions: RowAction<DictationRow>[] = [VIEW];
  if (can('Dictation.Edit')) {
    actions.push({
      ...REMOVE_FROM_GROUP,
      isDisabled: () => group.signedCount > 0 || remove.isPending,
      onClick: (row) =>
        remove.mutate(
          { params: { id: group.id, dictationId: row.id } },
          { onSuccess: () => toast.success(`${dictationName(row)} removed from the group`) },
        ),
    });
  }
  return {
    actions,
    problem: remove.error === null ? null : explainError(remove.error, 'Failed to remove dictation'),
  };
}
