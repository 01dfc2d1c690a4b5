import { Box, Typography } from '@mui/material';
import { useMemo } from 'react';
import { visuallyHidden } from '#ui/visually-hidden.ts';
import { diffRows, type DiffPart, type DiffRow } from './line-diff.ts';

interface TextDifferencesProps {
  readonly expected: string;
  readonly actual: string;
}

const COLUMNS = { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' };

/** The expected and the actual text side by side, one below the other on phones, with changed words marked. */
export function TextDifferences({ expected, actual }: TextDifferencesProps) {
  const rows = useMemo(() => diffRows(expected, actual), [expected, actual]);
  return (
    <Box
      component="fieldset"
      aria-label="Text, expected and actual"
      sx={{
        m: 0,
        p: 0,
        minWidth: 0,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        overflow: 'hidden',
        typography: 'body2',
      }}
    >
      <Box
        aria-hidden
        sx={{ display: { xs: 'none', sm: 'grid' }, gridTemplateColumns: COLUMNS, bgcolor: 'action.hover' }}
      >
        {['Expected text', 'Actual text'].map((title) => (
          <Typography key={title} variant="subtitle2" sx={{ px: 1, py: 0.5 }}>
            {title}
          </Typography>
        ))}
      </Box>
      {rows.map((row, at) => (
        // The rows of a comparison have no identity of their own.
        // oxlint-disable-next-line react/no-array-index-key
        <Row key={at} row={row} />
      ))}
    </Box>
  );
}

function Row({ row }: { readonly row: DiffRow }) {
  if (row.kind === 'skipped')
    return (
      <Typography variant="caption" component="div" color="textSecondary" sx={{ px: 1, py: 0.5 }}>
        {row.count === 1 ? '1 equal line' : `${row.count} equal lines`}
      </Typography>
    );
  const isSame = row.kind === 'same';
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: COLUMNS, borderTop: 1, borderColor: 'divider' }}>
      {isSame ? (
        <>
          <Line>{row.text}</Line>
          {/* On phones and for screen readers, an equal line is there once. */}
          <Box aria-hidden sx={{ display: { xs: 'none', sm: 'block' } }}>
            <Line>{row.text}</Line>
          </Box>
        </>
      ) : (
        <>
          <Changed parts={row.expected} side="expected" />
          <Changed parts={row.actual} side="actual" />
        </>
      )}
    </Box>
  );
}

const Line = ({ children }: { readonly children: string }) => (
  <Box sx={{ px: 1, py: 0.5, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', minHeight: '1.5em' }}>
    {children}
  </Box>
);

const SIDES = {
  expected: { name: 'Expected', sign: '−', color: 'error', tag: 'del' },
  actual: { name: 'Actual', sign: '+', color: 'success', tag: 'ins' },
} as const;

const tint = (color: string, percent: number) =>
  `color-mix(in srgb, var(--mui-palette-${color}-main) ${percent}%, transparent)`;

interface ChangedProps {
  /** Null if the line is missing on this side. */
  readonly parts: readonly DiffPart[] | null;
  readonly side: keyof typeof SIDES;
}

function Changed({ parts, side }: ChangedProps) {
  const { name, sign, color, tag } = SIDES[side];
  if (parts === null) return <Box sx={{ display: { xs: 'none', sm: 'block' }, bgcolor: 'action.hover' }} />;
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 0.75,
        px: 1,
        py: 0.5,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
        bgcolor: tint(color, 8),
      }}
    >
      <Box component="span" aria-hidden sx={{ fontWeight: 700, userSelect: 'none' }}>
        {sign}
      </Box>
      <Box component="span" sx={{ minWidth: 0 }}>
        <Box component="span" sx={visuallyHidden}>
          {name}:{' '}
        </Box>
        {parts.map(({ text, isChanged }, at) =>
          isChanged ? (
            <Box
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              component={tag}
              sx={{ textDecoration: 'none', fontWeight: 600, borderRadius: 0.5, bgcolor: tint(color, 22) }}
            >
              {text}
            </Box>
          ) : (
            text
          ),
        )}
      </Box>
    </Box>
  );
}
