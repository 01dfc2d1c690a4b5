import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from '#lib/session/state.ts';

/** A key of a page and what it does. */
export interface PageKey {
  readonly keys: string;
  readonly label: string;
}

const store = createStore<{ readonly lists: readonly (readonly PageKey[])[] }>({ lists: [] });

/** Lists the keys of a page or of a part of it while it is open, for the dialog of all keys. It may change on each render. */
export function useRegisteredKeys(keys: readonly PageKey[]): void {
  useEffect(() => {
    store.set({ lists: [...store.get().lists, keys] });
    return () => store.set({ lists: store.get().lists.filter((other) => other !== keys) });
  }, [keys]);
}

/** The keys of the current page. */
export const usePageKeys = (): readonly PageKey[] =>
  useSyncExternalStore(store.subscribe, store.get).lists.flat();
