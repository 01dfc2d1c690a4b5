import type { DictationRow, DictationSortKey } from '@portal/contract/dictations';
import { formatDateUs } from '@portal/domain/date';
import { CO_SIGNATURE_LABELS } from '@portal/domain/dictation/co-signature';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { ListLink } from '#ui/list-parts.tsx';
import { nowText } from '#ui/NowCaption.tsx';
import { DeceasedChip } from '#ui/StatusChip.tsx';
import { DictationStatusChip } from './DictationStatusChip.tsx';

type DictationColumn = Column<DictationRow, DictationSortKey>;

/** The patient's name, linked to the dictation, with the MRN below. */
export const PATIENT_PARTS = {
  id: 'patient',
  header: 'Patient',
  render: (row) => (
    <>
      <ListLink to={`/dictations/${row.id}`}>{row.patientName}</ListLink>
      <DeceasedChip patient={row.patientDeath ?? {}} />
    </>
  ),
  caption: (row) => `MRN ${row.patientMRN}${nowText(patientNow(row), ' · ')}`,
} as const satisfies DictationColumn;

/** The patient's name and MRN that have changed since the signature. */
const patientNow = ({ now }: DictationRow) => [
  now?.patientName,
  now?.patientMRN === undefined ? undefined : `MRN ${now.patientMRN}`,
];

/** The template's name, with the group below if there is one. */
const TEMPLATE_PARTS = {
  id: 'template',
  header: 'Template',
  kind: 'title',
  sortKey: 'templateName',
  render: ({ templateName }) => templateName,
  caption: ({ groupName, now }) => `${groupName ?? ''}${nowText([now?.templateName], ' · ')}` || null,
} as const satisfies DictationColumn;

/** The status, with a note of the co-signature and addenda. */
export const STATUS_PARTS = {
  id: 'status',
  header: 'Status',
  kind: 'status',
  width: 144,
  render: ({ status }) => <DictationStatusChip status={status} />,
  caption: ({ coSignature, hasAddendums }) =>
    [
      ...(coSignature === null ? [] : [CO_SIGNATURE_LABELS[coSignature.state].toLowerCase()]),
      ...(hasAddendums ? ['with addendum'] : []),
    ].join(', ') || null,
} as const satisfies DictationColumn;

/** The columns of a list of dictations; times are in the practice's time zone. */
export function dictationColumns(times: PracticeTimes): readonly DictationColumn[] {
  return [
    { ...PATIENT_PARTS, sortKey: 'patientName' },
    TEMPLATE_PARTS,
    {
      id: 'provider',
      header: 'Provider',
      sortKey: 'providerName',
      fold: { order: 2, into: 'template' },
      render: ({ providerName }) => providerName,
      caption: ({ now }) => nowText([now?.providerName]) || null,
    },
    {
      id: 'procedureDate',
      header: 'Procedure Date',
      kind: 'date',
      sortKey: 'procedureDate',
      render: ({ procedureDate }) => formatDateUs(procedureDate),
    },
    {
      id: 'location',
      header: 'Location',
      fold: { order: 1, into: 'provider' },
      render: ({ procedureLocation }) => procedureLocation,
    },
    { ...STATUS_PARTS, sortKey: 'status' },
    {
      id: 'createdAt',
      header: 'Created',
      sortKey: 'createdAt',
      kind: 'moment',
      fold: { order: 1, into: 'procedureDate' },
      isLabeled: true,
      render: ({ createdAt }) => <time dateTime={createdAt}>{times.dateTime(createdAt)}</time>,
    },
  ];
}

/** The same without sorting, for recent dictations. */
export function recentColumns(times: PracticeTimes): readonly Column<DictationRow, never>[] {
  return dictationColumns(times)
    .filter(({ id }) => id !== 'location')
    .map(({ sortKey: _sortKey, ...column }) => ({
      ...column,
      ...((column.id === 'provider' || column.id === 'createdAt') && { card: 'none' as const }),
    }));
}

/** The same without the patient, for a patient's page. */
export function patientDictationColumns(times: PracticeTimes): readonly DictationColumn[] {
  return [
    {
      ...TEMPLATE_PARTS,
      render: ({ id, templateName }) => <ListLink to={`/dictations/${id}`}>{templateName}</ListLink>,
    },
    ...dictationColumns(times).filter(({ id }) => id !== 'patient' && id !== 'template'),
  ];
}
