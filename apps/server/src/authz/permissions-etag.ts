import { createHash } from 'node:crypto';
import type { Caller } from './caller.ts';

/** Header of every response to a signed-in user. */
export const PERMISSIONS_HEADER = 'x-rights';

/** Hashes of permissions that the session lookup knows. */
const hashes = new WeakMap<Caller['permissions'], string>();

/**
 * A short hash of the caller's roles, permissions and the date by which they must set up 2FA. When it changes, the web app reloads its permissions; so a change arrives
 * with the next call even without a live connection. The hash does not reveal the permissions.
 */
export function permissionsEtag({
  roles,
  permissions,
  twoFactorDueAt,
}: Pick<Caller, 'roles' | 'permissions' | 'twoFactorDueAt'>): string {
  const known = hashes.get(permissions);
  if (known !== undefined) return known;
  const rights = [
    [...roles].toSorted().join(','),
    [...permissions].toSorted().join(','),
    twoFactorDueAt?.toISOString() ?? '',
  ].join(' ');
  const hash = createHash('sha256').update(rights).digest('base64url').slice(0, 12);
  hashes.set(permissions, hash);
  return hash;
}
