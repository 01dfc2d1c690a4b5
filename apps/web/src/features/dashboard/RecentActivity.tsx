import { Button, Skeleton, Stack } from '@mui/material';
import { recentActivity } from '@portal/contract/dashboard';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ApiError } from '#lib/api/api-error.ts';
import { useLoggedError } from '#lib/errors/use-logged-error.ts';
import { FEED_MAXIMUM } from '#lib/live/activity-feed.ts';
import { activityFeed, missedUpdates } from '#lib/live/live.ts';
import { useActivities, useLiveState } from '#lib/live/use-live.ts';
import { call } from '#lib/portal.ts';
import { endpointKey } from '#lib/query/endpoint-query.ts';
import { useSession } from '#lib/session/use-session.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Section } from '#ui/Section.tsx';
import { ActivityItem } from './ActivityItem.tsx';
import { LiveIndicator } from './LiveIndicator.tsx';
import { shownActivities } from './shown-activities.ts';

/** Number of activities shown. */
const SHOWN = 5;

const INPUT = { query: { count: String(FEED_MAXIMUM) } };

/**
 * The activity feed: loads recent activities, then adds those pushed by the server. Reloads when some may have been missed, and when
 * permissions change, because the user may then see different ones.
 */
function useRecentActivity() {
  const live = useLiveState();
  const { permissions } = useSession();
  const recent = useQuery<null, ApiError>({
    queryKey: [...endpointKey(recentActivity, INPUT), permissions],
    // The feed stores the result, because pushed activities change it too.
    queryFn: async ({ signal }) => {
      await activityFeed.refill(() => call(recentActivity, { ...INPUT, signal }));
      return null;
    },
    staleTime: 0,
    gcTime: 0,
  });
  const { refetch } = recent;
  useEffect(() => missedUpdates.listen(() => void refetch()), [refetch]);
  useEffect(() => () => activityFeed.clear(), []);
  useLoggedError('Recent activity', recent.error);
  return {
    live,
    activities: useActivities(),
    isLoading: recent.isPending,
    isFailed: recent.isError,
    retry: () => void refetch(),
  };
}

/** The Recent Activity panel. */
export function RecentActivity() {
  const feed = useRecentActivity();
  return (
    <Section title="Recent Activity" actions={<LiveIndicator live={feed.live} />}>
      <Content {...feed} />
    </Section>
  );
}

function Content({ activities, live, isLoading, isFailed, retry }: ReturnType<typeof useRecentActivity>) {
  if (activities.length > 0) {
    return (
      <Stack
        component="ul"
        sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}
      >
        {shownActivities(activities, SHOWN).map(({ activity, earlier }) => (
          <ActivityItem key={activity.id} activity={activity} earlier={earlier} />
        ))}
      </Stack>
    );
  }
  if (live.status !== 'connected' || isLoading) return <Placeholders />;
  if (isFailed) {
    return (
      <EmptyState
        text="Recent activity could not be loaded."
        action={<Button onClick={retry}>Retry</Button>}
      />
    );
  }
  return <EmptyState text="No recent activity" />;
}

function Placeholders() {
  return (
    <Stack spacing={1.5} aria-hidden>
      {Array.from({ length: SHOWN }, (_, index) => (
        <Stack key={index} direction="row" spacing={1.5} sx={{ alignItems: 'center' }}>
          <Skeleton variant="circular" width={32} height={32} />
          <Stack sx={{ flex: 1 }}>
            <Skeleton width={`${70 - index * 6}%`} />
            <Skeleton width={96} height={14} />
          </Stack>
        </Stack>
      ))}
    </Stack>
  );
}
