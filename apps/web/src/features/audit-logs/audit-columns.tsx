import type { AuditEntry, AuditSortKey } from '@portal/contract/audit';
import { auditLabel } from '@portal/domain/audit-log';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import { serverNow } from '#lib/server-clock.ts';
import type { Column } from '#ui/DataTable.tsx';
import { ListLink } from '#ui/list-parts.tsx';
import { ActionChip } from './ActionChip.tsx';
import { patientEntityLabel, userText } from './entity-labels.ts';
import { EntityCell } from './EntityCell.tsx';
import { WithTooltip } from './WithTooltip.tsx';

interface ColumnsOf {
  readonly times: PracticeTimes;
  /** Opens an entry's details. */
  readonly onOpen: (id: string) => void;
}

export function auditColumns({ times, onOpen }: ColumnsOf): readonly Column<AuditEntry, AuditSortKey>[] {
  const zone = times.zone(serverNow());
  return [
    {
      id: 'timestamp',
      header: `Timestamp (${zone})`,
      sortKey: 'timestamp',
      render: ({ id, timestamp }) => (
        <button
          type="button"
          className="list-link list-link-text list-link-button list-nowrap"
          aria-haspopup="dialog"
          onClick={() => onOpen(id)}
        >
          {timestampText(timestamp, times, zone)}
        </button>
      ),
    },
    {
      id: 'user',
      header: 'User',
      sortKey: 'user',
      width: 130,
      render: (entry) => <WithTooltip text={userText(entry)} detail={entry.user?.userName ?? null} />,
    },
    {
      id: 'action',
      header: 'Action',
      sortKey: 'action',
      render: ({ action }) => <ActionChip action={action} />,
    },
    {
      id: 'entityType',
      header: 'Entity Type',
      sortKey: 'entityType',
      render: ({ entityType }) => auditLabel(entityType),
    },
    {
      id: 'entityId',
      header: 'Entity ID',
      sortKey: 'entityId',
      width: 150,
      render: (entry) => <EntityCell entry={entry} />,
    },
    {
      id: 'ipAddress',
      header: 'IP Address',
      sortKey: 'ipAddress',
      hideBelow: 'lg',
      render: ({ ipAddress }) => <span className="list-long-words">{ipAddress ?? EMPTY}</span>,
    },
    {
      id: 'patientId',
      header: 'Patient ID',
      sortKey: 'patientId',
      render: (entry) => <PatientCell {...entry} />,
    },
    {
      id: 'reason',
      header: 'Reason',
      sortKey: 'reason',
      hideBelow: 'md',
      render: ({ reasonForAccess }) => <Reason text={reasonForAccess} />,
    },
  ];
}

const EMPTY = '—';

/** The timestamp, with the zone abbreviation if it differs from `shownZone`. */
export function timestampText(timestamp: string, times: PracticeTimes, shownZone: string): string {
  const [text, zone] = [times.timestamp(timestamp), times.zone(timestamp)];
  return zone === shownZone || text.endsWith(zone) ? text : `${text} ${zone}`;
}

/** The patient's MRN with Patient.View, otherwise "Hidden"; the details of an entry name the patients of a list. */
function PatientCell({
  patientId,
  namesPatients,
  medicalRecordNumber,
}: Pick<AuditEntry, 'patientId' | 'namesPatients' | 'medicalRecordNumber'>) {
  if (patientId === null) return namesPatients ? 'In a list' : EMPTY;
  if (medicalRecordNumber === null) return <WithTooltip {...patientEntityLabel(null)} />;
  return (
    <ListLink to={`/patients/${patientId}`} className="list-figures">
      {patientEntityLabel(medicalRecordNumber).text}
    </ListLink>
  );
}

/** At most two lines; the details show the full text. */
function Reason({ text }: { readonly text: string | null }) {
  if (text === null) return EMPTY;
  return (
    <span title={text} className="list-two-lines list-reason">
      {text}
    </span>
  );
}
