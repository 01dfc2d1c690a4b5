import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface DifferenceListProps {
  readonly label: string;
  /** Pixels from which on it scrolls. */
  readonly maxHeight: number;
  /** `<li>`s. */
  readonly children: ReactNode;
}

/** What a change would do, line by line; it scrolls by keyboard as well. */
export function DifferenceList({ label, maxHeight, children }: DifferenceListProps) {
  return (
    <Box
      component="ul"
      tabIndex={0}
      aria-label={label}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        maxHeight,
        overflow: 'auto',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        '& li + li': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      {children}
    </Box>
  );
}
