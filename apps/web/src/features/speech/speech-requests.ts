import { createStore } from '#lib/session/state.ts';
import { createSignal } from '#lib/signal.ts';
import type { WritingField } from '#ui/form/writing-field.ts';

/** Asks to listen in a text, or to stop; null if no text has the focus. */
export const speechRequest = createSignal<WritingField | null>();

/** The text in which the portal listens; null if it does not. */
export const listeningIn = createStore<{ readonly element: Element | null }>({ element: null });
