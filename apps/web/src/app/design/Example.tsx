import { Box, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface ExampleProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Examples of one kind under their name. */
export function Example({ title, children }: ExampleProps) {
  return (
    <Box sx={{ '& + &': { mt: 2.5 } }}>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

/** Examples side by side, in as many lines as they need. */
export const Row = ({ children }: { readonly children: ReactNode }) => (
  <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
    {children}
  </Stack>
);
