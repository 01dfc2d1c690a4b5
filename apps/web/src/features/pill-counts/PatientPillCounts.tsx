import { Skeleton, Stack } from '@mui/material';
import { pillCountHistory } from '@portal/contract/pill-counts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { NewLink } from '#ui/NewLink.tsx';
import { Section } from '#ui/Section.tsx';
import { PillCountHistory } from './PillCountHistory.tsx';

/** Loaded on demand, because the chart library is large. */
const PillTrendChart = lazyPart(async () => (await import('./PillTrendChart.tsx')).PillTrendChart, {
  waiting: <Skeleton variant="rounded" height={260} aria-busy />,
});

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
      {counts.length < 2 ? null : (
        <Section title="Variance over time">
          <PillTrendChart counts={counts} />
        </Section>
      )}
      <PillCountHistory patientId={patientId} />
    </Stack>
  );
}
