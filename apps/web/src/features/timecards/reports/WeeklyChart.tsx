import { Box, useTheme } from '@mui/material';
import { BarChart } from '@mui/x-charts/BarChart';
import type { WeeklyReportRow } from '@portal/contract/timecard-reports';
import { formatHours } from '@portal/domain/work-time';

const HOUR = 3600;
/** Height in pixels of a bar with its margins, and of axis and legend. */
const BAR = 26;
const REST = 92;

const hoursText = (hours: number | null) => (hours === null ? '' : formatHours(hours * HOUR));

/** A bar chart of the rows on screen, with regular and overtime hours. */
export function WeeklyChart({ rows }: { readonly rows: readonly WeeklyReportRow[] }) {
  const { vars } = useTheme();
  return (
    <Box
      component="figure"
      aria-label={`Hours of ${rows.length} employees, also listed in the table above`}
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
            // By ID, because two employees may have the same name.
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
