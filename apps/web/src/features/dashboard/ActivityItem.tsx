import { Box, Link, Stack, Typography } from '@mui/material';
import type { Activity } from '@portal/contract/dashboard';
import { Link as RouterLink } from 'react-router';
import { useMayOpen } from '#lib/built-pages.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { ACTIVITY_ICONS } from './activity-icons.ts';
import { activityPath } from './activity-path.ts';

interface ActivityItemProps {
  readonly activity: Activity;
  /** Number of earlier sign-ins and sign-outs that have no line of their own. */
  readonly earlier?: number;
}

/** One activity: icon, description with a link to its record, and a time such as "Jan 5, 3:04 PM". */
export function ActivityItem({ activity, earlier = 0 }: ActivityItemProps) {
  const { icon, color, description, timestamp } = activity;
  const times = usePracticeTimes();
  const Icon = ACTIVITY_ICONS[icon];
  const mayOpen = useMayOpen();
  const path = activityPath(activity);
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
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {path !== undefined && mayOpen(path) ? (
            <Link component={RouterLink} to={path} underline="hover">
              {description}
            </Link>
          ) : (
            description
          )}
        </Typography>
        <Typography component="time" dateTime={timestamp} variant="caption" color="textSecondary">
          {times.activity(timestamp)}
        </Typography>
        {earlier === 0 ? null : (
          <Typography component="span" variant="caption" color="textSecondary">
            , and {earlier} earlier {earlier === 1 ? 'sign-in or sign-out' : 'sign-ins and sign-outs'}
          </Typography>
        )}
      </Box>
    </Stack>
  );
}
