import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatDateTimeUs } from '@portal/domain/date';
import { StatusChip } from '#ui/StatusChip.tsx';
import type { ExplainedPermission } from './group-permissions.ts';

/** One permission: what it allows, whether it is held, and what decides that. */
export function PermissionRow({ entry }: { readonly entry: ExplainedPermission }) {
  const until = entry.expiresAt === null ? '' : `, until ${formatDateTimeUs(entry.expiresAt)}`;
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5, py: 0.75 }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{entry.name}</Typography>
        <Typography variant="body2" color="textSecondary">
          {entry.description}
        </Typography>
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ flex: '0 1 240px' }}>
        {entry.sourceDetails}
        {until}
      </Typography>
      <Box sx={{ flex: '0 0 96px' }}>
        <StatusChip
          label={entry.isGranted ? 'Granted' : 'Not granted'}
          color={entry.isGranted ? 'success' : 'default'}
        />
      </Box>
    </Box>
  );
}
