import { useEffect, useState } from 'react';
import { serverNow } from '#lib/server-clock.ts';

/** Update interval in milliseconds. */
const TICK_MS = 15_000;

/** The current time, updated while the screen is open, for expirations and waiting times. */
export function useNow(): Date {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
