import { Box, Typography } from '@mui/material';
import { Moment } from '#ui/Moment.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import type { ExplainedPermission } from './group-permissions.ts';

/** One permission: its description, whether it is granted, and why. */
export function PermissionRow({ entry }: { readonly entry: ExplainedPermission }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        columnGap: 2,
        alignItems: 'center',
        py: 0.75,
        gridTemplateColumns: { xs: '1fr auto', sm: 'minmax(0, 1fr) 220px 104px' },
        gridTemplateAreas: { xs: '"what state" "why state"', sm: '"what why state"' },
      }}
    >
      <Box sx={{ gridArea: 'what', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{entry.name}</Typography>
        <Typography variant="body2" color="textSecondary">
          {entry.description}
        </Typography>
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ gridArea: 'why' }}>
        {entry.sourceDetails}
        {entry.expiresAt === null ? null : (
          <span style={{ display: 'block' }}>
            Until <Moment at={entry.expiresAt} />
          </span>
        )}
      </Typography>
      <Box sx={{ gridArea: 'state', justifySelf: 'end' }}>
        <StatusChip
          label={entry.isGranted ? 'Granted' : 'Not granted'}
          color={entry.isGranted ? 'success' : 'default'}
        />
      </Box>
    </Box>
  );
}
