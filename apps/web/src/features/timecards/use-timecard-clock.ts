import { useEffect, useState } from 'react';

const SECOND_MS = 1000;

/**
 * The current server time, updated every second; the local clock may be wrong. `serverTime` is from a response that arrived at
 * `receivedAt` (milliseconds since 1970 on the local clock).
 */
export function useTimecardClock(serverTime: string, receivedAt: number): Date {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      setNow(Date.now());
      // Ticks on the full second, so that the display never skips one.
      timer = setTimeout(tick, SECOND_MS - ((Date.now() - receivedAt) % SECOND_MS));
    };
    tick();
    return () => clearTimeout(timer);
  }, [receivedAt]);
  return new Date(Date.parse(serverTime) + Math.max(0, now - receivedAt));
}
