import { waitingCounts } from '@portal/contract/my-work';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useLiveState } from '#lib/live/use-live.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';

/** Polling interval in milliseconds while the live connection is down. */
const POLL_MS = 60_000;
const COUNTED: readonly string[] = ['Dictation', 'MedicalOrder', 'Timecard'];

/** Keeps the counts in the menu up to date: through the live connection, or by polling while it is down. */
export function WaitingWatch() {
  const isLive = useLiveState().status === 'connected';
  // Read again when it opens: the permissions, its key, decide what is counted.
  useEndpointQuery(waitingCounts, {}, { staleTime: 0, refetchInterval: isLive ? false : POLL_MS });
  useLiveRefresh(waitingCounts, {}, ({ entityType }) => COUNTED.includes(entityType));
  return null;
}
