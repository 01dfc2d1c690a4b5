import { Link, Stack } from '@mui/material';
import type { PhoneMessageRecord } from '@portal/contract/messages';
import { CATEGORY_LABELS, STATUS_LABELS } from '@portal/domain/message-status';
import { patientLabel, personName } from '@portal/domain/person-name';
import { Link as RouterLink } from 'react-router';
import { usePracticeTimes, type PracticeTimes } from '#lib/query/use-practice-times.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { DetailList } from '#ui/DetailList.tsx';
import { PhoneLink } from '#ui/PhoneLink.tsx';
import { useNow } from '#ui/use-now.ts';
import { unassignedText } from './message-labels.ts';
import { CallTime } from './CallTime.tsx';

/** Details of a message: caller, patient, category, call time, assignee and linked messages. */
export function MessageFacts({ message }: { readonly message: PhoneMessageRecord }) {
  const { can } = useAccess();
  const times = usePracticeTimes();
  const now = useNow();
  const { patient, callerPhone, assignedToUser, takenBy, followUpTo, followUps } = message;
  return (
    <DetailList
      items={[
        { label: 'Caller', value: message.callerName },
        {
          label: 'Phone',
          value: callerPhone === null ? null : <PhoneLink digits={callerPhone} />,
        },
        {
          label: 'Patient',
          value:
            patient === null ? null : can('Patient.View') ? (
              <Link component={RouterLink} to={`/patients/${patient.id}`}>
                {patientLabel(patient)}
              </Link>
            ) : (
              patientLabel(patient)
            ),
        },
        { label: 'Category', value: CATEGORY_LABELS[message.category] },
        {
          label: 'Call Time',
          value: <CallTime message={message} text={times.dateTime(message.callDateTime)} now={now} />,
        },
        {
          label: 'Assigned To',
          value: assignedToUser === null ? unassignedText(message) : personName(assignedToUser),
        },
        { label: 'Taken By', value: takenBy === null ? null : personName(takenBy) },
        ...(followUpTo === null
          ? []
          : [{ label: 'Follow-up To', value: <Linked messages={[followUpTo]} times={times} /> }]),
        ...(followUps.length === 0
          ? []
          : [{ label: 'Follow-ups', value: <Linked messages={followUps} times={times} /> }]),
      ]}
    />
  );
}

function Linked({
  messages,
  times,
}: {
  readonly messages: PhoneMessageRecord['followUps'];
  readonly times: PracticeTimes;
}) {
  return (
    <Stack component="span" spacing={0.5}>
      {messages.map(({ id, messageNumber, status, callDateTime }) => (
        <span key={id}>
          <Link component={RouterLink} to={`/messages/${id}`}>
            {messageNumber}
          </Link>
          {`, ${times.dateTime(callDateTime)}, ${STATUS_LABELS[status]}`}
        </span>
      ))}
    </Stack>
  );
}
