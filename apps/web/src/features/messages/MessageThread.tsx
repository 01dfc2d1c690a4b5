import AddCommentOutlinedIcon from '@mui/icons-material/AddCommentOutlined';
import AssignmentIndOutlinedIcon from '@mui/icons-material/AssignmentIndOutlined';
import EditOutlinedIcon from '@mui/icons-material/EditOutlined';
import PhoneCallbackOutlinedIcon from '@mui/icons-material/PhoneCallbackOutlined';
import ReplyOutlinedIcon from '@mui/icons-material/ReplyOutlined';
import SyncAltIcon from '@mui/icons-material/SyncAlt';
import TaskAltIcon from '@mui/icons-material/TaskAlt';
import { Box, Link, Stack, Typography } from '@mui/material';
import type { MessageEvent, PhoneMessageRecord } from '@portal/contract/messages';
import { STATUS_LABELS } from '@portal/domain/message-status';
import { personName } from '@portal/domain/person-name';
import type { ComponentType } from 'react';
import { Link as RouterLink } from 'react-router';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { MESSAGE_LABELS } from './message-labels.ts';

const ICONS: Readonly<Record<MessageEvent['kind'], ComponentType<{ readonly fontSize: 'small' }>>> = {
  Created: PhoneCallbackOutlinedIcon,
  Edited: EditOutlinedIcon,
  Assigned: AssignmentIndOutlinedIcon,
  StatusChanged: SyncAltIcon,
  Completed: TaskAltIcon,
  Note: AddCommentOutlinedIcon,
  FollowUp: ReplyOutlinedIcon,
};

/** The history of a message, oldest first, with notes and the resolution. */
export function MessageThread({ message }: { readonly message: PhoneMessageRecord }) {
  return (
    <Stack component="ol" spacing={2} aria-label="History" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {message.events.map((event) => (
        <Step key={event.id} event={event} message={message} />
      ))}
    </Stack>
  );
}

const EVENT_TEXTS: Readonly<Record<MessageEvent['kind'], (event: MessageEvent) => string>> = {
  Created: () => 'took the message',
  Edited: ({ changedFields }) => `edited ${formatList(changedFields.map(fieldLabel))}`,
  Assigned: ({ assignedTo, user }) => {
    if (assignedTo === null) return 'unassigned the message';
    return assignedTo.id === user?.id
      ? 'assigned it to themselves'
      : `assigned it to ${personName(assignedTo)}`;
  },
  StatusChanged: ({ status }) =>
    status === null ? 'changed the status' : `set the status to ${STATUS_LABELS[status]}`,
  Completed: () => 'completed the message',
  Note: () => 'added a note',
  FollowUp: () => 'created follow-up',
};

/** Describes a thread entry, to follow the user name: "edited Priority and Message". */
const describeEvent = (event: MessageEvent): string => EVENT_TEXTS[event.kind](event);

const LABELS: Readonly<Record<string, string>> = MESSAGE_LABELS;
const fieldLabel = (name: string): string => LABELS[name] ?? name;

/** "A", "A and B", "A, B and C". */
function formatList(words: readonly string[]): string {
  const last = words.at(-1) ?? 'nothing';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

function Step({ event, message }: { readonly event: MessageEvent; readonly message: PhoneMessageRecord }) {
  const times = usePracticeTimes();
  const Icon = ICONS[event.kind];
  const isText = event.text !== null && (event.kind === 'Note' || event.kind === 'Completed');
  return (
    <Stack component="li" direction="row" spacing={1.5}>
      <Box aria-hidden sx={{ color: 'text.secondary', pt: 0.25, display: 'flex' }}>
        <Icon fontSize="small" />
      </Box>
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          <Box component="span" sx={{ fontWeight: 600 }}>
            {event.user === null ? 'System' : personName(event.user)}
          </Box>{' '}
          {describeEvent(event)}
          {event.kind === 'FollowUp' ? <FollowUpLink number={event.text} message={message} /> : null}
        </Typography>
        <Typography component="time" dateTime={event.at} variant="caption" color="textSecondary">
          {times.dateTime(event.at)}
        </Typography>
        {isText ? (
          <Typography
            sx={{
              mt: 0.5,
              px: 1.5,
              py: 1,
              borderRadius: 1,
              bgcolor: 'action.hover',
              whiteSpace: 'pre-line',
              overflowWrap: 'anywhere',
            }}
          >
            {event.text}
          </Typography>
        ) : null}
      </Box>
    </Stack>
  );
}

/** Links to the follow-up, or shows its number if it was deleted. */
function FollowUpLink({
  number,
  message,
}: {
  readonly number: string | null;
  readonly message: PhoneMessageRecord;
}) {
  const found = message.followUps.find(({ messageNumber }) => messageNumber === number);
  if (found === undefined) return ` ${number ?? ''}`;
  return (
    <>
      {' '}
      <Link component={RouterLink} to={`/messages/${found.id}`}>
        {found.messageNumber}
      </Link>
    </>
  );
}
