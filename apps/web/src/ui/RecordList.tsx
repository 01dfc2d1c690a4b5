import { Box, Link, Stack, Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { visuallyHidden } from './visually-hidden.ts';

/** A row of a short list of records. */
export interface RecordLine {
  readonly id: string;
  /** The record's page; undefined if the user may not open it. */
  readonly to: string | undefined;
  readonly title: string;
  /** A second line in gray. */
  readonly detail: ReactNode;
  /** Chips at the end. */
  readonly marks?: ReactNode;
}

interface RecordListProps {
  readonly title: string;
  /** The first records. */
  readonly lines: readonly RecordLine[];
  /** Number of all records. */
  readonly total: number;
  /** Says what will appear here. */
  readonly emptyText: string;
  /** The page with all records. */
  readonly allTo: string | undefined;
  /** What adds the first record. An empty list with it is one quiet line. */
  readonly add?: { readonly label: string; readonly to: string };
}

/** A short list of links to records below an h3, with the number of all and a link to them. */
export function RecordList({ title, lines, total, emptyText, allTo, add }: RecordListProps) {
  const id = useId();
  if (lines.length === 0 && add !== undefined)
    return (
      <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
        <Typography id={id} variant="h3" sx={visuallyHidden}>
          {title}
        </Typography>
        <Stack
          direction="row"
          sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, minHeight: { xs: 44, sm: 28 } }}
        >
          <Typography variant="body2" color="textSecondary">
            {emptyText}
          </Typography>
          <Link component={RouterLink} to={add.to} variant="body2">
            {add.label}
          </Link>
        </Stack>
      </Box>
    );
  const hasMore = allTo !== undefined && total > 0;
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Stack
        direction="row"
        sx={{ alignItems: 'center', gap: 1, minHeight: { xs: hasMore ? 44 : 0, sm: 0 }, mb: 0.5 }}
      >
        <Typography id={id} variant="h3">
          {title}{' '}
          {total === 0 ? null : (
            <Typography component="span" color="textSecondary" sx={{ ml: 0.25, fontWeight: 600 }}>
              {total}
            </Typography>
          )}
        </Typography>
        {hasMore ? (
          <Link
            component={RouterLink}
            to={allTo}
            variant="body2"
            aria-label={`View all: ${title}`}
            sx={{ ml: 'auto' }}
          >
            View all
          </Link>
        ) : null}
      </Stack>
      {lines.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {emptyText}
        </Typography>
      ) : (
        <Box
          component="ul"
          sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}
        >
          {lines.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </Box>
      )}
    </Box>
  );
}

/** A click anywhere in the line opens the link. */
const WHOLE_LINE = {
  '&&': { position: 'static' },
  '&&::after': { content: '""', position: 'absolute', inset: 0 },
} as const;

function Line({ line: { to, title, detail, marks } }: { readonly line: RecordLine }) {
  return (
    <Stack
      component="li"
      data-target-area
      direction="row"
      sx={{ position: 'relative', alignItems: 'center', gap: 1, minHeight: 44, py: 0.75 }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {to === undefined ? (
          <Typography noWrap sx={{ fontWeight: 500 }}>
            {title}
          </Typography>
        ) : (
          <Link
            component={RouterLink}
            to={to}
            noWrap
            underline="hover"
            sx={{ display: 'block', fontWeight: 500, ...WHOLE_LINE }}
          >
            {title}
          </Link>
        )}
        <Typography component="div" variant="body2" color="textSecondary" noWrap>
          {detail}
        </Typography>
      </Box>
      {marks === undefined ? null : (
        <Stack direction="row" sx={{ flexShrink: 0, gap: 0.5 }}>
          {marks}
        </Stack>
      )}
    </Stack>
  );
}
