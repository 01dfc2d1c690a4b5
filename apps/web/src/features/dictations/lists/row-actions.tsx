import BlockOutlinedIcon from '@mui/icons-material/BlockOutlined';
import DeleteForeverOutlinedIcon from '@mui/icons-material/DeleteForeverOutlined';
import DrawOutlinedIcon from '@mui/icons-material/DrawOutlined';
import EditOutlinedIcon from '@mui/icons-material/EditOutlined';
import FactCheckOutlinedIcon from '@mui/icons-material/FactCheckOutlined';
import PrintOutlinedIcon from '@mui/icons-material/PrintOutlined';
import RemoveCircleOutlineOutlinedIcon from '@mui/icons-material/RemoveCircleOutlineOutlined';
import RestoreOutlinedIcon from '@mui/icons-material/RestoreOutlined';
import VisibilityOutlinedIcon from '@mui/icons-material/VisibilityOutlined';
import type { DictationRow } from '@portal/contract/dictations';
import type { RowAction } from '#ui/DataTable.tsx';

/** Opens the dictation read-only. */
export const VIEW: RowAction<Pick<DictationRow, 'id'>> = {
  label: 'View',
  icon: <VisibilityOutlinedIcon fontSize="small" />,
  to: ({ id }) => `/dictations/${id}`,
};

/** Opens the editor; disabled for signed dictations. */
export const EDIT: RowAction<Pick<DictationRow, 'id' | 'status'>> = {
  label: 'Edit',
  icon: <EditOutlinedIcon fontSize="small" />,
  to: ({ id }) => `/dictations/${id}/edit`,
  isDisabled: ({ status }) => status === 'Signed',
};

// Labels and icons; what they do depends on the list.
export const PRINT = { label: 'Print', icon: <PrintOutlinedIcon fontSize="small" /> };
export const SIGN = { label: 'Sign', icon: <DrawOutlinedIcon fontSize="small" /> };
export const MARK_REVIEWED = { label: 'Mark reviewed', icon: <FactCheckOutlinedIcon fontSize="small" /> };
export const REMOVE_FROM_GROUP = {
  label: 'Remove from group',
  icon: <RemoveCircleOutlineOutlinedIcon fontSize="small" />,
};
export const DEACTIVATE = { label: 'Deactivate', icon: <BlockOutlinedIcon fontSize="small" /> };
export const REACTIVATE = { label: 'Reactivate', icon: <RestoreOutlinedIcon fontSize="small" /> };
export const DELETE_FOREVER = {
  label: 'Delete Forever',
  icon: <DeleteForeverOutlinedIcon fontSize="small" />,
};
