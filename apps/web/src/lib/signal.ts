/** Tells listeners that something happened. */
export interface Signal<T> {
  readonly emit: (value: T) => void;
  /** Returns the way to stop listening. */
  readonly listen: (listener: (value: T) => void) => () => void;
}

/** Makes a signal without listeners. */
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
