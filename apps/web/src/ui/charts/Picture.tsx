import BarChartIcon from '@mui/icons-material/BarChart';
import TableIcon from '@mui/icons-material/TableChartOutlined';
import { Box, Button, Skeleton, Typography } from '@mui/material';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { lazyPart } from '../lazy-part.tsx';
import { Section } from '../Section.tsx';
import { TOUCH } from '../theme/screens.ts';
import { useOnScreen } from '../use-on-screen.ts';
import { visuallyHidden } from '../visually-hidden.ts';
import type { PictureRow } from './picture-rows.ts';

/** Height in pixels of a chart that is not there yet. */
const WAITING = 190;
const waiting = <Skeleton variant="rounded" height={WAITING} aria-busy />;

/** Loaded on demand, because the chart library is the largest part of the bundle. */
const Bars = lazyPart(async () => (await import('./Bars.tsx')).Bars, { waiting });
const TimeLine = lazyPart(async () => (await import('./TimeLine.tsx')).TimeLine, { waiting });

const numbers = new Intl.NumberFormat('en-US');

/** How a picture is drawn: horizontal bars for names, upright ones for times, or points on a time axis. */
type Kind =
  | { readonly kind: 'bars' | 'columns' }
  | ({ readonly kind: 'line' } & Pick<ComponentProps<typeof TimeLine>, 'marks' | 'dayOf' | 'formatDay'>);

interface PictureProps {
  /** The question that the picture answers. */
  readonly title: string;
  readonly chart: Kind;
  /** Heading of the labels of the rows in the table. */
  readonly rowHeader: string;
  /** One or two. */
  readonly series: readonly string[];
  /** Undefined while they load. */
  readonly rows: readonly PictureRow[] | undefined;
  readonly query?: { readonly error: Error | null; readonly refetch: () => unknown };
  /** Shown instead of a picture of nothing. */
  readonly emptyText: string;
  /** A sentence above the chart. */
  readonly note?: ReactNode;
  readonly format?: (value: number) => string;
}

/**
 * A section with a chart whose marks open the list of what they count. The same numbers are in the page as a table: for screen
 * readers and on paper, and on screen instead of the chart. Both are drawn when they come onto the screen.
 */
export function Picture(props: PictureProps) {
  const { title, rows, query, emptyText, chart, note } = props;
  const [isTable, setTable] = useState(false);
  const { place, isDrawn } = useOnScreen();
  const isEmpty =
    rows !== undefined &&
    (chart.kind === 'line'
      ? rows.length === 0
      : rows.every(({ values }) => values.every((value) => value === 0)));
  if (rows === undefined && query !== undefined && query.error !== null) {
    // Quiet, because the page beside it tells what is wrong.
    return (
      <Section title={title}>
        <Typography color="textSecondary">
          This picture could not be loaded.{' '}
          <Button size="small" aria-label={`Load again: ${title}`} onClick={() => void query.refetch()}>
            Load again
          </Button>
        </Typography>
      </Section>
    );
  }
  return (
    <Section
      title={title}
      actions={
        rows === undefined || isEmpty ? null : (
          <Button
            size="small"
            aria-label={`Show as ${isTable ? 'chart' : 'table'}: ${title}`}
            onClick={() => setTable(!isTable)}
            sx={{ displayPrint: 'none', flexShrink: 0, '& svg': { fontSize: 18 } }}
          >
            {/* On a phone, the heading needs the room. */}
            {isTable ? <BarChartIcon /> : <TableIcon />}
            <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' }, ml: 0.75 }}>
              Show as {isTable ? 'chart' : 'table'}
            </Box>
          </Button>
        )
      }
    >
      {rows === undefined ? (
        <Skeleton component="output" variant="rounded" height={WAITING} aria-label="Loading" />
      ) : isEmpty ? (
        <Typography color="textSecondary">{emptyText}</Typography>
      ) : !isDrawn ? (
        <Box ref={place} sx={{ height: WAITING }} />
      ) : (
        <Box component="figure" aria-label={title} sx={{ m: 0, breakInside: 'avoid' }}>
          {note === undefined ? null : (
            <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
              {note}
            </Typography>
          )}
          {isTable ? null : <Chart {...props} rows={rows} />}
          <Box sx={isTable ? TABLE : ONLY_PRINTED}>
            <Numbers {...props} rows={rows} isOnScreen={isTable} />
          </Box>
        </Box>
      )}
    </Section>
  );
}

type ShownProps = PictureProps & { readonly rows: readonly PictureRow[] };

const formatNumber = (value: number) => numbers.format(value);

function Chart({ chart, rows, series, format = formatNumber }: ShownProps) {
  const navigate = useNavigate();
  const shared = {
    rows,
    series,
    format,
    onOpen: ({ to }: PictureRow) => {
      if (to !== undefined) void navigate(to);
    },
  };
  if (chart.kind === 'line') return <TimeLine {...shared} {...chart} />;
  return <Bars {...shared} isUpright={chart.kind === 'columns'} />;
}

/** A number is a small target for a finger. */
const TARGET = {
  [TOUCH]: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    minWidth: 44,
    minHeight: 44,
  },
} as const;

/** Plain elements, because a chart of a day has fifty and they are seldom looked at. */
const TABLE = {
  overflowX: 'auto',
  '& table': { borderCollapse: 'collapse', minWidth: { sm: 320 } },
  '& :is(th, td)': {
    px: 2,
    py: 0.75,
    borderBottom: 1,
    borderColor: 'divider',
    typography: 'body2',
    textAlign: 'right',
    fontVariantNumeric: 'tabular-nums',
  },
  '& th:first-of-type': { textAlign: 'left' },
  '& thead th': { fontWeight: 600 },
  '& a': { color: 'primary.main', textUnderlineOffset: 2, ...TARGET },
} as const;

/** Only for screen readers and on paper. */
const ONLY_PRINTED = {
  '@media not print': { ...visuallyHidden, '& a': TARGET },
  '@media print': { ...TABLE, mt: 1 },
} as const;

function Numbers({
  title,
  rowHeader,
  series,
  rows,
  format = formatNumber,
  isOnScreen,
}: ShownProps & { readonly isOnScreen: boolean }) {
  return (
    <table aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{rowHeader}</th>
          {series.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, label, values, to }) => (
          <tr key={id}>
            <th scope="row">{label}</th>
            {series.map((name, place) => (
              <td key={name}>
                {to === undefined ? (
                  format(values[place] ?? 0)
                ) : (
                  <Link
                    to={to}
                    // The keyboard would reach what is out of sight; the marks of the chart are links, too.
                    tabIndex={isOnScreen ? undefined : -1}
                    aria-label={`${label}: ${format(values[place] ?? 0)}`}
                  >
                    {format(values[place] ?? 0)}
                  </Link>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
