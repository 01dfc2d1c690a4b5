import type { PasskeyRequest } from '@portal/contract/passkeys';
import { onTestFinished, vi } from 'vitest';

/** A request as the server sends it. */
export const PASSKEY_REQUEST: PasskeyRequest = {
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'localhost',
  timeout: 300_000,
  allowCredentials: [{ id: 'aWQ', type: 'public-key' }],
  userVerification: 'preferred',
};

/** A response that asks for a second factor: by default a passkey or a recovery code. */
export const asksForSecondFactor = (change: object = {}) => ({
  status: 401,
  body: {
    message: 'Confirm',
    code: 'SECOND_FACTOR_REQUIRED',
    secondFactor: {
      hasApp: false,
      hasRecoveryCodes: true,
      passkey: { address: globalThis.location.origin, request: PASSKEY_REQUEST },
      ...change,
    },
  },
});

interface Ceremonies {
  readonly create?: () => Promise<unknown>;
  readonly get?: () => Promise<unknown>;
}

/** Adds the browser's part of passkeys, which jsdom does not have, until the test ends. */
export function stubBrowserPasskeys(ceremonies: Ceremonies = {}): void {
  vi.stubGlobal('PublicKeyCredential', Object);
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: ceremonies });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'credentials');
  });
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const credential = async (response: object) => ({
  id: 'aWQ',
  rawId: bytes('id'),
  type: 'public-key',
  response: { clientDataJSON: bytes('client data'), ...response },
  getClientExtensionResults: () => ({}),
});

/** The browser creates a passkey. */
export const createsPasskey = () =>
  credential({ attestationObject: bytes('attestation'), getTransports: () => ['internal'] });
/** A passkey answers. */
export const answersPasskey = () =>
  credential({ authenticatorData: bytes('data'), signature: bytes('signature'), userHandle: null });
/** The browser rejects with an error of this name. */
export const rejectsPasskey = (name: string) => () => Promise.reject(new DOMException('', name));
