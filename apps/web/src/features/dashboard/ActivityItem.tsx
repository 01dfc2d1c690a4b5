import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Activity } from '@portal/contract/dashboard';
import { formatActivityTime } from '@portal/domain/date';
import { ACTIVITY_ICONS } from './activity-icons.ts';

/** One activity: icon, description and a time such as "Jan 5, 3:04 PM". */
export function ActivityItem({ activity }: { readonly activity: Activity }) {
  const { icon, color, description, timestamp } = activity;
  const Icon = ACTIVITY_ICONS[icon];
  return (
    <Stack component="li" direction="row" spacing={1.5} sx={{ alignItems: 'center', py: 1 }}>
      <Box
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          flexShrink: 0,
          width: 32,
          height: 32,
          borderRadius: '50%',
          color: `${color}.main`,
          bgcolor: 'color-mix(in srgb, currentColor 12%, transparent)',
        }}
      >
        <Icon fontSize="small" />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{description}</Typography>
        <Typography component="time" dateTime={timestamp} variant="caption" color="textSecondary">
          {formatActivityTime(timestamp)}
        </Typography>
      </Box>
    </Stack>
  );
}
