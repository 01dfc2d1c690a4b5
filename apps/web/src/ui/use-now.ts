import { useEffect, useState } from 'react';

/** Milliseconds between two looks at the clock. */
const TICK_MS = 15_000;

/** The present, moving on while the screen is open: entries expire and waits grow before the user's eyes. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
