import AssignmentIndOutlinedIcon from '@mui/icons-material/AssignmentIndOutlined';
import EditOutlinedIcon from '@mui/icons-material/EditOutlined';
import TaskAltIcon from '@mui/icons-material/TaskAlt';
import VisibilityOutlinedIcon from '@mui/icons-material/VisibilityOutlined';
import type { PhoneMessage } from '@portal/contract/messages';
import { isFinal } from '@portal/domain/message-status';
import { useMemo } from 'react';
import { useAccess } from '#lib/session/use-session.ts';
import type { RowAction } from '#ui/DataTable.tsx';

const isCompleted = ({ status }: PhoneMessage) => isFinal(status);

const VIEW: RowAction<PhoneMessage> = {
  label: 'View',
  icon: <VisibilityOutlinedIcon fontSize="small" />,
  to: ({ id }) => `/messages/${id}`,
};
const EDIT: RowAction<PhoneMessage> = {
  label: 'Edit',
  icon: <EditOutlinedIcon fontSize="small" />,
  to: ({ id }) => `/messages/${id}/edit`,
  isDisabled: isCompleted,
};
const ASSIGN: RowAction<PhoneMessage> = {
  label: 'Assign',
  icon: <AssignmentIndOutlinedIcon fontSize="small" />,
  to: ({ id }) => `/messages/${id}/assign`,
  isDisabled: isCompleted,
};
const COMPLETE: RowAction<PhoneMessage> = {
  label: 'Complete',
  icon: <TaskAltIcon fontSize="small" />,
  to: ({ id }) => `/messages/${id}/complete`,
  isDisabled: isCompleted,
};

/** Row actions of a message, filtered by permission: view, edit, assign, complete. */
export function useMessageActions(): readonly RowAction<PhoneMessage>[] {
  const { can } = useAccess();
  const [mayEdit, mayAssign] = [can('Message.Edit'), can('Message.Assign')];
  return useMemo(
    () => [VIEW, ...(mayEdit ? [EDIT] : []), ...(mayAssign ? [ASSIGN] : []), ...(mayEdit ? [COMPLETE] : [])],
    [mayEdit, mayAssign],
  );
}
