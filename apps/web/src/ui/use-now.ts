import { useEffect, useState } from 'react';

/** Update interval in milliseconds. */
const TICK_MS = 15_000;

/** The current time, updated while the screen is open, for expirations and waiting times. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
