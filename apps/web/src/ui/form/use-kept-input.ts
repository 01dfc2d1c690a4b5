import { useEffect, useEffectEvent, useState } from 'react';
import { z } from 'zod';
import {
  keepValues,
  removeRestored,
  restoredValues,
  saveWhenSessionEnds,
} from '#lib/session/restored-values.ts';

const kept = z.object({ input: z.unknown() });

interface KeptInput<T> {
  /** The title of the dialog. */
  readonly dialog: string;
  /** The records that the input is about. */
  readonly about: readonly string[];
  readonly initial: T;
  /** Reads kept input; null if it is invalid. */
  readonly parse: (input: unknown) => T | null;
}

/** The input of a dialog that is not a `Form`. When the session ends, it is kept until the same user opens the same dialog again. */
export function useKeptInput<T>({ dialog, about, initial, parse }: KeptInput<T>) {
  const { pathname, search } = window.location;
  const address = `${pathname}${search}`;
  const key = JSON.stringify([address, dialog, about]);
  const [input, setInput] = useState(() => {
    const found = kept.safeParse(restoredValues(key)).data;
    return (found === undefined ? null : parse(found.input)) ?? initial;
  });
  useEffect(() => removeRestored(key), [key]);
  const isDirty = input !== initial;
  const read = useEffectEvent(() => (isDirty ? { input, address, dialog } : null));
  useEffect(() => saveWhenSessionEnds(key, () => read()), [key]);
  return {
    input,
    setInput,
    isDirty,
    /** Keeps the input of a save that failed after the person has left. */
    keep: () => keepValues(key, { input, address, dialog }),
  };
}
