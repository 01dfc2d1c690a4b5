import NavigateBeforeIcon from '@mui/icons-material/NavigateBefore';
import NavigateNextIcon from '@mui/icons-material/NavigateNext';
import { IconButton, Stack, Tooltip, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { PendingPosition } from './use-pending-queue.ts';
import { KEYS } from '../keyboard/use-shortcuts.ts';

interface PendingStepsProps {
  /** null when the dictation is not pending. */
  readonly position: PendingPosition | null;
  /** Path of a dictation on the current screen (view or edit). */
  readonly pathOf: (id: string) => string;
}

/** "2 of 7 pending" with links to the previous and next dictation. */
export function PendingSteps({ position, pathOf }: PendingStepsProps) {
  if (position === null) return null;
  return (
    <Stack direction="row" component="nav" aria-label="Pending dictations" sx={{ alignItems: 'center' }}>
      <Step label={`Previous pending (${KEYS.previous})`} to={position.previousId} pathOf={pathOf}>
        <NavigateBeforeIcon />
      </Step>
      <Typography variant="body2" color="textSecondary" sx={{ whiteSpace: 'nowrap' }}>
        {position.place} of {position.count} pending
      </Typography>
      <Step label={`Next pending (${KEYS.next})`} to={position.nextId} pathOf={pathOf}>
        <NavigateNextIcon />
      </Step>
    </Stack>
  );
}

interface StepProps {
  readonly label: string;
  readonly to: string | null;
  readonly pathOf: (id: string) => string;
  readonly children: ReactNode;
}

function Step({ label, to, pathOf, children }: StepProps) {
  if (to === null)
    return (
      <IconButton size="small" disabled aria-label={label}>
        {children}
      </IconButton>
    );
  return (
    <Tooltip title={label}>
      <IconButton size="small" component={RouterLink} to={pathOf(to)} aria-label={label}>
        {children}
      </IconButton>
    </Tooltip>
  );
}
