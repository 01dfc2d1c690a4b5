import { formKey } from '@portal/contract/session';
import { z } from 'zod';
import { ApiError } from '#lib/api/api-error.ts';
import type { Call } from '#lib/api/client.ts';

/** Session storage key for unsaved form values; survives a reload but not closing the tab. */
const STORAGE_KEY = 'unsaved';

const record = z.object({ userId: z.string(), sessionId: z.string(), iv: z.string(), data: z.string() });
type Locked = z.output<typeof record>;

/** The user that the values belong to, and the session whose key encrypts them. */
export interface VaultOwner {
  readonly userId: string;
  readonly sessionId: string;
}

/**
 * Encrypted values of unsaved forms in browser storage. The key comes from the server, which gives it only to the same user
 * and for a limited time. Without the Web Crypto API (on an insecure origin), nothing is stored.
 */
export interface FormVault {
  /** The user whose values are stored, if any. */
  readonly userId: () => string | null;
  /** Fetches the session's key ahead of time, because the server cannot be called after the session has ended. */
  readonly prepare: (owner: VaultOwner) => void;
  /** Encrypts and stores the values for the owner that was prepared last. */
  readonly lock: (values: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Returns the stored values, or null if there are none. Values that can no longer be decrypted are removed. */
  readonly unlock: () => Promise<Record<string, unknown> | null>;
  readonly clear: () => void;
}

/** Creates a vault in the given browser storage. */
export function createFormVault(storage: Storage, call: Call): FormVault {
  let prepared: { readonly owner: VaultOwner; readonly key: Promise<CryptoKey | null> } | null = null;

  /** Number of clears, so that values still being encrypted during a clear are not stored afterwards. */
  let clears = 0;
  const clear = () => {
    clears += 1;
    storage.removeItem(STORAGE_KEY);
  };

  function read(): Locked | null {
    const text = storage.getItem(STORAGE_KEY);
    if (text === null) return null;
    try {
      const parsed = record.safeParse(JSON.parse(text));
      return parsed.success ? parsed.data : null;
    } catch {
      // Another program's value under our key.
      return null;
    }
  }

  async function keyOf(sessionId: string): Promise<CryptoKey> {
    const { key } = await call(formKey, { params: { id: sessionId } });
    return crypto.subtle.importKey('raw', bytesOf(key), 'AES-GCM', false, ['encrypt', 'decrypt']);
  }

  return {
    userId: () => read()?.userId ?? null,
    prepare: (owner) => {
      // Browsers provide crypto.subtle only on secure origins.
      if (!('subtle' in crypto) || prepared?.owner.sessionId === owner.sessionId) return;
      const key = keyOf(owner.sessionId).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        // Retry with the next form.
        prepared = null;
        return null;
      });
      prepared = { owner, key };
    },
    lock: async (values) => {
      const before = clears;
      const owner = prepared?.owner;
      const key = await prepared?.key;
      if (owner === undefined || key === undefined || key === null) return clear();
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const plain = new TextEncoder().encode(JSON.stringify(values));
      const data = await crypto.subtle.encrypt(algorithm(iv, owner), key, plain);
      if (clears !== before) return;
      const locked: Locked = { ...owner, iv: base64Of(iv), data: base64Of(new Uint8Array(data)) };
      try {
        storage.setItem(STORAGE_KEY, JSON.stringify(locked));
      } catch (error) {
        // Storage quota exceeded. Clear, so that older values are not restored instead.
        if (!(error instanceof DOMException)) throw error;
        clear();
      }
    },
    unlock: async () => {
      const locked = read();
      if (locked === null) return null;
      try {
        const key = await keyOf(locked.sessionId);
        const plain = await crypto.subtle.decrypt(
          algorithm(bytesOf(locked.iv), locked),
          key,
          bytesOf(locked.data),
        );
        return z.record(z.string(), z.unknown()).parse(JSON.parse(new TextDecoder().decode(plain)));
      } catch (error) {
        // Keep the values if the server is temporarily unavailable; any other error is permanent.
        if (!(error instanceof ApiError && error.isTemporary)) clear();
        return null;
      }
    },
    clear,
  };
}

const algorithm = (iv: Uint8Array<ArrayBuffer>, { userId, sessionId }: VaultOwner) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`${userId} ${sessionId}`),
});

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
