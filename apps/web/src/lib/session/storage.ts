import { DEFAULT_PREFERENCES } from '@portal/contract/preferences';
import { currentUser } from '@portal/contract/session';
import type { CurrentUser } from '@portal/contract/session';
import { decodeTokenUser, isTokenExpired, STORAGE_KEYS } from '@portal/domain/session';

/** The stored session: the keys `token` and `user` of local storage. */
export interface SessionStorage {
  readonly token: () => string | null;
  /** The stored user, else the one the token's claims tell of, else null. */
  readonly user: () => CurrentUser | null;
  readonly write: (token: string, user: CurrentUser) => void;
  readonly writeUser: (user: CurrentUser) => void;
  readonly clear: () => void;
}

/** Wraps a browser storage. A stored user that cannot be read counts as none. */
export function createSessionStorage(storage: Storage): SessionStorage {
  const writeUser = (user: CurrentUser) => storage.setItem(STORAGE_KEYS.user, JSON.stringify(user));
  return {
    token: () => storage.getItem(STORAGE_KEYS.token),
    user: () =>
      storedUser(storage.getItem(STORAGE_KEYS.user)) ?? claimedUser(storage.getItem(STORAGE_KEYS.token)),
    writeUser,
    write: (token, user) => {
      // The user first: other tabs start their check when they see the token.
      writeUser(user);
      storage.setItem(STORAGE_KEYS.token, token);
    },
    clear: () => {
      storage.removeItem(STORAGE_KEYS.user);
      storage.removeItem(STORAGE_KEYS.token);
    },
  };
}

/** Whether the stored token has had its time. */
export function isExpired(token: string): boolean {
  return isTokenExpired(token, new Date());
}

function storedUser(text: string | null): CurrentUser | null {
  if (text === null) return null;
  try {
    const parsed = currentUser.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    // Not JSON: somebody else's value under our key.
    return null;
  }
}

function claimedUser(token: string | null): CurrentUser | null {
  const claimed = token === null ? null : decodeTokenUser(token);
  if (claimed === null) return null;
  // What the claims do not tell is read from the server by the start-up check.
  return {
    ...claimed,
    roles: [...claimed.roles],
    title: null,
    mustChangePassword: false,
    preferences: DEFAULT_PREFERENCES,
  };
}
