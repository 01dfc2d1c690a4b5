import { messageMine } from '@portal/contract/messages';
import { useEffect, useSyncExternalStore } from 'react';
import { liveConnection, pushedActivity } from '#lib/live/live.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';

/** Milliseconds between two questions while the live connection is not open. */
const POLL_MS = 30_000;

const isConnected = () => liveConnection.state.get().status === 'connected';

/**
 * What waits for the user, always up to date: told by the live connection, asked every half minute while that is not open.
 * A background call: it does not extend the session.
 */
export function useWatchMyMessages() {
  const isLive = useSyncExternalStore(liveConnection.state.subscribe, isConnected);
  const mine = useEndpointQuery(messageMine, {}, { refetchInterval: isLive ? false : POLL_MS });
  const { refetch } = mine;
  // What happened while it was connecting was not told.
  useEffect(() => {
    if (isLive) void refetch();
  }, [isLive, refetch]);
  useEffect(
    () =>
      pushedActivity.listen(({ entityType }) => {
        if (entityType === 'PhoneMessage') void refetch();
      }),
    [refetch],
  );
  return mine.data;
}
