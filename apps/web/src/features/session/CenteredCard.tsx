import { Box, Card } from '@mui/material';
import type { ReactNode } from 'react';

/** A card centered on an otherwise empty screen; full width on phones. */
export function CenteredCard({
  children,
  width = 420,
}: {
  readonly children: ReactNode;
  readonly width?: number;
}) {
  return (
    <Box
      component="main"
      sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 2, boxSizing: 'border-box' }}
    >
      <Card
        sx={{
          width: '100%',
          maxWidth: width,
          px: { xs: 2.5, sm: 4 },
          py: 4,
          borderTop: 4,
          borderTopColor: 'primary.main',
        }}
      >
        {children}
      </Card>
    </Box>
  );
}
