import { notificationList } from '@portal/contract/notifications';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { changedNotifications, liveConnection, missedUpdates } from '#lib/live/live.ts';
import { useEndpointQuery, useInvalidateArea } from '#lib/query/endpoint-query.ts';
import { useSession } from '#lib/session/use-session.ts';

/** Polling interval in milliseconds while the live connection is down. */
const POLL_MS = 30_000;
const PAGE_SIZE = 20;

const isConnected = () => liveConnection.state.get().status === 'connected';

const pageInput = (page: number) => ({ query: { page: String(page), pageSize: String(PAGE_SIZE) } });

/** A page of the user's notifications, from 1. */
export const useNotifications = (page: number) => useEndpointQuery(notificationList, pageInput(page));

export const lastPage = (totalCount: number) => Math.max(1, Math.ceil(totalCount / PAGE_SIZE));

/**
 * Keeps the newest notifications up to date: through the live connection, or by polling while it is down, and when permissions
 * change, because the user may then see others.
 */
export function useWatchNotifications() {
  const isLive = useSyncExternalStore(liveConnection.state.subscribe, isConnected);
  const { permissions } = useSession();
  const invalidate = useInvalidateArea();
  const newest = useEndpointQuery(notificationList, pageInput(1), {
    refetchInterval: isLive ? false : POLL_MS,
  });
  const known = useRef(permissions);
  useEffect(() => {
    if (known.current !== permissions) void invalidate(notificationList.tag);
    known.current = permissions;
  }, [permissions, invalidate]);
  useEffect(() => {
    const reload = () => void invalidate(notificationList.tag);
    const stops = [changedNotifications.listen(reload), missedUpdates.listen(reload)];
    return () => stops.forEach((stop) => stop());
  }, [invalidate]);
  return newest.data;
}
