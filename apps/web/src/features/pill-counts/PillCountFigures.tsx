import { Alert, Stack, Typography } from '@mui/material';
import type { PillCountResult } from '@portal/contract/pill-counts';
import { COMPLIANCE_COLORS, formatPillNumber } from '@portal/domain/pill-count';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { DetailList } from '#ui/DetailList.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { PillBars } from './PillBars.tsx';

type Figures = Omit<PillCountResult, 'id'>;

/** "1 day", "2.5 days". */
export const daysText = (days: number): string => `${formatPillNumber(days)} ${days === 1 ? 'day' : 'days'}`;

/** All figures of a result, with the compliance status first. */
export function PillCountFigures({ result }: { readonly result: Figures }) {
  const times = usePracticeTimes();
  const { averageDailyUse } = result;
  return (
    <Stack spacing={2}>
      <Alert severity={COMPLIANCE_COLORS[result.complianceStatus]} role="none">
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1, mb: 0.5 }}>
          <StatusChip label={result.complianceStatus} color={COMPLIANCE_COLORS[result.complianceStatus]} />
          {result.isCarryOver ? <StatusChip label="Carry-over" /> : null}
        </Stack>
        <Typography>{result.complianceMessage}</Typography>
      </Alert>
      <PillBars expected={result.expectedPillsRemaining} actual={result.pillsRemaining} />
      <DetailList
        items={[
          { label: 'Days Since Prescription', value: result.daysSincePrescription },
          { label: 'Pills Carried Over', value: result.pillsCarriedOver },
          { label: 'Expected Pills Used', value: formatPillNumber(result.expectedPillsUsed) },
          { label: 'Expected Pills Remaining', value: formatPillNumber(result.expectedPillsRemaining) },
          { label: 'Actual Pills Remaining', value: result.pillsRemaining },
          { label: 'Variance', value: daysText(result.variance) },
          {
            label: 'Average Daily Use',
            value: averageDailyUse === null ? '—' : formatPillNumber(averageDailyUse),
          },
          { label: 'Over / Under', value: result.overUnderText, wide: true },
          {
            label: 'Calculated',
            value: times.dateTime(result.calculatedAt),
          },
        ]}
      />
    </Stack>
  );
}
