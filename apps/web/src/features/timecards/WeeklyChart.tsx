import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { BarChart } from '@mui/x-charts/BarChart';
import type { WeeklyReportRow } from '@portal/contract/timecard-reports';
import { formatHours } from '@portal/domain/work-time';

const HOUR = 3600;
/** Pixels for a bar with the space around it, and for axis and legend. */
const BAR = 26;
const REST = 92;

const hoursText = (hours: number | null) => (hours === null ? '' : formatHours(hours * HOUR));

/** The rows on screen as bars: how much of the week was overtime. */
export function WeeklyChart({ rows }: { readonly rows: readonly WeeklyReportRow[] }) {
  const { vars } = useTheme();
  return (
    <Box
      component="figure"
      aria-label={`Hours of ${rows.length} employees; the table above has each of them`}
      sx={{ m: 0 }}
    >
      <BarChart
        layout="horizontal"
        height={rows.length * BAR + REST}
        skipAnimation
        margin={{ left: 0, right: 16, top: 8, bottom: 0 }}
        xAxis={[{ label: 'Hours', height: 56, min: 0, tickNumber: 8 }]}
        yAxis={[
          {
            scaleType: 'band',
            // By id, because two people may share a name.
            data: rows.map(({ userId }) => userId),
            valueFormatter: (id: string) => rows.find(({ userId }) => userId === id)?.userName ?? '',
            width: 150,
          },
        ]}
        series={[
          {
            label: 'Regular',
            stack: 'week',
            data: rows.map(({ regularHours }) => regularHours / HOUR),
            color: vars.palette.primary.main,
            valueFormatter: hoursText,
          },
          {
            label: 'Overtime',
            stack: 'week',
            data: rows.map(({ overtimeHours }) => overtimeHours / HOUR),
            color: vars.palette.secondary.main,
            valueFormatter: hoursText,
          },
        ]}
        grid={{ vertical: true }}
      />
    </Box>
  );
}
