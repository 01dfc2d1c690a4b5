import { useState } from 'react';

/**
 * The text of a filter. It follows changes of the list's address, such as Back, but not those that it has caused: the address follows
 * late, when more may have been typed.
 */
export function useFilterInput(value: string) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  /** What was sent and is not in the address yet. */
  const [sent, setSent] = useState<readonly string[]>([]);
  if (shown !== value) {
    const at = sent.indexOf(value);
    setShown(value);
    setSent(at === -1 ? [] : sent.slice(at + 1));
    if (at === -1) setTyped(value);
  }
  return {
    typed,
    setTyped,
    /** What the filter is, or will be soon. */
    current: sent.at(-1) ?? value,
    /** Notes a change that is sent to the list. */
    noteSent: (next: string) => setSent([...sent, next]),
    /** Forgets changes that the list has not taken. */
    forgetSent: () => setSent([]),
  };
}
