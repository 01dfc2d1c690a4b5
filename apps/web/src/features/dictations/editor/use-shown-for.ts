import { useEffect, useState } from 'react';

/** Whether the component has been on screen for that many milliseconds. */
export function useShownFor(milliseconds: number): boolean {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDone(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isDone;
}
