import { Box, Divider, Typography } from '@mui/material';
import {
  messageGet,
  messageList,
  type PhoneMessage,
  type PhoneMessageRecord,
} from '@portal/contract/messages';
import { personName } from '@portal/domain/person-name';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useListedRow } from '#lib/query/visits.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordEditors, useEditorsAhead } from '#ui/RecordEditors.tsx';
import { RemovedNotice } from '#ui/RemovedNotice.tsx';
import { Section } from '#ui/Section.tsx';
import { PriorityMark } from '#ui/StatusChip.tsx';
import { MessageActions } from './MessageActions.tsx';
import { MessageStatusChip } from './MessageStatusChip.tsx';
import { MessageFacts } from './MessageFacts.tsx';
import { MessageRecord } from './MessageRecord.tsx';
import { MessageThread } from './MessageThread.tsx';
import { NoteForm } from './form/NoteForm.tsx';

/** /messages/:id: the message with its resolution, history and actions. */
export function MessagePage() {
  const { id = '' } = useParams();
  useEditorsAhead('PhoneMessage', id);
  const listed = useListedRow(messageList, id);
  return (
    <MessageRecord
      key={id}
      id={id}
      title="Phone Message"
      header={listed === undefined ? null : <MessageHeader message={listed} />}
    >
      {(message) => <Shown message={message} />}
    </MessageRecord>
  );
}

function Shown({ message }: { readonly message: PhoneMessageRecord }) {
  const { id } = message;
  const isRemoved = useLiveRefresh(messageGet, { params: { id } }, ({ entityId }) => entityId === id);
  return (
    <PageContent>
      <MessageHeader message={message} actions={<MessageActions message={message} />} />
      <RemovedNotice isRemoved={isRemoved} />
      <RecordEditors entityType="PhoneMessage" id={id} />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
          gap: 2,
          alignItems: 'start',
        }}
      >
        <Box>
          <Section title="Message">
            <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', mb: 2 }}>
              {message.message}
            </Typography>
            <Divider sx={{ mb: 2 }} />
            <MessageFacts message={message} />
          </Section>
          {message.resolution === null ? null : <Resolution message={message} />}
        </Box>
        <Section title="History and Notes">
          <MessageThread message={message} />
          <AddNote message={message} />
        </Section>
      </Box>
    </PageContent>
  );
}

function MessageHeader({
  message: { messageNumber, status, priority },
  actions,
}: {
  readonly message: Pick<PhoneMessage, 'messageNumber' | 'status' | 'priority'>;
  readonly actions?: ReactNode;
}) {
  return (
    <PageHeader
      title={messageNumber}
      badge={
        <>
          <MessageStatusChip status={status} />
          <PriorityMark priority={priority} />
        </>
      }
      backTo="/messages"
      keepsActionsInReach
      actions={actions}
    />
  );
}

function Resolution({
  message: { resolution, completedAt, completedBy },
}: {
  readonly message: PhoneMessageRecord;
}) {
  const times = usePracticeTimes();
  const when = completedAt === null ? '' : times.dateTime(completedAt);
  return (
    <Section title="Resolution">
      <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{resolution}</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {completedBy === null ? `Completed ${when}` : `Completed by ${personName(completedBy)}, ${when}`}
      </Typography>
    </Section>
  );
}

/** Note form for users who may edit messages and for the assignee. */
function AddNote({ message: { id, patient, assignedToUser } }: { readonly message: PhoneMessageRecord }) {
  const { can } = useAccess();
  const { id: me } = useCurrentUser();
  if (!can('Message.Edit') && assignedToUser?.id !== me) return null;
  return (
    <Box sx={{ mt: 2.5 }}>
      <NoteForm id={id} patientId={patient?.id ?? null} />
    </Box>
  );
}
