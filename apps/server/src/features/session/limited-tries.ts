import { transact } from '#db/open-transaction.ts';
import { AppError } from '#platform/app-error.ts';
import type { RequestContext, SignedInContext } from '#request/context.ts';

/**
 * Runs a check of the caller's password and returns what it found. A stolen session must not become a way to guess it,
 * so wrong tries (null) slow down like sign-in. Throws `wrong`, or TOO_MANY_ATTEMPTS.
 */
export async function limitPasswordTries<T>(
  context: SignedInContext,
  check: () => Promise<T | null>,
  wrong: AppError,
): Promise<T> {
  const { deps, ip, now, user } = context;
  const name = `own-password:${user.id}`;
  refuseWhile(await deps.loginThrottle.waitSeconds(deps.db, name, ip, now));
  const found = await check();
  if (found === null) {
    refuseWhile(await transact(deps.db, (tx) => deps.loginThrottle.recordFailure(tx, name, ip, now)));
    throw wrong;
  }
  // Asked again: tries that ran beside this one may have used the tries up.
  refuseWhile(await deps.loginThrottle.waitSeconds(deps.db, name, ip, now));
  await deps.loginThrottle.clearAddress(deps.db, name, ip);
  return found;
}

/**
 * Runs a check of a one-time code of a user and returns what it found, null for a wrong code. All of a user's codes count together:
 * those of sign-ins, wherever they come from, and those of open sessions. Throws TOO_MANY_ATTEMPTS.
 */
export async function limitCodeTries<T>(
  { deps, now }: RequestContext,
  userId: string,
  check: () => Promise<T | null>,
): Promise<T | null> {
  refuseWhile(await deps.loginThrottle.recordCodeTry(deps.db, userId, now));
  const found = await check();
  if (found !== null) await deps.loginThrottle.clearCodeTries(deps.db, userId);
  return found;
}

function refuseWhile(seconds: number): void {
  if (seconds > 0) throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: seconds });
}
