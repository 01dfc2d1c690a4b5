import { Box, Typography } from '@mui/material';
import type { ResultOf } from '@portal/contract/endpoint';
import type { timecardCompliance } from '@portal/contract/timecard-reports';

type Counts = Pick<
  ResultOf<typeof timecardCompliance>,
  'onTimeCount' | 'lateCount' | 'absentCount' | 'notStartedCount' | 'totalEmployees'
>;

/** The day's arrivals as a stacked bar, with the counts below. */
export function ArrivalBar({ report }: { readonly report: Counts }) {
  const parts = [
    { label: 'On time', count: report.onTimeCount, color: 'success.main' },
    { label: 'Late', count: report.lateCount, color: 'warning.main' },
    { label: 'Absent', count: report.absentCount, color: 'error.main' },
    { label: 'Not started', count: report.notStartedCount, color: 'action.disabled' },
  ].filter(({ count }) => count > 0);
  return (
    <Box component="figure" aria-label="Arrivals by status" sx={{ m: 0, mb: 2 }}>
      <Box sx={{ display: 'flex', gap: '2px', height: 14, borderRadius: 1, overflow: 'hidden' }}>
        {parts.map(({ label, count, color }) => (
          <Box
            key={label}
            sx={{
              width: `${(count / report.totalEmployees) * 100}%`,
              bgcolor: color,
              printColorAdjust: 'exact',
            }}
          />
        ))}
      </Box>
      <Box component="figcaption" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, mt: 0.5 }}>
        {parts.map(({ label, count, color }) => (
          <Typography
            key={label}
            variant="body2"
            color="textSecondary"
            sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}
          >
            <Box
              component="span"
              sx={{ width: 10, height: 10, borderRadius: '50%', bgcolor: color, printColorAdjust: 'exact' }}
            />
            {count} {label.toLowerCase()}
          </Typography>
        ))}
      </Box>
    </Box>
  );
}
