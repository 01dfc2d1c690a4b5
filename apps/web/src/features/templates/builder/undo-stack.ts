import { useRef, useState } from 'react';

/** The undo and redo history. */
export interface UndoStack<T> {
  readonly past: readonly T[];
  readonly future: readonly T[];
  /** The text input changed by the last step, so that further typing is merged; null after other steps. */
  readonly typingIn: string | null;
}

export const NO_STEPS: UndoStack<never> = { past: [], future: [], typingIn: null };

/** Maximum number of undo steps. */
const MAX_STEPS = 200;

/** Records a step; `before` is the value before it. Typing in the same input is merged into one step. */
export function afterStep<T>(stack: UndoStack<T>, before: T, typingIn: string | null = null): UndoStack<T> {
  if (typingIn !== null && typingIn === stack.typingIn) return { ...stack, future: [] };
  return { past: [...stack.past, before].slice(-MAX_STEPS), future: [], typingIn };
}

/** Goes back one step from `now`; null if there is none. */
export function afterUndo<T>(
  { past, future }: UndoStack<T>,
  now: T,
): { readonly stack: UndoStack<T>; readonly value: T } | null {
  const value = past.at(-1);
  if (value === undefined) return null;
  return { value, stack: { past: past.slice(0, -1), future: [now, ...future], typingIn: null } };
}

/** Goes forward one step from `now`; null if there is none. */
export function afterRedo<T>(
  { past, future }: UndoStack<T>,
  now: T,
): { readonly stack: UndoStack<T>; readonly value: T } | null {
  const [value, ...rest] = future;
  if (value === undefined) return null;
  return { value, stack: { past: [...past, now], future: rest, typingIn: null } };
}

interface Undo<T> {
  /** Changes the value and records a step. `typingIn` identifies a text input whose typing is merged into one step. */
  readonly change: (next: T, typingIn?: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** Undo and redo for a value that is stored elsewhere, accessed through `read` and `write`. */
export function useUndo<T>(read: () => T, write: (value: T) => void): Undo<T> {
  const stack = useRef<UndoStack<T>>(NO_STEPS);
  const [counts, setCounts] = useState({ past: 0, future: 0 });
  const update = (next: UndoStack<T>) => {
    stack.current = next;
    setCounts({ past: next.past.length, future: next.future.length });
  };
  const go = (take: typeof afterUndo<T>) => {
    const step = take(stack.current, read());
    if (step === null) return;
    update(step.stack);
    write(step.value);
  };
  return {
    change: (next, typingIn) => {
      update(afterStep(stack.current, read(), typingIn ?? null));
      write(next);
    },
    undo: () => go(afterUndo),
    redo: () => go(afterRedo),
    canUndo: counts.past > 0,
    canRedo: counts.future > 0,
  };
}
