import { Box, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface SettingRowProps {
  readonly title: string;
  readonly text: string;
  readonly badge?: ReactNode;
  readonly actions?: ReactNode;
}

/** A setting with its buttons on the right, or below on phones. */
export function SettingRow({ title, text, badge, actions }: SettingRowProps) {
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5, alignItems: { sm: 'center' } }}>
      <Box sx={{ flex: 1 }}>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
          <Typography variant="h3">{title}</Typography>
          {badge}
        </Stack>
        <Typography color="textSecondary">{text}</Typography>
      </Box>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {actions}
      </Stack>
    </Stack>
  );
}
