import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';
import type { ReceivedMessage } from './webhook-receiver.ts';

/** Whether the library of Standard Webhooks accepts the message, this long after the time in its header. */
export function isAccepted(
  secret: string,
  { headers, body }: ReceivedMessage,
  { secondsLater = 0 } = {},
): boolean {
  const sentAt = Number(headers['webhook-timestamp']);
  // The library compares with the computer’s clock, and messages have the time of the test’s clock.
  vi.useFakeTimers({
    toFake: ['Date'],
    ...(Number.isFinite(sentAt) && { now: (sentAt + secondsLater) * 1000 }),
  });
  try {
    new Webhook(secret).verify(body, { ...headers });
    return true;
  } catch {
    return false;
  } finally {
    vi.useRealTimers();
  }
}
