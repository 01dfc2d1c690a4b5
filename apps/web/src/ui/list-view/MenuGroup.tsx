import { Box, Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';

/** A part of the View menu with a heading. */
export function MenuGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <Box component="fieldset" aria-labelledby={id} sx={{ m: 0, px: 0, py: 0.5, border: 0, minWidth: 0 }}>
      <Typography id={id} variant="body2" color="textSecondary" sx={{ px: 2, py: 0.5, fontWeight: 600 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}
