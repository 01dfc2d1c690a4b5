import type { PillCount } from '@portal/contract/pill-counts';
import { formatDateUs } from '@portal/domain/date';
import { COMPLIANCE_COLORS, formatPillNumber } from '@portal/domain/pill-count';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { daysText } from './PillCountFigures.tsx';

/** Display name of a count: the prescription name, or its date. */
export const prescriptionLabel = ({ prescriptionName, prescriptionDate }: PillCount): string =>
  prescriptionName ?? `Prescription dated ${formatDateUs(prescriptionDate)}`;

/** The columns of the history table. */
export const historyColumns = (times: PracticeTimes): readonly Column<PillCount, never>[] => [
  {
    id: 'prescription',
    header: 'Prescription',
    render: (count) => prescriptionLabel(count),
  },
  {
    id: 'prescriptionDate',
    header: 'Prescribed',
    kind: 'date',
    isLabeled: true,
    render: ({ prescriptionDate }) => formatDateUs(prescriptionDate),
  },
  {
    id: 'pillsGiven',
    header: 'Given',
    kind: 'count',
    align: 'right',
    isLabeled: true,
    render: ({ pillsGiven }) => pillsGiven,
    caption: ({ pillsCarriedOver }) => (pillsCarriedOver === 0 ? null : `+ ${pillsCarriedOver} carried over`),
  },
  {
    id: 'pillsPerDay',
    header: 'Per Day',
    kind: 'count',
    isLabeled: true,
    fold: { order: 2, into: 'prescription' },
    align: 'right',
    render: ({ pillsPerDay }) => formatPillNumber(pillsPerDay),
  },
  {
    id: 'pillsRemaining',
    header: 'Remaining',
    kind: 'count',
    width: 96,
    align: 'right',
    isLabeled: true,
    render: ({ pillsRemaining, expectedPillsRemaining }) =>
      `${pillsRemaining} of ${formatPillNumber(expectedPillsRemaining)}`,
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'status',
    width: 164,
    render: ({ complianceStatus }) => (
      <StatusChip label={complianceStatus} color={COMPLIANCE_COLORS[complianceStatus]} />
    ),
  },
  {
    id: 'variance',
    header: 'Variance',
    align: 'right',
    kind: 'count',
    width: 96,
    isLabeled: true,
    fold: { order: 2, into: 'status' },
    render: ({ variance }) => daysText(variance),
  },
  {
    id: 'calculatedAt',
    header: 'Counted',
    kind: 'moment',
    fold: { order: 1, into: 'prescriptionDate' },
    isLabeled: true,
    render: ({ calculatedAt }) => times.dateTime(calculatedAt),
  },
  {
    id: 'provider',
    header: 'Provider',
    fold: { order: 1, into: 'prescription' },
    render: ({ providerName }) => providerName,
  },
];
