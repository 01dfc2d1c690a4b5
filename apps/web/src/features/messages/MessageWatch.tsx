import { messageMine } from '@portal/contract/messages';
import { useEffect, useSyncExternalStore } from 'react';
import { liveConnection, missedUpdates, pushedActivity } from '#lib/live/live.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';

/** Polling interval in milliseconds while the live connection is down. */
const POLL_MS = 30_000;

const isConnected = () => liveConnection.state.get().status === 'connected';

/**
 * Keeps the user's open message count and latest assignment up to date: through the live connection, or by polling every
 * 30 seconds while it is down. These background requests do not extend the session.
 */
function useWatchMyMessages() {
  const isLive = useSyncExternalStore(liveConnection.state.subscribe, isConnected);
  const mine = useEndpointQuery(messageMine, {}, { refetchInterval: isLive ? false : POLL_MS });
  const { refetch } = mine;
  useEffect(() => missedUpdates.listen(() => void refetch()), [refetch]);
  useEffect(
    () =>
      pushedActivity.listen(({ entityType }) => {
        if (entityType === 'PhoneMessage') void refetch();
      }),
    [refetch],
  );
  return mine.data;
}

/** Keeps the number of the user's open messages up to date on any page. */
export function MessageWatch() {
  useWatchMyMessages();
  return null;
}
