import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { FLOATING_DARK } from './theme/surfaces.ts';

/** The actions of a long form in a dialog. They stay visible while the fields scroll. */
export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return (
    <Box
      data-sticks
      sx={[
        { position: 'sticky', bottom: -20, zIndex: 2, pb: 2.5, mb: '-20px !important' },
        { bgcolor: 'background.paper', borderTop: 1, borderColor: 'divider' },
        (theme) => theme.applyStyles('dark', { backgroundColor: FLOATING_DARK }),
      ]}
    >
      {children}
    </Box>
  );
}
