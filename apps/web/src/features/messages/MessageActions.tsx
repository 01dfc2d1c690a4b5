import AssignmentIndOutlinedIcon from '@mui/icons-material/AssignmentIndOutlined';
import DeleteOutlinedIcon from '@mui/icons-material/DeleteOutlined';
import EditOutlinedIcon from '@mui/icons-material/EditOutlined';
import ReplyOutlinedIcon from '@mui/icons-material/ReplyOutlined';
import SyncAltIcon from '@mui/icons-material/SyncAlt';
import TaskAltIcon from '@mui/icons-material/TaskAlt';
import { Button } from '@mui/material';
import { messageDelete, messageSetStatus, type PhoneMessageRecord } from '@portal/contract/messages';
import { isFinal, nextStatuses, STATUS_LABELS } from '@portal/domain/message-status';
import { lastFirst } from '@portal/domain/person-name';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { RowMenu } from '#ui/data-table/RowMenu.tsx';
import type { RowAction } from '#ui/DataTable.tsx';
import { useReturn } from '#ui/places.ts';
import { useToast } from '#ui/ToastProvider.tsx';

/** Actions on the message page, filtered by permission: common ones as buttons, others in a menu. */
export function MessageActions({ message }: { readonly message: PhoneMessageRecord }) {
  const { can } = useAccess();
  const [isDeleting, setDeleting] = useState(false);
  const setStatus = useSetStatus(message);
  const { id, messageNumber, status } = message;
  const isOpen = !isFinal(status);
  const more: RowAction<PhoneMessageRecord>[] = [
    ...(can('Message.Edit')
      ? nextStatuses(status).map((next) => ({
          label: next === 'InProgress' ? 'Back to In Progress' : STATUS_LABELS[next],
          icon: <SyncAltIcon fontSize="small" />,
          onClick: () => setStatus(next),
        }))
      : []),
    ...(can('Message.Create')
      ? [
          {
            label: 'New Follow-up',
            icon: <ReplyOutlinedIcon fontSize="small" />,
            to: () => `/messages/new?followUpToId=${id}`,
          },
        ]
      : []),
    ...(can('Message.Delete')
      ? [
          {
            label: 'Delete',
            icon: <DeleteOutlinedIcon fontSize="small" />,
            onClick: () => setDeleting(true),
          },
        ]
      : []),
  ];
  return (
    <>
      {isOpen && can('Message.Edit') ? (
        <Button
          component={RouterLink}
          to={`/messages/${id}/edit`}
          variant="outlined"
          startIcon={<EditOutlinedIcon />}
        >
          Edit
        </Button>
      ) : null}
      {isOpen && can('Message.Assign') ? (
        <Button
          component={RouterLink}
          to={`/messages/${id}/assign`}
          variant="outlined"
          startIcon={<AssignmentIndOutlinedIcon />}
        >
          Assign
        </Button>
      ) : null}
      {isOpen && can('Message.Edit') ? (
        <Button
          component={RouterLink}
          to={`/messages/${id}/complete`}
          variant="contained"
          startIcon={<TaskAltIcon />}
        >
          Complete
        </Button>
      ) : null}
      {more.length === 0 ? null : <RowMenu row={message} rowLabel={messageNumber} actions={more} />}
      <DeleteDialog message={message} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </>
  );
}

function useSetStatus({ id, version }: PhoneMessageRecord) {
  const set = useEndpointMutation(messageSetStatus);
  const toast = useToast();
  return (status: PhoneMessageRecord['status']) =>
    set.mutate(
      { params: { id }, body: { status, version } },
      {
        onSuccess: () => toast.success(`Status changed to ${STATUS_LABELS[status]}`),
        onError: (error) => toast.error(explainError(error, 'Failed to change the status')),
      },
    );
}

interface DeleteDialogProps {
  readonly message: PhoneMessageRecord;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function DeleteDialog({
  message: { id, messageNumber, patient, callerName },
  isOpen,
  onClose,
}: DeleteDialogProps) {
  const remove = useEndpointMutation(messageDelete, { alsoChanges: ['Dashboard'] });
  const goBack = useReturn();
  return (
    <ConfirmDialog
      newsOf={id}
      open={isOpen}
      title="Delete phone message?"
      text={`${messageNumber} will no longer appear in any list. The record is kept for the audit log.`}
      confirmLabel="Delete"
      isDanger
      records={[patient === null ? callerName : lastFirst(patient)]}
      asksReason
      errorFallback="Failed to delete message"
      onConfirm={async (reason) => {
        await remove.mutateAsync({ params: { id }, body: { reason } });
        await goBack('/messages');
        return `${messageNumber} was deleted`;
      }}
      onClose={onClose}
    />
  );
}
