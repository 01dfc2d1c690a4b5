import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** Pictures beside each other where there is room for two. */
export const PictureGrid = ({ children }: { readonly children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
      gap: 2,
      alignItems: 'start',
      // Sections have a margin where they follow each other.
      '& > section': { mt: '0 !important', height: '100%' },
      '@media print': {
        gridTemplateColumns: 'minmax(0, 1fr)',
        // A picture stays with its title.
        '& > section': { height: 'auto', breakInside: 'avoid' },
      },
    }}
  >
    {children}
  </Box>
);
