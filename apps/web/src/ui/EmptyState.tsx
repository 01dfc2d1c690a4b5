import { Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** Says what is missing, for example "No offices found". */
  readonly text: string;
  readonly icon?: ReactNode;
  /** What the user can do about it, usually one button. */
  readonly action?: ReactNode;
}

/** Shown when a list or panel has nothing to show. */
export function EmptyState({ text, icon, action }: EmptyStateProps) {
  return (
    <Stack spacing={1.5} sx={{ alignItems: 'center', px: 2, py: 5, textAlign: 'center' }}>
      {icon}
      <Typography color="textSecondary">{text}</Typography>
      {action}
    </Stack>
  );
}
