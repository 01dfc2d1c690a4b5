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
      kind: 'moment',
      sortKey: 'timestamp',
      render: ({ id, timestamp }) => (
        <button
          type="button"
          className="list-link list-link-text list-link-button"
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
      render: (entry) => <WithTooltip text={userText(entry)} detail={entry.user?.userName ?? null} />,
    },
    {
      id: 'action',
      header: 'Action',
      kind: 'status',
      sortKey: 'action',
      render: ({ action }) => <ActionChip action={action} />,
    },
    {
      id: 'entityType',
      header: 'Entity Type',
      kind: 'word',
      sortKey: 'entityType',
      render: ({ entityType }) => auditLabel(entityType),
    },
    {
      id: 'entityId',
      header: 'Entity ID',
      sortKey: 'entityId',
      fold: { order: 2, into: 'entityType' },
      render: (entry) => <EntityCell entry={entry} />,
    },
    {
      id: 'ipAddress',
      header: 'IP Address',
      sortKey: 'ipAddress',
      kind: 'phone',
      width: 124,
      fold: { order: 1, into: 'user' },
      render: ({ ipAddress }) => ipAddress ?? EMPTY,
    },
    {
      id: 'patientId',
      header: 'Patient ID',
      kind: 'record',
      width: 116,
      sortKey: 'patientId',
      render: (entry) => <PatientCell {...entry} />,
    },
    {
      id: 'reason',
      header: 'Reason',
      sortKey: 'reason',
      kind: 'text',
      fold: { order: 3, into: 'action' },
      render: ({ reasonForAccess }) => reasonForAccess ?? EMPTY,
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
  return <ListLink to={`/patients/${patientId}`}>{patientEntityLabel(medicalRecordNumber).text}</ListLink>;
}
