import { createStore } from '#lib/session/state.ts';
import { findSpeechSupport, installLanguage, recognizersOf, type SpeechSupport } from './browser-engine.ts';

const store = createStore<{ readonly support: SpeechSupport | 'unknown' }>({ support: 'unknown' });
let isAsked = false;

/** Whether this browser recognizes speech on this device; the browser is asked once. */
export const speechSupport = {
  get: (): SpeechSupport | 'unknown' => store.get().support,
  subscribe: (listener: () => void): (() => void) => {
    if (!isAsked) {
      isAsked = true;
      void findSpeechSupport(recognizersOf(window)).then((support) => store.set({ support }));
    }
    return store.subscribe(listener);
  },
};

/** Loads the language pack; false if that failed. */
export async function loadLanguage(): Promise<boolean> {
  const recognizers = recognizersOf(window);
  const isLoaded = recognizers !== null && (await installLanguage(recognizers));
  if (isLoaded) store.set({ support: 'ready' });
  return isLoaded;
}
