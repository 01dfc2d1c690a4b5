import type { Activity } from '@portal/contract/dashboard';
import { createStore } from '#lib/session/state.ts';
import type { Store } from '#lib/session/state.ts';

/** The most activities the feed keeps unless told. */
export const FEED_MAXIMUM = 20;

/** Activities, newest first, and how many are kept. */
export interface FeedState {
  readonly activities: readonly Activity[];
  readonly maximum: number;
}

/** The dashboard's activity feed. */
export interface ActivityFeed {
  readonly get: Store<FeedState>['get'];
  readonly subscribe: Store<FeedState>['subscribe'];
  /** To the front; the list is cut to the maximum. One that is there already stays where it is. */
  readonly add: (activity: Activity) => void;
  readonly replace: (activities: readonly Activity[]) => void;
  readonly clear: () => void;
  /** Lowering it trims the list. */
  readonly setMaximum: (maximum: number) => void;
  /**
   * Replaces the list with what `read` answers, and keeps in front of it what was added meanwhile: the answer may be older
   * than the push. Rejects with what `read` rejects with; the list then stays.
   */
  readonly refill: (read: () => Promise<readonly Activity[]>) => Promise<void>;
}

/** Makes an empty feed. */
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
      // A refill under way was meant for the list that is gone.
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

/** The new ones in front of the list, without those it holds already. */
function withNew(added: readonly Activity[], list: readonly Activity[]): Activity[] {
  const known = new Set(list.map(({ id }) => id));
  return [...added.filter(({ id }) => !known.has(id)), ...list];
}
