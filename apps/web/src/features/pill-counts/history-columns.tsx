import { Box } from '@mui/material';
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
    render: ({ prescriptionDate }) => formatDateUs(prescriptionDate),
  },
  { id: 'pillsGiven', header: 'Given', align: 'right', render: (count) => <Given {...count} /> },
  {
    id: 'pillsPerDay',
    header: 'Per Day',
    align: 'right',
    render: ({ pillsPerDay }) => formatPillNumber(pillsPerDay),
  },
  {
    id: 'pillsRemaining',
    header: 'Remaining',
    align: 'right',
    render: ({ pillsRemaining, expectedPillsRemaining }) => (
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        {pillsRemaining} of {formatPillNumber(expectedPillsRemaining)}
      </Box>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    render: ({ complianceStatus }) => (
      <StatusChip label={complianceStatus} color={COMPLIANCE_COLORS[complianceStatus]} />
    ),
  },
  {
    id: 'variance',
    header: 'Variance',
    align: 'right',
    hideBelow: 'lg',
    render: ({ variance }) => <Box sx={{ whiteSpace: 'nowrap' }}>{daysText(variance)}</Box>,
  },
  {
    id: 'calculatedAt',
    header: 'Counted',
    hideBelow: 'lg',
    render: ({ calculatedAt }) => <Box sx={{ whiteSpace: 'nowrap' }}>{times.dateTime(calculatedAt)}</Box>,
  },
  { id: 'provider', header: 'Provider', hideBelow: 'lg', render: ({ providerName }) => providerName },
];

/** Pills given, plus any carried over. */
function Given({ pillsGiven, pillsCarriedOver }: Pick<PillCount, 'pillsGiven' | 'pillsCarriedOver'>) {
  if (pillsCarriedOver === 0) return pillsGiven;
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {pillsGiven} + {pillsCarriedOver} carried over
    </Box>
  );
}
