import { Box, Stack, Typography } from '@mui/material';
import { BarChart } from '@mui/x-charts/BarChart';
import { useId } from 'react';
import { useIsPhone } from '../use-screen.ts';
import { CHART_STYLE, colorOf } from './chart-style.ts';
import type { ChartProps, PictureRow } from './picture-rows.ts';

/** Height in pixels of a horizontal bar with its margins, of upright bars, and of an axis. */
const BAR = 32;
const UPRIGHT = 190;
const AXIS = 28;
/** More bars have an axis instead of a label each, and so have upright ones whose labels together have more letters than the screen has room for. */
const MOST_LABELED = 15;
const MOST_LABEL_LETTERS = { phone: 40, other: 75 };
/** Width of a letter of the names beside horizontal bars, and of the longest names. */
const LETTER = 7;
const MOST_LETTERS = 22;
/** Room for the label of the longest bar, as a share of its length. */
const ROOM = 1.15;

interface BarsProps extends ChartProps {
  readonly isUpright: boolean;
}

/** A bar chart: upright for times, horizontal for names. The bars of several series are stacked. */
export function Bars({ rows, series, format, onOpen, isUpright }: BarsProps) {
  const pattern = useId();
  const isPhone = useIsPhone();
  const letters = rows.map(({ values }) => format(values[0] ?? 0).length);
  const hasLabels =
    series.length === 1 &&
    rows.length <= MOST_LABELED &&
    (!isUpright || rows.length * Math.max(...letters) <= MOST_LABEL_LETTERS[isPhone ? 'phone' : 'other']);
  const band = {
    scaleType: 'band' as const,
    data: rows.map(({ id }) => id),
    valueFormatter: (id: string, { location }: { readonly location: string }) => textOf(rows, id, location),
    categoryGapRatio: 0.3,
    // The line on which upright bars stand.
    disableLine: !isUpright,
    disableTicks: true,
  };
  const values = {
    min: 0,
    tickMinStep: 1,
    disableLine: true,
    disableTicks: true,
    // A label beside each bar says more.
    ...(hasLabels && {
      position: 'none' as const,
      max: ROOM * Math.max(1, ...rows.map((row) => row.values[0] ?? 0)),
      domainLimit: 'strict' as const,
    }),
    valueFormatter: format,
  };
  const longest = Math.max(...rows.map(({ label, tick = label }) => tick.length));
  const names = { ...band, width: Math.min(MOST_LETTERS, longest) * LETTER + 12 };
  const open = (index: number | undefined) => {
    const row = index === undefined ? undefined : rows[index];
    if (row !== undefined) onOpen(row);
  };
  return (
    <Box sx={CHART_STYLE} data-links={rows.some(({ to }) => to !== undefined) || undefined}>
      {series.length > 1 ? <Legend series={series} /> : null}
      <BarChart
        layout={isUpright ? 'vertical' : 'horizontal'}
        height={isUpright ? UPRIGHT : rows.length * BAR + (hasLabels ? 8 : AXIS)}
        hideLegend
        skipAnimation
        borderRadius={3}
        margin={{ left: 0, right: 8, top: isUpright ? 4 : 0, bottom: 0 }}
        xAxis={[isUpright ? { ...band, height: AXIS } : { ...values, height: AXIS }]}
        yAxis={[isUpright ? { ...values, width: 40 } : names]}
        grid={hasLabels ? {} : isUpright ? { horizontal: true } : { vertical: true }}
        series={series.map((label, place) => ({
          id: String(place),
          label,
          data: rows.map((row) => row.values[place] ?? 0),
          color: colorOf(place),
          ...(series.length > 1 && { stack: 'all' }),
          ...(hasLabels && {
            barLabel: ({ value }: { readonly value: number | null }) => format(value ?? 0),
            barLabelPlacement: 'outside' as const,
          }),
          valueFormatter: (value: number | null) => format(value ?? 0),
        }))}
        slotProps={{
          bar: ({ seriesId }) => ({
            'data-series-place': seriesId,
            ...(seriesId === '1' && { fill: `url(#${pattern})`, stroke: colorOf(1) }),
          }),
        }}
        experimentalFeatures={{ keyboardActivation: true }}
        // A pointer may be anywhere beside a short bar. Enter is a click on the axis, too.
        onAxisClick={(_event, axis) => open(axis?.dataIndex)}
      >
        <Stripes id={pattern} />
      </BarChart>
    </Box>
  );
}

function textOf(rows: readonly PictureRow[], id: string, location: string): string {
  const row = rows.find((one) => one.id === id);
  return (location === 'tick' ? row?.tick : undefined) ?? row?.label ?? '';
}

/** The fill of the second series. */
function Stripes({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={6} height={6} fill="var(--mui-palette-background-paper)" />
        <line y2={6} stroke={colorOf(1)} strokeWidth={6} />
      </pattern>
    </defs>
  );
}

/** Names of stacked series, which have no labels. */
function Legend({ series }: { readonly series: readonly string[] }) {
  const pattern = useId();
  return (
    <Stack direction="row" aria-hidden sx={{ gap: 2, mb: 0.5 }}>
      {series.map((name, place) => (
        <Stack key={name} direction="row" sx={{ alignItems: 'center', gap: 0.75 }}>
          <svg width={14} height={14}>
            <Stripes id={pattern} />
            <rect
              x={1}
              y={1}
              width={12}
              height={12}
              rx={2}
              data-series-place={place}
              fill={place === 1 ? `url(#${pattern})` : colorOf(place)}
              stroke={colorOf(place)}
            />
          </svg>
          <Typography variant="caption" color="textSecondary">
            {name}
          </Typography>
        </Stack>
      ))}
    </Stack>
  );
}
