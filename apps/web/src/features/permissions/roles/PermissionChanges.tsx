import { Stack, Typography } from '@mui/material';
import { StatusChip } from '#ui/StatusChip.tsx';

interface PermissionChangesProps {
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/** Chips for the permissions that a user gains and loses. */
export function PermissionChanges({ gained, lost }: PermissionChangesProps) {
  if (gained.length + lost.length === 0)
    return (
      <Typography variant="body2" color="textSecondary">
        No effective change
      </Typography>
    );
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {gained.map((name) => (
        <StatusChip key={name} label={`Gains ${name}`} color="success" />
      ))}
      {lost.map((name) => (
        <StatusChip key={name} label={`Loses ${name}`} color="error" />
      ))}
    </Stack>
  );
}
