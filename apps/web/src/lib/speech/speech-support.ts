import { useSyncExternalStore } from 'react';
import { createStore } from '#lib/session/state.ts';
import { findSpeechSupport, installLanguage, recognizersOf, type SpeechSupport } from './browser-engine.ts';

const store = createStore<{ readonly support: SpeechSupport | 'unknown' }>({ support: 'unknown' });
let listeners = 0;

/** Whether this browser recognizes speech on this device; unknown until it was asked. */
export const speechSupport = {
  get: (): SpeechSupport | 'unknown' => store.get().support,
  /** Asks nothing. */
  follow: store.subscribe,
  /** The browser is asked when the first listener comes. */
  subscribe: (listener: () => void): (() => void) => {
    listeners += 1;
    if (listeners === 1)
      void findSpeechSupport(recognizersOf(window)).then((support) => store.set({ support }));
    const leave = store.subscribe(listener);
    return () => {
      listeners -= 1;
      leave();
    };
  },
};

/** The address of the practice's speech server; null if it has none. The page carries it, because it cannot change. */
export const speechServer = (): string | null =>
  document.querySelector('meta[name="speech-server"]')?.getAttribute('content') ?? null;

/** Whether one can speak into texts here. The browser is only asked for a text where one writes. */
export function useCanSpeak({ asks }: { readonly asks: boolean }): boolean {
  const support = useSyncExternalStore(
    asks ? speechSupport.subscribe : speechSupport.follow,
    speechSupport.get,
  );
  return speechServer() !== null || support === 'ready' || support === 'downloadable';
}

/** Loads the language pack; false if that failed. */
export async function loadLanguage(): Promise<boolean> {
  const recognizers = recognizersOf(window);
  const isLoaded = recognizers !== null && (await installLanguage(recognizers));
  if (isLoaded) store.set({ support: 'ready' });
  return isLoaded;
}
