import { AppError } from '#platform/app-error.ts';
import type { RequestContext } from './context.ts';

/**
 * Checks the version that a change is based on, from the body or `If-Match`. Does nothing when neither is sent.
 * Throws STALE with the current record when the version is outdated.
 */
export function checkVersion(
  context: RequestContext,
  sent: number | undefined,
  current: { readonly version: number },
): void {
  const expected = sent ?? context.ifMatch;
  if (expected !== undefined && expected !== current.version) throw new AppError('STALE', { current });
}
