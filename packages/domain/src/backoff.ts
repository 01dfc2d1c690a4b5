/** Maximum number of retries of the live connection. */
export const HUB_MAX_RETRIES = 5;

/** Failed sign-ins are counted over this many minutes. */
export const LOGIN_WINDOW_MINUTES = 15;

/** From this failure on, further attempts are delayed. */
export const LOGIN_FAILURES_BEFORE_DELAY = 5;

/** From this failure on within the window, further failed sign-ins from one address or network are refused as too many. */
export const LOGIN_FAILURES_OF_ADDRESS = 60;

/**
 * Milliseconds to wait before the next retry of the live connection, given the number of retries so far (0 for the first).
 * Starts at 1 s and doubles up to 16 s; null after the fifth retry, when the client gives up.
 */
export function hubRetryDelay(attempt: number): number | null {
  return attempt < HUB_MAX_RETRIES ? Math.min(1000 * 2 ** attempt, 16_000) : null;
}

/**
 * Seconds that an account and IP address must wait after the given number of failures within the window: none before the
 * fifth, then 30 s, doubling with each further failure up to 15 min.
 */
export function loginDelaySeconds(failures: number): number {
  if (failures < LOGIN_FAILURES_BEFORE_DELAY) return 0;
  return Math.min(30 * 2 ** (failures - LOGIN_FAILURES_BEFORE_DELAY), 15 * 60);
}
