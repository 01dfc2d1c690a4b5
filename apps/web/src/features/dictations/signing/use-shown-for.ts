import { useEffect, useState } from 'react';

/** Milliseconds before a newly opened dictation can be signed, so a click meant for the previous one does not sign it. */
export const INERT_MS = 1000;

/** Whether the component has been on screen for that many milliseconds. */
export function useShownFor(milliseconds: number): boolean {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDone(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isDone;
}
