import type { Activity } from '@portal/contract/dashboard';
import { useSyncExternalStore } from 'react';
import { activityFeed, liveConnection } from './live.ts';
import type { LiveState } from './live-connection.ts';

/** The state of the live connection. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(liveConnection.state.subscribe, liveConnection.state.get);
}

/** The activities of the feed, newest first. */
export function useActivities(): readonly Activity[] {
  return useSyncExternalStore(activityFeed.subscribe, activityFeed.get).activities;
}
