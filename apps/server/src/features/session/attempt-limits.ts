import { LoginThrottle } from '#authz/login-throttle.ts';
import { transact } from '#db/open-transaction.ts';
import { AppError } from '#platform/app-error.ts';
import type { RequestContext, SignedInContext } from '#request/context.ts';

/**
 * Runs a check of the caller's password and returns its result; null means a wrong password. Failed attempts are delayed as in
 * sign-in, so that a stolen session cannot be used to guess the password. Throws `wrong`, or TOO_MANY_ATTEMPTS.
 */
export async function limitPasswordAttempts<T>(
  context: SignedInContext,
  check: () => Promise<T | null>,
  wrong: AppError,
): Promise<T> {
  const { deps, ip, now, user } = context;
  const throttle = new LoginThrottle(deps.keys);
  const name = `own-password:${user.id}`;
  refuseWhile(await throttle.waitSeconds(deps.db, name, ip, now));
  const found = await check();
  if (found === null) {
    refuseWhile(await transact(deps.db, (tx) => throttle.recordFailure(tx, name, ip, now)));
    throw wrong;
  }
  // Check again, because concurrent attempts may have reached the limit.
  refuseWhile(await throttle.waitSeconds(deps.db, name, ip, now));
  await throttle.clearAddress(deps.db, name, ip);
  return found;
}

/**
 * Runs a check of a user's one-time code and returns its result, or null for a wrong code. All attempts of a user count together:
 * sign-ins from any IP address, and open sessions. Throws TOO_MANY_ATTEMPTS.
 */
export async function limitCodeAttempts<T>(
  { deps, now }: RequestContext,
  userId: string,
  check: () => Promise<T | null>,
): Promise<T | null> {
  const throttle = new LoginThrottle(deps.keys);
  refuseWhile(await throttle.recordCodeTry(deps.db, userId, now));
  const found = await check();
  if (found !== null) await throttle.clearCodeTries(deps.db, userId);
  return found;
}

/** Throws TOO_MANY_ATTEMPTS if there are seconds left to wait. */
export function refuseWhile(seconds: number): void {
  if (seconds > 0) throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: seconds });
}
