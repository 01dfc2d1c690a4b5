import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '@portal/contract/passkeys';
import { pageAt } from '#lib/session/return-path.ts';

/** A passkey could not be created or used. The message says what to do. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  /** Lets forms show the message. */
  readonly code = 'PASSKEY';
}

const NO_PASSKEYS =
  'This browser does not support passkeys. Use a current version of Chrome, Edge, Firefox or Safari.';

const isMissing = () => !('PublicKeyCredential' in globalThis);
// Browsers hide passkeys from pages without HTTPS.
const isUnsupported = () => isMissing() && globalThis.isSecureContext;

/** Why passkeys cannot be used on this page, or null if they can. `address` is the only one at which the server accepts them. */
export function passkeyProblem(address: string | null): string | null {
  if (isUnsupported()) return NO_PASSKEYS;
  if (address === null)
    return 'Passkeys do not work here, because the portal’s address is a number without a name.';
  if (globalThis.location.origin !== address)
    return `Passkeys work only at ${address}. Open the portal there to use one.`;
  return isMissing() ? NO_PASSKEYS : null;
}

/** This page at the address where passkeys work, or null if another address would not help. */
export function pageForPasskeys(address: string | null): string | null {
  return address === null || address === globalThis.location.origin || isUnsupported()
    ? null
    : pageAt(address);
}

/** Asks the browser to create a passkey. Throws PasskeyError. */
export async function createPasskey(options: PasskeyCreation): Promise<NewPasskey> {
  const { startRegistration } = await load();
  try {
    const created = await startRegistration({ optionsJSON: options });
    return { ...created, clientExtensionResults: {} };
  } catch (error) {
    throw explain(error);
  }
}

/** Asks the browser to answer with a passkey. Throws PasskeyError. */
export async function answerPasskey(request: PasskeyRequest): Promise<PasskeyAnswer> {
  const { startAuthentication } = await load();
  try {
    const answer = await startAuthentication({ optionsJSON: request });
    return { ...answer, clientExtensionResults: {} };
  } catch (error) {
    throw explain(error);
  }
}

/** Loaded when it is needed, because the sign-in screen must load fast. */
async function load() {
  try {
    return await import('@simplewebauthn/browser');
  } catch (cause) {
    throw new PasskeyError('Part of the page could not be loaded. Check your connection and try again.', {
      cause,
    });
  }
}

/** By the name of the browser's error (WebAuthn Level 3, sections 5.1.3 and 5.1.4). */
const TEXTS: Readonly<Record<string, string>> = {
  NotAllowedError: 'The passkey was not used: it was cancelled, or it took too long. Try again.',
  AbortError: 'The passkey was not used: it was cancelled, or it took too long. Try again.',
  InvalidStateError:
    'This device already has a passkey for your account. Use another device or security key.',
  SecurityError: 'Passkeys do not work at this address. Open the portal at its usual address.',
  NotSupportedError: 'This device cannot create a passkey that the portal accepts. Use another one.',
  ConstraintError: 'This device cannot create a passkey that the portal accepts. Use another one.',
};

function explain(cause: unknown): PasskeyError {
  const text = cause instanceof Error || cause instanceof DOMException ? TEXTS[cause.name] : undefined;
  return new PasskeyError(text ?? 'The browser could not use a passkey. Try again.', { cause });
}
