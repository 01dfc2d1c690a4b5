import { Box, Link, Typography } from '@mui/material';
import { useMemo } from 'react';
import { Link as RouterLink } from 'react-router';
import { EmptyState } from '#ui/EmptyState.tsx';
import { GUIDE } from './guide.ts';
import { searchGuide, type Piece } from './search-guide.ts';

const MAX_SHOWN = 20;

/** The first sections of the guide that match a search, each with the words around the first hit. */
export function GuideResults({ search }: { readonly search: string }) {
  const hits = useMemo(() => searchGuide(GUIDE, search), [search]);
  return (
    <>
      <Typography component="output" color="textSecondary" sx={{ display: 'block', mb: 2 }}>
        {hits.length === 1 ? '1 section found' : `${hits.length} sections found`}
        {hits.length > MAX_SHOWN ? `. The first ${MAX_SHOWN} are shown.` : null}
      </Typography>
      {hits.length === 0 ? (
        <EmptyState text="No section contains all of these words. Try fewer or other words." />
      ) : (
        <Box
          component="ol"
          aria-label="Search results"
          sx={{ listStyle: 'none', m: 0, p: 0, maxWidth: '45rem' }}
        >
          {hits.slice(0, MAX_SHOWN).map(({ to, title, heading, excerpt }) => (
            <Box key={to} component="li" sx={{ mb: 2.5 }}>
              <Link component={RouterLink} to={to} sx={{ fontWeight: 600 }}>
                <Pieces pieces={title} />
                {heading === null ? null : (
                  <>
                    {' > '}
                    <Pieces pieces={heading} />
                  </>
                )}
              </Link>
              <Typography color="textSecondary">
                <Pieces pieces={excerpt} />
              </Typography>
            </Box>
          ))}
        </Box>
      )}
    </>
  );
}

const HIT = {
  bgcolor: 'color-mix(in srgb, var(--mui-palette-warning-main) 25%, transparent)',
  color: 'text.primary',
};

function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  return pieces.map(({ text, isHit }, at) =>
    isHit ? (
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text have no identity
      <Box key={at} component="mark" sx={HIT}>
        {text}
      </Box>
    ) : (
      text
    ),
  );
}
