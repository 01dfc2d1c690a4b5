import type { Activity } from '@portal/contract/dashboard';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { activityFeed, liveConnection } from './live.ts';
import type { LiveState } from './live-connection.ts';

/** Opens the live connection while the component is shown and closes it when it goes (spec 1 §4). */
export function useLiveConnection(): LiveState {
  // Before the first paint, so that nobody reads "Offline" in passing.
  useLayoutEffect(() => {
    liveConnection.start();
    return () => {
      liveConnection.stop();
      activityFeed.clear();
    };
  }, []);
  return useSyncExternalStore(liveConnection.state.subscribe, liveConnection.state.get);
}

/** What the feed holds, newest first. */
export function useActivities(): readonly Activity[] {
  return useSyncExternalStore(activityFeed.subscribe, activityFeed.get).activities;
}
