import NavigateBeforeIcon from '@mui/icons-material/NavigateBefore';
import NavigateNextIcon from '@mui/icons-material/NavigateNext';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { PendingWalk } from './use-pending-walk.ts';
import { KEYS } from '../keyboard/use-note-keys.ts';

interface PendingStepsProps {
  readonly walk: PendingWalk;
  /** Path of a dictation on the current screen (view or edit). */
  readonly pathOf: (id: string) => string;
}

/** "2 of 7 pending" with links to the previous and next dictation. */
export function PendingSteps({ walk, pathOf }: PendingStepsProps) {
  return (
    <Stack direction="row" component="nav" aria-label="Pending dictations" sx={{ alignItems: 'center' }}>
      <Step label={`Previous pending (${KEYS.previous})`} to={walk.previousId} pathOf={pathOf}>
        <NavigateBeforeIcon />
      </Step>
      <Typography variant="body2" color="textSecondary" sx={{ whiteSpace: 'nowrap' }}>
        {walk.place} of {walk.count} pending
      </Typography>
      <Step label={`Next pending (${KEYS.next})`} to={walk.nextId} pathOf={pathOf}>
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
