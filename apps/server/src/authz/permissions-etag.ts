import { createHash } from 'node:crypto';
import type { Caller } from './caller.ts';

/** The header of every answer to somebody who is signed in. */
export const PERMISSIONS_HEADER = 'x-rights';

/**
 * A short mark of what a caller may do, the same as long as that is the same. A screen that gets another one than before reads its
 * rights again: so a change reaches it with its next call where no live connection is open. It does not say which rights they are.
 */
export function permissionsEtag({ roles, permissions }: Pick<Caller, 'roles' | 'permissions'>): string {
  const rights = [[...roles].toSorted().join(','), [...permissions].toSorted().join(',')].join(' ');
  return createHash('sha256').update(rights).digest('base64url').slice(0, 12);
}
