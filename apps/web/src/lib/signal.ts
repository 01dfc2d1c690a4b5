/** Notifies listeners of an event. */
export interface Signal<T> {
  readonly emit: (value: T) => void;
  /** Returns a function that removes the listener. */
  readonly listen: (listener: (value: T) => void) => () => void;
}

/** Creates a signal without listeners. */
export function createSignal<T>(): Signal<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    emit: (value) => {
      for (const listener of listeners) listener(value);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
