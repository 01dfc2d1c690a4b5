import { AppError } from '#platform/app-error.ts';
import type { RequestContext } from '#request/context.ts';

/**
 * The version a change was based on, from the body or `If-Match`; undefined when neither says one. Throws STALE with the current
 * record when it is not the record's.
 */
export function checkVersion(
  context: RequestContext,
  sent: number | undefined,
  current: { readonly version: number },
): void {
  const expected = sent ?? context.ifMatch;
  if (expected !== undefined && expected !== current.version) throw new AppError('STALE', { current });
}
