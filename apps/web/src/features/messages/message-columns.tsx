import type { PhoneMessage } from '@portal/contract/messages';
import type { PatientRef } from '@portal/contract/refs';
import { CATEGORY_LABELS, isFinal } from '@portal/domain/message-status';
import { formatPhone } from '@portal/domain/phone';
import { lastFirst, personName } from '@portal/domain/person-name';
import { Link as RouterLink } from 'react-router';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { LazyTooltip } from '#ui/LazyTooltip.tsx';
import { ListLink } from '#ui/list-parts.tsx';
import { DeceasedChip, PriorityMark } from '#ui/StatusChip.tsx';
import { unassignedText } from './message-labels.ts';
import { Waiting } from './CallTime.tsx';
import { MessageStatusChip } from './MessageStatusChip.tsx';

type MessageColumn = Column<PhoneMessage, never>;

interface ColumnOptions {
  readonly times: PracticeTimes;
  readonly now: Date;
  /** Omits the patient column, for the patient page. */
  readonly ofPatient?: boolean;
  /** Whether the user may open the patient page. */
  readonly linksPatient: boolean;
}

const TOOLTIP = { tooltip: { sx: { maxWidth: 480, whiteSpace: 'pre-line', fontSize: '0.8125rem' } } };

/** The message truncated to two lines, with the full text in a tooltip for mouse, touch and keyboard. */
function MessageText({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <LazyTooltip
      title={text}
      // The tooltip is the description; the link text stays the accessible name.
      describeChild
      placement="bottom-start"
      enterTouchDelay={300}
      slotProps={TOOLTIP}
    >
      <RouterLink to={`/messages/${id}`} className="list-link list-link-text list-message-text">
        <span>{text}</span>
      </RouterLink>
    </LazyTooltip>
  );
}

/** The state of a message. */
const STATE: readonly MessageColumn[] = [
  {
    id: 'priority',
    header: 'Priority',
    kind: 'status',
    width: 96,
    fold: { order: 1, into: 'status' },
    render: ({ priority }) => <PriorityMark priority={priority} />,
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'status',
    width: 176,
    render: ({ status }) => <MessageStatusChip status={status} />,
  },
  {
    id: 'assignedTo',
    header: 'Assigned To',
    fold: { order: 1, into: 'status' },
    render: (message) =>
      message.assignedToUser === null ? (
        <span className="list-secondary">{unassignedText(message)}</span>
      ) : (
        personName(message.assignedToUser)
      ),
  },
];

/** The columns of the phone message list, in order. */
export function messageColumns({
  times,
  now,
  ofPatient = false,
  linksPatient,
}: ColumnOptions): readonly MessageColumn[] {
  const columns: readonly (MessageColumn | null)[] = [
    {
      id: 'number',
      header: 'Message #',
      kind: 'record',
      render: ({ id, messageNumber }) => (
        <ListLink to={`/messages/${id}`} color="primary">
          {messageNumber}
        </ListLink>
      ),
    },
    {
      id: 'category',
      header: 'Category',
      kind: 'word',
      fold: { order: 1, into: 'number' },
      render: ({ category }) => CATEGORY_LABELS[category],
    },
    {
      id: 'caller',
      header: 'Caller',
      width: 136,
      card: 'title',
      render: ({ callerName }) => callerName,
      caption: ({ callerPhone }) => (callerPhone === null ? null : formatPhone(callerPhone)),
    },
    ofPatient
      ? null
      : {
          id: 'patient',
          header: 'Patient',
          width: 144,
          fold: { order: 2, into: 'caller' },
          isLabeled: true,
          render: ({ patient }) =>
            patient === null ? '—' : <Patient patient={patient} isLink={linksPatient} />,
          caption: ({ patient }) => (patient === null ? null : `MRN ${patient.medicalRecordNumber}`),
        },
    {
      id: 'message',
      header: 'Message',
      kind: 'text',
      render: ({ id, message }) => <MessageText id={id} text={message} />,
    },
    {
      id: 'callTime',
      header: 'Call Time',
      kind: 'moment',
      width: 144,
      fold: { order: 3, into: 'message' },
      render: ({ callDateTime }) => <time dateTime={callDateTime}>{times.callTime(callDateTime)}</time>,
      caption: (message) => (isFinal(message.status) ? null : <Waiting message={message} now={now} />),
    },
    ...STATE,
  ];
  return columns.filter((column) => column !== null);
}

function Patient({ patient, isLink }: { readonly patient: PatientRef; readonly isLink: boolean }) {
  const name = lastFirst(patient);
  return (
    <>
      {isLink ? <ListLink to={`/patients/${patient.id}`}>{name}</ListLink> : name}
      <DeceasedChip patient={patient} />
    </>
  );
}
