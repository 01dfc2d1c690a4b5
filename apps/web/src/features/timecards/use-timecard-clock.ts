import { useEffect, useState } from 'react';

const SECOND_MS = 1000;

/**
 * The server's present, ticking every second: this computer's clock may be wrong, and what counts is the server's.
 * `serverTime` is the moment of an answer that came in at `receivedAt` (milliseconds since 1970 on this computer).
 */
export function useTimecardClock(serverTime: string, receivedAt: number): Date {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      setNow(Date.now());
      // On the full second, so that the display never skips one.
      timer = setTimeout(tick, SECOND_MS - ((Date.now() - receivedAt) % SECOND_MS));
    };
    tick();
    return () => clearTimeout(timer);
  }, [receivedAt]);
  return new Date(Date.parse(serverTime) + Math.max(0, now - receivedAt));
}
