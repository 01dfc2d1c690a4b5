import { Stack } from '@mui/material';
import { pillCountHistory, type PillCount } from '@portal/contract/pill-counts';
import { formatPillNumber } from '@portal/domain/pill-count';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { Picture } from '#ui/charts/Picture.tsx';
import { NewLink } from '#ui/NewLink.tsx';
import { PillCountHistory } from './PillCountHistory.tsx';

/** The Pill Count tab of the patient page: trend chart and history. */
export function PatientPillCounts({ patientId }: { readonly patientId: string }) {
  // The newest counts, up to the maximum page size.
  const newest = useEndpointQuery(pillCountHistory, {
    params: { patientId },
    query: { page: '1', pageSize: '100' },
  });
  const counts = newest.data?.data.toReversed() ?? [];
  return (
    <Stack spacing={2}>
      <Stack direction="row" sx={{ justifyContent: 'flex-end' }}>
        <NewLink to={`/pill-count?patient=${patientId}`}>New Pill Count</NewLink>
      </Stack>
      {counts.length < 2 ? null : <Trend counts={counts} />}
      <PillCountHistory patientId={patientId} />
    </Stack>
  );
}

/** Variances up to which a count is appropriate, and above which it is significant. */
const MARKS = [
  { value: 3, label: 'Far over' },
  { value: 1, label: 'Over' },
  { value: -1, label: 'Under' },
  { value: -3, label: 'Far under' },
];

/** Days of medication over (above zero) or under (below zero) the expected count. */
function Trend({ counts }: { readonly counts: readonly PillCount[] }) {
  const times = usePracticeTimes();
  return (
    <Picture
      title="Do the pill counts match?"
      chart={{
        kind: 'line',
        marks: MARKS,
        dayOf: times.date,
        formatDay: (day) => times.date(day.toISOString()).slice(0, 5),
      }}
      rowHeader="Counted"
      series={['Days over or under']}
      note="Days of medication over (above zero) or under (below zero) the expected count. Up to one day is appropriate, more than three are significant."
      format={(days) => `${formatPillNumber(days)} days`}
      emptyText="No pill counts"
      rows={counts.map(({ id, calculatedAt, pillsRemaining, expectedPillsRemaining, variance }) => ({
        id,
        label: times.dateTime(calculatedAt),
        at: calculatedAt,
        values: [pillsRemaining < expectedPillsRemaining ? -variance : variance],
        to: `/pill-count/${id}`,
      }))}
    />
  );
}
