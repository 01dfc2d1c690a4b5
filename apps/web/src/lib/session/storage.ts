import { DEFAULT_PREFERENCES } from '@portal/contract/preferences';
import { currentUser, type CurrentUser } from '@portal/contract/session';
import { storeValue } from './browser-storage.ts';
import { decodeTokenUser, isTokenExpired, STORAGE_KEYS, tokenSessionId } from '@portal/domain/session';
import { z } from 'zod';

/** The browser has no room for the session. The message says what to do. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';

  constructor() {
    super(
      'This browser has no room to store your sign-in. Delete the site data of this address in the settings of the browser, then sign in again.',
    );
  }
}

/** The stored session: the keys `token`, `user` and `permissions` in local storage. */
export interface SessionStorage {
  readonly token: () => string | null;
  /** The stored user, or else the user in the token's claims, or else null. */
  readonly user: () => CurrentUser | null;
  /** Throws StorageFullError, and then stores nothing. */
  readonly write: (token: string, user: CurrentUser) => void;
  readonly writeUser: (user: CurrentUser) => void;
  /** The permissions that the stored session last had, or null. They only decide what is asked for ahead of time. */
  readonly permissions: () => readonly string[] | null;
  readonly writePermissions: (names: readonly string[]) => void;
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
      parsedAs(currentUser, storage.getItem(STORAGE_KEYS.user)) ??
      claimedUser(storage.getItem(STORAGE_KEYS.token)),
    writeUser,
    permissions: () => {
      const sessionId = tokenSessionId(storage.getItem(STORAGE_KEYS.token) ?? '');
      const known = parsedAs(knownPermissions, storage.getItem(STORAGE_KEYS.permissions));
      return known !== null && known.sessionId === sessionId ? known.names : null;
    },
    writePermissions: (names) => {
      const sessionId = tokenSessionId(storage.getItem(STORAGE_KEYS.token) ?? '');
      if (
        sessionId === null ||
        !storeValue(storage, STORAGE_KEYS.permissions, JSON.stringify({ sessionId, names }))
      )
        storage.removeItem(STORAGE_KEYS.permissions);
    },
    write: (token, user) => {
      // Write the user first: other tabs start their check when they see the token.
      writeUser(user);
      if (storeValue(storage, STORAGE_KEYS.token, token)) return;
      storage.removeItem(STORAGE_KEYS.user);
      throw new StorageFullError();
    },
    clear: () => {
      storage.removeItem(STORAGE_KEYS.permissions);
      storage.removeItem(STORAGE_KEYS.user);
      storage.removeItem(STORAGE_KEYS.token);
    },
  };
}

export function isExpired(token: string): boolean {
  return isTokenExpired(token, new Date());
}

const knownPermissions = z.object({ sessionId: z.string(), names: z.array(z.string()) });

function parsedAs<T>(schema: z.ZodType<T>, text: string | null): T | null {
  if (text === null) return null;
  try {
    const parsed = schema.safeParse(JSON.parse(text));
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
