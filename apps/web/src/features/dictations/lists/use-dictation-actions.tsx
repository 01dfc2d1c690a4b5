import EditOutlinedIcon from '@mui/icons-material/EditOutlined';
import PrintOutlinedIcon from '@mui/icons-material/PrintOutlined';
import VisibilityOutlinedIcon from '@mui/icons-material/VisibilityOutlined';
import type { DictationRow } from '@portal/contract/dictations';
import { useAccess } from '#lib/session/use-session.ts';
import type { RowAction } from '#ui/DataTable.tsx';
import { usePrintDictation } from '../print/use-dictation-files.ts';

export const VIEW_ACTION: RowAction<Pick<DictationRow, 'id'>> = {
  label: 'View',
  icon: <VisibilityOutlinedIcon fontSize="small" />,
  to: ({ id }) => `/dictations/${id}`,
};

/** Row action that opens the editor; disabled for signed dictations. */
export const EDIT_ACTION: RowAction<Pick<DictationRow, 'id' | 'status'>> = {
  label: 'Edit',
  icon: <EditOutlinedIcon fontSize="small" />,
  to: ({ id }) => `/dictations/${id}/edit`,
  isDisabled: ({ status }) => status === 'Signed',
};

/** View, Edit, and Print row actions, limited to the user's permissions. */
export function useDictationActions(): readonly RowAction<DictationRow>[] {
  const { can } = useAccess();
  const { print, isPrinting } = usePrintDictation();
  return [
    VIEW_ACTION,
    ...(can('Dictation.Edit') ? [EDIT_ACTION] : []),
    {
      label: 'Print',
      icon: <PrintOutlinedIcon fontSize="small" />,
      onClick: ({ id }) => print(id),
      isDisabled: () => isPrinting,
    },
  ];
}
