import { DEFAULT_PREFERENCES } from '@portal/contract/preferences';
import { currentUser } from '@portal/contract/session';
import type { CurrentUser } from '@portal/contract/session';
import { storeValue } from './browser-storage.ts';
import { decodeTokenUser, isTokenExpired, STORAGE_KEYS } from '@portal/domain/session';

/** The browser has no room for the session. The message says what to do. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';

  constructor() {
    super(
      'This browser has no room to store your sign-in. Delete the site data of this address in the settings of the browser, then sign in again.',
    );
  }
}

/** The stored session: the keys `token` and `user` in local storage. */
export interface SessionStorage {
  readonly token: () => string | null;
  /** The stored user, or else the user in the token's claims, or else null. */
  readonly user: () => CurrentUser | null;
  /** Throws StorageFullError, and then stores nothing. */
  readonly write: (token: string, user: CurrentUser) => void;
  readonly writeUser: (user: CurrentUser) => void;
  readonly clear: () => void;
}

/** Wraps a browser storage. An invalid stored user is treated as missing. */
export function createSessionStorage(storage: Storage): SessionStorage {
  const writeUser = (user: CurrentUser) => {
    // Without it, the token says who the user is.
    if (!storeValue(storage, STORAGE_KEYS.user, JSON.stringify(user))) storage.removeItem(STORAGE_KEYS.user);
  };
  return {
    token: () => storage.getItem(STORAGE_KEYS.token),
    user: () =>
      storedUser(storage.getItem(STORAGE_KEYS.user)) ?? claimedUser(storage.getItem(STORAGE_KEYS.token)),
    writeUser,
    write: (token, user) => {
      // Write the user first: other tabs start their check when they see the token.
      writeUser(user);
      if (storeValue(storage, STORAGE_KEYS.token, token)) return;
      storage.removeItem(STORAGE_KEYS.user);
      throw new StorageFullError();
    },
    clear: () => {
      storage.removeItem(STORAGE_KEYS.user);
      storage.removeItem(STORAGE_KEYS.token);
    },
  };
}

/** Whether the token has expired. */
export function isExpired(token: string): boolean {
  return isTokenExpired(token, new Date());
}

function storedUser(text: string | null): CurrentUser | null {
  if (text === null) return null;
  try {
    const parsed = currentUser.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    // Not JSON: another program's value under our key.
    return null;
  }
}

function claimedUser(token: string | null): CurrentUser | null {
  const claimed = token === null ? null : decodeTokenUser(token);
  if (claimed === null) return null;
  // The startup check loads the rest from the server.
  return {
    ...claimed,
    roles: [...claimed.roles],
    title: null,
    mustChangePassword: false,
    twoFactorDueAt: null,
    mustSetUpTwoFactor: false,
    preferences: DEFAULT_PREFERENCES,
  };
}
