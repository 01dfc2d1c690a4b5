import type { DictationRow, DictationSortKey } from '@portal/contract/dictations';
import { formatDateUs } from '@portal/domain/date';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { ListCaption, ListLink } from '#ui/list-parts.tsx';
import { NowCaption } from '#ui/NowCaption.tsx';
import { DeceasedChip } from '#ui/StatusChip.tsx';
import { DictationStatusChip } from './DictationStatusChip.tsx';

type DictationColumn = Column<DictationRow, DictationSortKey>;

/** The patient's name, linked to the dictation, with the MRN. */
export function PatientCell({ row }: { readonly row: DictationRow }) {
  return (
    <div className="list-min-130 list-padded">
      <ListLink to={`/dictations/${row.id}`}>{row.patientName}</ListLink>
      <DeceasedChip patient={row.patientDeath ?? {}} />
      <ListCaption className="list-nowrap">MRN {row.patientMRN}</ListCaption>
      <NowCaption values={patientNow(row)} />
    </div>
  );
}

/** The patient's name and MRN that have changed since the signature. */
const patientNow = ({ now }: DictationRow) => [
  now?.patientName,
  now?.patientMRN === undefined ? undefined : `MRN ${now.patientMRN}`,
];

/** The template's name, with the group if there is one. */
function TemplateCell({ row, linked }: { readonly row: DictationRow; readonly linked: boolean }) {
  return (
    <div className="list-anywhere">
      {linked ? <ListLink to={`/dictations/${row.id}`}>{row.templateName}</ListLink> : row.templateName}
      <NowCaption values={[row.now?.templateName]} />
      {row.groupName === null ? null : <ListCaption>{row.groupName}</ListCaption>}
    </div>
  );
}

/** The status, with a note when there are addenda. */
export function StatusCell({ row }: { readonly row: DictationRow }) {
  return (
    <div className="list-nowrap">
      <DictationStatusChip status={row.status} />
      {row.hasAddendums ? <ListCaption>with addendum</ListCaption> : null}
    </div>
  );
}

/** A date and time that does not wrap. */
export const momentCell = (at: string, times: PracticeTimes) => (
  <time dateTime={at} className="list-nowrap">
    {times.dateTime(at)}
  </time>
);

/** The columns of a list of dictations; times are in the practice's time zone. */
export function dictationColumns(times: PracticeTimes): readonly DictationColumn[] {
  return [
    {
      id: 'patient',
      header: 'Patient',
      sortKey: 'patientName',
      render: (row) => <PatientCell row={row} />,
    },
    {
      id: 'template',
      header: 'Template',
      sortKey: 'templateName',
      render: (row) => <TemplateCell row={row} linked={false} />,
    },
    {
      id: 'provider',
      header: 'Provider',
      sortKey: 'providerName',
      render: ({ providerName, now }) => (
        <>
          {providerName}
          <NowCaption values={[now?.providerName]} />
        </>
      ),
    },
    {
      id: 'procedureDate',
      header: 'Procedure Date',
      sortKey: 'procedureDate',
      render: ({ procedureDate }) => formatDateUs(procedureDate),
    },
    {
      id: 'location',
      header: 'Location',
      hideBelow: 'xl',
      render: ({ procedureLocation }) => procedureLocation,
    },
    { id: 'status', header: 'Status', sortKey: 'status', render: (row) => <StatusCell row={row} /> },
    {
      id: 'createdAt',
      header: 'Created',
      sortKey: 'createdAt',
      hideBelow: 'lg',
      render: ({ createdAt }) => momentCell(createdAt, times),
    },
  ];
}

/** The same without sorting, for recent dictations. */
export function recentColumns(times: PracticeTimes): readonly Column<DictationRow, never>[] {
  return dictationColumns(times)
    .filter(({ id }) => id !== 'location')
    .map(({ sortKey: _sortKey, ...column }) => ({
      ...column,
      hideInCards: column.id === 'provider' || column.id === 'createdAt',
    }));
}

/** The same without the patient, for a patient's page. */
export function patientDictationColumns(times: PracticeTimes): readonly DictationColumn[] {
  return [
    {
      id: 'template',
      header: 'Template',
      sortKey: 'templateName',
      render: (row) => <TemplateCell row={row} linked />,
    },
    ...dictationColumns(times).filter(({ id }) => id !== 'patient' && id !== 'template'),
  ];
}
