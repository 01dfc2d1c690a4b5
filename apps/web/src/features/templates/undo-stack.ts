import { useRef, useState } from 'react';

/** Steps that can be taken back, oldest first. */
export interface UndoStack<T> {
  readonly past: readonly T[];
  readonly future: readonly T[];
  /** What the last step changed, where typing goes on in the same place; null after any other. */
  readonly typingIn: string | null;
}

export const NO_STEPS: UndoStack<never> = { past: [], future: [], typingIn: null };

/** How many steps are kept. */
const MOST_STEPS = 200;

/** A step away from `before`. Steps of typing in the same place are one. */
export function afterStep<T>(stack: UndoStack<T>, before: T, typingIn: string | null = null): UndoStack<T> {
  if (typingIn !== null && typingIn === stack.typingIn) return { ...stack, future: [] };
  return { past: [...stack.past, before].slice(-MOST_STEPS), future: [], typingIn };
}

/** One step back from `now`; null when there is none. */
export function afterUndo<T>(
  { past, future }: UndoStack<T>,
  now: T,
): { readonly stack: UndoStack<T>; readonly value: T } | null {
  const value = past.at(-1);
  if (value === undefined) return null;
  return { value, stack: { past: past.slice(0, -1), future: [now, ...future], typingIn: null } };
}

/** One step forward again; null when there is none. */
export function afterRedo<T>(
  { past, future }: UndoStack<T>,
  now: T,
): { readonly stack: UndoStack<T>; readonly value: T } | null {
  const [value, ...rest] = future;
  if (value === undefined) return null;
  return { value, stack: { past: [...past, now], future: rest, typingIn: null } };
}

interface Undo<T> {
  /** Changes the value, with a way back. `typingIn` names a text being typed: its letters are one step. */
  readonly change: (next: T, typingIn?: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** Undo and redo of a value that is kept elsewhere, read by `read` and written by `write`. */
export function useUndo<T>(read: () => T, write: (value: T) => void): Undo<T> {
  const stack = useRef<UndoStack<T>>(NO_STEPS);
  const [counts, setCounts] = useState({ past: 0, future: 0 });
  const keep = (next: UndoStack<T>) => {
    stack.current = next;
    setCounts({ past: next.past.length, future: next.future.length });
  };
  const go = (take: typeof afterUndo<T>) => {
    const step = take(stack.current, read());
    if (step === null) return;
    keep(step.stack);
    write(step.value);
  };
  return {
    change: (next, typingIn) => {
      keep(afterStep(stack.current, read(), typingIn ?? null));
      write(next);
    },
    undo: () => go(afterUndo),
    redo: () => go(afterRedo),
    canUndo: counts.past > 0,
    canRedo: counts.future > 0,
  };
}
