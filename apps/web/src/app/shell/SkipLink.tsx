import { Button } from '@mui/material';
import type { RefObject } from 'react';

/** The first Tab stop: skips the menu and moves the focus to the page. Visible only while focused. */
export function SkipLink({ target }: { readonly target: RefObject<HTMLElement | null> }) {
  return (
    <Button
      variant="contained"
      onClick={() => target.current?.focus()}
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: 'tooltip',
        '&:not(:focus-visible)': {
          clipPath: 'inset(50%)',
          width: '1px',
          height: '1px',
          minWidth: 0,
          p: 0,
          overflow: 'hidden',
        },
        '@media print': { display: 'none' },
      }}
    >
      Skip to content
    </Button>
  );
}
