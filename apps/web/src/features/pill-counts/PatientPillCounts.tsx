import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { pillCountHistory } from '@portal/contract/pill-counts';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { Section } from '#ui/Section.tsx';
import { PillCountHistory } from './PillCountHistory.tsx';

/** Charts are the largest part of the script; only who looks at one loads them. */
const PillTrendChart = lazy(async () => ({
  default: (await import('./PillTrendChart.tsx')).PillTrendChart,
}));

/** The patient's page, tab "Pill Count": how the counts went over time, and each of them. */
export function PatientPillCounts({ patientId }: { readonly patientId: string }) {
  // As many as a page holds: the newest.
  const newest = useEndpointQuery(pillCountHistory, {
    params: { patientId },
    query: { page: '1', pageSize: '100' },
  });
  const counts = newest.data?.data.toReversed() ?? [];
  return (
    <Stack spacing={2}>
      <Stack direction="row" sx={{ justifyContent: 'flex-end' }}>
        <Button
          component={Link}
          to={`/pill-count?patient=${patientId}`}
          variant="contained"
          startIcon={<AddIcon />}
        >
          New Pill Count
        </Button>
      </Stack>
      {counts.length < 2 ? null : (
        <Section title="Variance over time">
          <Suspense fallback={<Skeleton variant="rounded" height={260} aria-busy />}>
            <PillTrendChart counts={counts} />
          </Suspense>
        </Section>
      )}
      <PillCountHistory patientId={patientId} />
    </Stack>
  );
}
