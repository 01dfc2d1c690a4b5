import { Box, Typography } from '@mui/material';
import { formatPillNumber } from '@portal/domain/pill-count';

interface PillBarsProps {
  readonly expected: number;
  readonly actual: number;
}

/** Two bars that compare expected and counted pills. */
export function PillBars({ expected, actual }: PillBarsProps) {
  const most = Math.max(expected, actual, 1);
  const bars = [
    { label: 'Expected', value: expected, color: 'primary.main' },
    { label: 'Counted', value: actual, color: 'secondary.main' },
  ];
  return (
    <Box
      component="figure"
      aria-label={`Pills remaining: ${formatPillNumber(expected)} expected, ${formatPillNumber(actual)} counted`}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'max-content minmax(0, 1fr) max-content',
        columnGap: 1.5,
        rowGap: 1,
        alignItems: 'center',
        m: 0,
      }}
    >
      {bars.map(({ label, value, color }) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <Typography variant="body2">{label}</Typography>
          <Box sx={{ bgcolor: 'action.hover', borderRadius: 1, height: 18, overflow: 'hidden' }}>
            <Box
              style={{ width: `${(value / most) * 100}%` }}
              sx={{
                bgcolor: color,
                height: '100%',
                borderRadius: 1,
                // Keep the bar colors in print.
                printColorAdjust: 'exact',
              }}
            />
          </Box>
          <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums', textAlign: 'right' }}>
            {formatPillNumber(value)}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
