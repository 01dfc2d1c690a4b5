import { Box, Card, Stack, Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  /** Next to the title, for example a button. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A section of a page: a card with an h2 that labels it for screen readers. */
export function Section({ title, actions, children }: SectionProps) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ '& + &': { mt: 2 } }}>
      <Stack
        direction="row"
        sx={{
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 1,
          minHeight: 44,
          px: 2,
          pt: 1.5,
        }}
      >
        {/* A long title wraps before a button beside it does. */}
        <Typography id={id} variant="h2" sx={{ flex: '1 1 0', minWidth: 'min(160px, 100%)' }}>
          {title}
        </Typography>
        {actions}
      </Stack>
      <Box sx={{ px: 2, pt: 1.5, pb: 2 }}>{children}</Box>
    </Card>
  );
}
