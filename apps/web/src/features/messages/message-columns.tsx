import type { PhoneMessage } from '@portal/contract/messages';
import type { PatientRef } from '@portal/contract/refs';
import { CATEGORY_LABELS } from '@portal/domain/message-status';
import { formatPhone } from '@portal/domain/phone';
import { lastFirst, personName } from '@portal/domain/person-name';
import { Link as RouterLink } from 'react-router';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { LazyTooltip } from '#ui/LazyTooltip.tsx';
import { ListCaption, ListLink, NoWrap } from '#ui/list-parts.tsx';
import { DeceasedChip, PriorityMark } from '#ui/StatusChip.tsx';
import { unassignedText } from './message-labels.ts';
import { CallTime } from './CallTime.tsx';
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
        {text}
      </RouterLink>
    </LazyTooltip>
  );
}

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
      render: ({ id, messageNumber }) => (
        <ListLink to={`/messages/${id}`} color="primary" className="list-nowrap">
          {messageNumber}
        </ListLink>
      ),
    },
    {
      id: 'category',
      header: 'Category',
      fold: { upTo: 'wide', into: 'number' },
      render: ({ category }) => <NoWrap>{CATEGORY_LABELS[category]}</NoWrap>,
    },
    {
      id: 'caller',
      header: 'Caller',
      render: ({ callerName, callerPhone }) => <Caller name={callerName} phone={callerPhone} />,
    },
    ofPatient
      ? null
      : {
          id: 'patient',
          header: 'Patient',
          fold: { upTo: 'narrow', into: 'caller', isLabeled: true },
          render: ({ patient }) =>
            patient === null ? '—' : <Patient patient={patient} isLink={linksPatient} />,
        },
    {
      id: 'message',
      header: 'Message',
      render: ({ id, message }) => <MessageText id={id} text={message} />,
    },
    {
      id: 'callTime',
      header: 'Call Time',
      render: (message) => (
        <CallTime message={message} text={times.callTime(message.callDateTime)} now={now} />
      ),
    },
    {
      id: 'priority',
      header: 'Priority',
      fold: { upTo: 'wide', into: 'status' },
      render: ({ priority }) => <PriorityMark priority={priority} />,
    },
    { id: 'status', header: 'Status', render: ({ status }) => <MessageStatusChip status={status} wraps /> },
    {
      id: 'assignedTo',
      header: 'Assigned To',
      fold: { upTo: 'narrow', into: 'status' },
      render: (message) =>
        message.assignedToUser === null ? (
          <span className="list-secondary">{unassignedText(message)}</span>
        ) : (
          personName(message.assignedToUser)
        ),
    },
  ];
  return columns.filter((column) => column !== null);
}

function Caller({ name, phone }: { readonly name: string; readonly phone: string | null }) {
  return (
    <div className="list-dense">
      <div>{name}</div>
      {phone === null ? null : <ListCaption className="list-nowrap">{formatPhone(phone)}</ListCaption>}
    </div>
  );
}

function Patient({ patient, isLink }: { readonly patient: PatientRef; readonly isLink: boolean }) {
  const name = lastFirst(patient);
  return (
    <div className="list-dense">
      {isLink ? <ListLink to={`/patients/${patient.id}`}>{name}</ListLink> : name}
      <DeceasedChip patient={patient} />
      <ListCaption className="list-nowrap">MRN {patient.medicalRecordNumber}</ListCaption>
    </div>
  );
}
