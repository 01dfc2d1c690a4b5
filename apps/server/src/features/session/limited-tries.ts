import { AppError } from '#http/app-error.ts';
import type { SignedInContext } from '#http/context.ts';

/**
 * Runs a check of something secret about the caller and returns what it found. A stolen session must not become a way to guess it,
 * so wrong tries (null) slow down like sign-in (decisions 16). Throws `wrong`, or TOO_MANY_ATTEMPTS.
 */
export async function limitTries<T>(
  context: SignedInContext,
  secret: 'own-password' | 'second-factor',
  check: () => Promise<T | null>,
  wrong: AppError,
): Promise<T> {
  const { deps, ip, now, user } = context;
  const name = `${secret}:${user.id}`;
  refuseWhile(await deps.loginGate.waitSeconds(deps.db, name, ip, now));
  const found = await check();
  if (found === null) {
    refuseWhile(await deps.db.transaction().execute((tx) => deps.loginGate.recordFailure(tx, name, ip, now)));
    throw wrong;
  }
  // Asked again: tries that ran beside this one may have used the tries up.
  refuseWhile(await deps.loginGate.waitSeconds(deps.db, name, ip, now));
  await deps.loginGate.clearAddress(deps.db, name, ip);
  return found;
}

function refuseWhile(seconds: number): void {
  if (seconds > 0) throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: seconds });
}
