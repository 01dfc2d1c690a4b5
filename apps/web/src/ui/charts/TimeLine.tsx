import { Box } from '@mui/material';
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine';
import { LineChart } from '@mui/x-charts/LineChart';
import { CHART_STYLE, colorOf } from './chart-style.ts';
import type { ChartProps } from './picture-rows.ts';
import { spreadDays } from './spread-days.ts';

/** A line across the chart with its label. */
export interface TimeLineMark {
  readonly value: number;
  readonly label: string;
}

interface TimeLineProps extends ChartProps {
  readonly marks?: readonly TimeLineMark[];
  /** Day of a moment, in the practice's time zone. */
  readonly dayOf: (at: string) => string;
  readonly formatDay: (day: Date) => string;
}

/** Points on a time axis, each of its own, also those of one day. The axis reaches as far below zero as above. */
export function TimeLine({ rows, series, format, onOpen, marks = [], dayOf, formatDay }: TimeLineProps) {
  const values = rows.map((row) => row.values[0] ?? 0);
  const most = Math.max(
    4,
    ...[...values, ...marks.map(({ value }) => value)].map((value) => Math.ceil(Math.abs(value))),
  );
  const places = spreadDays(rows.map(({ at = '' }) => ({ at: Date.parse(at), day: dayOf(at) })));
  const open = (index: number | undefined) => {
    const row = index === undefined ? undefined : rows[index];
    if (row !== undefined) onOpen(row);
  };
  return (
    <Box sx={CHART_STYLE} data-links={rows.some(({ to }) => to !== undefined) || undefined}>
      <LineChart
        height={260}
        hideLegend
        skipAnimation
        margin={{ left: 0, right: 20, top: 12, bottom: 0 }}
        xAxis={[
          {
            scaleType: 'time',
            data: places.map((ms) => new Date(ms)),
            valueFormatter: (day: Date, { location }) =>
              location === 'tick'
                ? formatDay(day)
                : (rows[places.indexOf(day.getTime())]?.label ?? formatDay(day)),
            height: 28,
            tickNumber: 6,
          },
        ]}
        yAxis={[{ min: -most, max: most, width: 36, disableLine: true, disableTicks: true, tickMinStep: 1 }]}
        series={[
          {
            data: values,
            label: series[0] ?? '',
            color: colorOf(0),
            curve: 'linear',
            showMark: true,
            shape: 'circle',
            valueFormatter: (value) => (value === null ? '' : format(value)),
          },
        ]}
        grid={{ horizontal: true }}
        experimentalFeatures={{ keyboardActivation: true }}
        onAxisClick={(_event, axis) => open(axis?.dataIndex)}
      >
        {marks.map(({ value, label }) => (
          <ChartsReferenceLine
            key={value}
            y={value}
            label={label}
            labelAlign="end"
            lineStyle={{ stroke: 'var(--mui-palette-text-secondary)', strokeDasharray: '4 4' }}
            labelStyle={{ fontSize: '0.75rem' }}
          />
        ))}
      </LineChart>
    </Box>
  );
}
