import { Box, Typography, useTheme } from '@mui/material';
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine';
import { LineChart } from '@mui/x-charts/LineChart';
import type { PillCount } from '@portal/contract/pill-counts';
import { formatPillNumber } from '@portal/domain/pill-count';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';

/** Chart of days over (above zero) or under (below zero) the expected count. Dashed lines mark the thresholds. */
export function PillTrendChart({ counts }: { readonly counts: readonly PillCount[] }) {
  const times = usePracticeTimes();
  const { vars } = useTheme();
  const days = counts.map(({ pillsRemaining, expectedPillsRemaining, variance }) =>
    pillsRemaining < expectedPillsRemaining ? -variance : variance,
  );
  const most = Math.max(4, ...days.map((value) => Math.ceil(Math.abs(value))));
  return (
    <Box>
      <Typography variant="body2" color="textSecondary">
        Days of medication over (above zero) or under (below zero) the expected count. Between the inner
        lines, the variance is appropriate; beyond the outer lines, it is significant.
      </Typography>
      <Box
        component="figure"
        sx={{ m: 0 }}
        aria-label={`Variance of ${counts.length} counts; see the table below for details`}
      >
        <LineChart
          height={240}
          hideLegend
          skipAnimation
          margin={{ left: 0, right: 40, top: 16, bottom: 0 }}
          xAxis={[
            {
              scaleType: 'point',
              data: counts.map((_count, index) => index),
              valueFormatter: (index: number) => {
                const count = counts[index];
                return count === undefined ? '' : times.date(count.calculatedAt);
              },
            },
          ]}
          yAxis={[{ min: -most, max: most, width: 36 }]}
          series={[
            {
              data: days,
              label: 'Days',
              color: vars.palette.primary.main,
              curve: 'linear',
              showMark: true,
              valueFormatter: (value) => (value === null ? '' : `${formatPillNumber(value)} days`),
            },
          ]}
          grid={{ horizontal: true }}
        >
          {[1, -1].map((y) => (
            <ChartsReferenceLine
              key={y}
              y={y}
              lineStyle={{ stroke: vars.palette.success.main, strokeDasharray: '4 4' }}
            />
          ))}
          {[3, -3].map((y) => (
            <ChartsReferenceLine
              key={y}
              y={y}
              lineStyle={{ stroke: vars.palette.error.main, strokeDasharray: '4 4' }}
            />
          ))}
        </LineChart>
      </Box>
    </Box>
  );
}
