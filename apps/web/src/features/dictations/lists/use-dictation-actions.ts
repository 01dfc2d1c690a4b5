import type { DictationRow } from '@portal/contract/dictations';
import { useAccess } from '#lib/session/use-session.ts';
import type { RowAction } from '#ui/DataTable.tsx';
import { usePrintDictation } from '../print/use-dictation-files.ts';
import { EDIT, PRINT, VIEW } from './row-actions.tsx';

/** View, Edit, and Print row actions, limited to the user's permissions. */
export function useDictationActions(): readonly RowAction<DictationRow>[] {
  const { can } = useAccess();
  const { print, isPrinting } = usePrintDictation();
  return [
    VIEW,
    ...(can('Dictation.Edit') ? [EDIT] : []),
    { ...PRINT, onClick: ({ id }) => print(id), isDisabled: () => isPrinting },
  ];
}
