import type { Activity } from '@portal/contract/dashboard';
import { createStore, type Store } from '#lib/session/state.ts';

/** Default maximum number of activities in the feed. */
export const FEED_MAXIMUM = 20;

/** Activities, newest first, and the maximum number. */
export interface FeedState {
  readonly activities: readonly Activity[];
  readonly maximum: number;
}

/** The dashboard's activity feed. */
export interface ActivityFeed {
  readonly get: Store<FeedState>['get'];
  readonly subscribe: Store<FeedState>['subscribe'];
  /** Adds an activity at the front and trims the list. An activity that is already in the list keeps its place. */
  readonly add: (activity: Activity) => void;
  readonly replace: (activities: readonly Activity[]) => void;
  readonly clear: () => void;
  /** A lower maximum trims the list. */
  readonly setMaximum: (maximum: number) => void;
  /**
   * Replaces the list with the result of `read`, after any activities that were added while it loaded: the response
   * may be older than those. If `read` fails, the list stays and the promise rejects.
   */
  readonly refill: (read: () => Promise<readonly Activity[]>) => Promise<void>;
}

/** Creates an empty feed. */
export function createActivityFeed(maximum = FEED_MAXIMUM): ActivityFeed {
  const store = createStore<FeedState>({ activities: [], maximum });
  const refills = new Set<Activity[]>();

  const put = (activities: readonly Activity[]) =>
    store.set({ activities: activities.slice(0, store.get().maximum) });

  return {
    get: store.get,
    subscribe: store.subscribe,
    add: (activity) => {
      for (const arrived of refills) arrived.unshift(activity);
      put(withNew([activity], store.get().activities));
    },
    replace: put,
    clear: () => {
      // Ignore the results of running refills, which were for the old list.
      refills.clear();
      put([]);
    },
    setMaximum: (most) => {
      store.set({ maximum: most });
      put(store.get().activities);
    },
    refill: async (read) => {
      const arrived: Activity[] = [];
      refills.add(arrived);
      try {
        const activities = await read();
        if (refills.has(arrived)) put(withNew(arrived, activities));
      } finally {
        refills.delete(arrived);
      }
    },
  };
}

/** Adds new activities at the front of the list, without duplicates. */
function withNew(added: readonly Activity[], list: readonly Activity[]): Activity[] {
  const known = new Set(list.map(({ id }) => id));
  return [...added.filter(({ id }) => !known.has(id)), ...list];
}
