import { dictationBatchStatus } from '@portal/contract/dictations';
import type { DictationRow } from '@portal/contract/dictations';
import { maySign } from '@portal/domain/roles';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';
import type { RowAction } from '#ui/DataTable.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { dictationName } from '../dictation-labels.ts';
import { EDIT, MARK_REVIEWED, PRINT, SIGN } from '../lists/row-actions.tsx';
import { usePrintDictation } from '../print/use-dictation-files.ts';

/** Row actions of pending dictations: Edit, Mark reviewed (saved ones only), Print, and Sign. */
export function usePendingActions(onSign: (row: DictationRow) => void): readonly RowAction<DictationRow>[] {
  const { can } = useAccess();
  const signs = maySign(useCurrentUser().roles);
  const toast = useToast();
  const review = useEndpointMutation(dictationBatchStatus, { alsoChanges: ['Dictation groups'] });
  const { print, isPrinting } = usePrintDictation({ isSilent: true });
  const markReviewed = (row: DictationRow) =>
    review.mutate(
      { body: { dictationIds: [row.id], newStatus: 'Completed' } },
      {
        onSuccess: () => toast.success(`${dictationName(row)} marked as reviewed`),
        onError: (error) => toast.error(explainError(error, 'Failed to change the status')),
      },
    );
  const actions: RowAction<DictationRow>[] = [];
  if (can('Dictation.Edit')) actions.push(EDIT);
  if (signs && can('Dictation.Edit'))
    actions.push({
      ...MARK_REVIEWED,
      onClick: markReviewed,
      isHidden: ({ status }) => status !== 'Saved',
      isDisabled: () => review.isPending,
    });
  actions.push({ ...PRINT, onClick: ({ id }) => print(id), isDisabled: () => isPrinting });
  if (signs) actions.push({ ...SIGN, onClick: onSign });
  return actions;
}
