import { Box } from '@mui/material';
import type { ReactNode } from 'react';

interface DifferenceListProps {
  readonly label: string;
  /** Height in pixels above which the list scrolls. */
  readonly maxHeight: number;
  /** `<li>` elements. */
  readonly children: ReactNode;
}

/** A list of changes that can also be scrolled with the keyboard. */
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
