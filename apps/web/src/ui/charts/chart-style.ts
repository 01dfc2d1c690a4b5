import type { CSSObject } from '@mui/material';

/**
 * The colors of series, as strokes and fills. The second differs from the first in brightness and has stripes, so it is recognized by color-blind eyes and
 * on a black-and-white print.
 */
const SERIES_COLORS = [
  // Softer than a button: bars are large.
  'color-mix(in srgb, var(--mui-palette-primary-main) 75%, var(--mui-palette-background-paper))',
  'var(--mui-palette-secondary-main)',
] as const;

export const colorOf = (series: number): string => SERIES_COLORS[series] ?? SERIES_COLORS[0];

const LABELS = { fontSize: '0.75rem !important', fontVariantNumeric: 'tabular-nums' } as const;

/** Styles of all charts: small axes, direct labels, and what forced colors and paper need, which do not replace the colors of drawings. */
export const CHART_STYLE: CSSObject = {
  '& text': { ...LABELS, fill: 'var(--mui-palette-text-secondary) !important' },
  '& .MuiBarChart-label': {
    fill: 'var(--mui-palette-text-primary) !important',
    fontWeight: 600,
  },
  '&[data-links] svg': { cursor: 'pointer' },
  '@media (forced-colors: active)': {
    '& text': { fill: 'CanvasText !important' },
    '& line, & path[stroke]': { stroke: 'CanvasText !important' },
    '& [data-series-place="0"]': { fill: 'CanvasText !important' },
    '& [data-series-place="1"]': { fill: 'Canvas !important', stroke: 'CanvasText !important' },
  },
  '@media print': {
    '& text': { fill: '#000 !important' },
    '& [data-series-place="0"]': { fill: '#333 !important' },
    '& [data-series-place="1"]': { stroke: '#000 !important' },
  },
};
