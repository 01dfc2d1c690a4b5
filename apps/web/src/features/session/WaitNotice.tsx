import { useEffect, useState } from 'react';
import { waitText } from '#lib/errors/error-text.ts';

interface WaitNoticeProps {
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Countdown until the user can try again. */
export function WaitNotice({ until }: WaitNoticeProps) {
  const [now, setNow] = useState(Date.now);
  const seconds = Math.ceil((until - now) / 1000);
  const isOver = seconds <= 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return isOver ? 'You can try again now.' : `You can try again in ${waitText(seconds)}.`;
}
