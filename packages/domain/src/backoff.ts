/** At most this many retries of the live connection. */
export const HUB_MAX_RETRIES = 5;

/** Sign-in failures are counted over this many minutes. */
export const LOGIN_WINDOW_MINUTES = 15;

/** From this failure on, signing in slows down. */
export const LOGIN_FAILURES_BEFORE_DELAY = 5;

/**
 * Milliseconds to wait before the live connection is tried again, given the retries already made (0 for the first): 1 s
 * doubled each time, capped at 16 s; null after the fifth, when it gives up.
 */
export function hubRetryDelay(attempt: number): number | null {
  return attempt < HUB_MAX_RETRIES ? Math.min(1000 * 2 ** attempt, 16_000) : null;
}

/**
 * Seconds an account and address must wait after that many failures within the window: none before the fifth, then 30 s
 * doubled with each further one up to 15 min.
 */
export function loginDelaySeconds(failures: number): number {
  if (failures < LOGIN_FAILURES_BEFORE_DELAY) return 0;
  return Math.min(30 * 2 ** (failures - LOGIN_FAILURES_BEFORE_DELAY), 15 * 60);
}
