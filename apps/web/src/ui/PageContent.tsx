import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { BOTTOM_BAR_ROOM } from './bottom-bar.ts';

const WIDTHS = { form: 880, full: 1600 } as const;

interface PageContentProps {
  readonly children: ReactNode;
  /** `form` keeps lines short; `full` (default) is for lists. */
  readonly width?: keyof typeof WIDTHS;
}

/** The padding and maximum width of a page inside the shell. */
export function PageContent({ children, width = 'full' }: PageContentProps) {
  return (
    <Box
      sx={{
        maxWidth: WIDTHS[width],
        mx: 'auto',
        px: { xs: 1.5, sm: 3 },
        py: { xs: 2, sm: 3 },
        ...BOTTOM_BAR_ROOM,
        '@media print': { maxWidth: 'none', p: 0 },
      }}
    >
      {children}
    </Box>
  );
}
