import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** The actions of a long form in a dialog. They stay visible while the fields scroll. */
export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return (
    <Box
      data-sticks
      sx={{
        position: 'sticky',
        bottom: -20,
        zIndex: 2,
        pb: 2.5,
        mb: '-20px !important',
        bgcolor: 'var(--surface)',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      {children}
    </Box>
  );
}
