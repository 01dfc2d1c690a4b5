import { recentActivity } from '@portal/contract/dashboard';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ApiError } from '#lib/api/api-error.ts';
import { useLoggedError } from '#lib/errors/use-logged-error.ts';
import { activityFeed, missedUpdates } from '#lib/live/live.ts';
import { FEED_MAXIMUM } from '#lib/live/activity-feed.ts';
import { useActivities, useLiveState } from '#lib/live/use-live.ts';
import { call } from '#lib/portal.ts';
import { endpointKey } from '#lib/query/endpoint-query.ts';
import { useSession } from '#lib/session/use-session.ts';

const INPUT = { query: { count: String(FEED_MAXIMUM) } };

/**
 * The activity feed: loads recent activities, then adds those pushed by the server. Reloads when some may have been missed, and when
 * permissions change, because the user may then see different ones.
 */
export function useRecentActivity() {
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
