import type { DictationRow } from '@portal/contract/dictations';
import { maySign } from '@portal/domain/roles';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';
import type { RowAction } from '#ui/DataTable.tsx';
import { dictationName } from '../dictation-labels.ts';
import { EDIT, MARK_REVIEWED, PRINT, SIGN } from '../lists/row-actions.tsx';
import { usePrintDictation } from '../print/use-dictation-files.ts';
import { useMarkReviewed } from './use-mark-reviewed.ts';

/** Row actions of pending dictations: Edit, Mark reviewed (saved ones only), Print, and Sign. */
export function usePendingActions(onSign: (row: DictationRow) => void): readonly RowAction<DictationRow>[] {
  const { can } = useAccess();
  const signs = maySign(useCurrentUser().roles);
  const { review, isReviewing } = useMarkReviewed();
  const { print, isPrinting } = usePrintDictation({ isSilent: true });
  const actions: RowAction<DictationRow>[] = [];
  if (can('Dictation.Edit')) actions.push(EDIT);
  if (signs && can('Dictation.Edit'))
    actions.push({
      ...MARK_REVIEWED,
      onClick: (row) => review(row.id, `${dictationName(row)} marked as reviewed`),
      isHidden: ({ status }) => status !== 'Saved',
      isDisabled: () => isReviewing,
    });
  actions.push({ ...PRINT, onClick: ({ id }) => print(id), isDisabled: () => isPrinting });
  if (signs) actions.push({ ...SIGN, onClick: onSign });
  return actions;
}
