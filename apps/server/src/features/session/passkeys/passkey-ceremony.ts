import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { NewPasskey, PasskeyAnswer } from '@portal/contract/passkeys';
import { z } from 'zod';
import { conflict } from '#platform/app-error.ts';
import { stillHolds } from '#platform/time-limits.ts';
import type { RequestContext } from '#request/context.ts';
import { isUsableKey } from './passkey-key.ts';
import { insertChallenge, takeChallenge, type PasskeyRow } from './passkey-repo.ts';

/** How long a user can take to answer, in milliseconds. */
export const CHALLENGE_MS = 5 * 60_000;
/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812), of which all authenticators in use support at least one. */
export const ALGORITHMS: number[] = [-8, -7, -257];

/** Loaded when a passkey is first used, because the libraries take 25 MB. */
export const webauthn = () => import('@simplewebauthn/server');
const webauthnHelpers = () => import('@simplewebauthn/server/helpers');

/** What a challenge is for. An answer for one purpose is refused for another. */
export type Purpose = 'add' | 'sign in' | 'confirm';

/** The portal as WebAuthn's relying party: passkeys belong to the host name `id`, and work only at `origin`. */
interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** The relying party, or null if the portal's address is an IP address, which WebAuthn does not allow. */
export function findRelyingParty({ publicOrigin: origin }: RequestContext): RelyingParty | null {
  const { hostname } = new URL(origin);
  return hostname.startsWith('[') || isIP(hostname) !== 0 ? null : { id: hostname, origin };
}

/** Like `findRelyingParty`, but throws CONFLICT if there is none. */
export function getRelyingParty(context: RequestContext): RelyingParty {
  const party = findRelyingParty(context);
  if (party === null)
    throw conflict(
      `Passkeys need an address with a name, and the portal’s address is ${context.publicOrigin}. Contact your administrator.`,
    );
  return party;
}

/** The user ID that passkeys store and send back. */
export const userHandleOf = (userId: string) => new Uint8Array(Buffer.from(userId));

/** The fields of a passkey that WebAuthn calls a descriptor. */
export const describePasskey = (row: PasskeyRow) => ({
  id: row.credential_id.toString('base64url'),
  transports: row.transports,
});

/** Stores a new challenge of 32 random bytes and returns it. */
export async function createChallenge(
  { deps, now }: RequestContext,
  userId: string,
  purpose: Purpose,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  await insertChallenge(deps.db, {
    challenge: Buffer.from(challenge),
    user_id: userId,
    purpose,
    expires_at: new Date(now.getTime() + CHALLENGE_MS),
  });
  return challenge;
}

/** What the browser signed. The library does not refuse frames of other sites. */
const clientData = z.looseObject({
  challenge: z.string().regex(/^[\w-]{43}$/),
  crossOrigin: z.literal(false).optional(),
  topOrigin: z.undefined().optional(),
});

/**
 * Takes the challenge that an answer is for, so that it cannot be answered again, whatever happens next. Returns it in base64url, or
 * null if it was not created for this user and purpose, or is used or expired.
 */
export async function takeAnsweredChallenge(
  { deps, now }: RequestContext,
  userId: string,
  purpose: Purpose,
  clientDataJSON: string,
): Promise<string | null> {
  const parsed = clientData.safeParse(parseJson(Buffer.from(clientDataJSON, 'base64url')));
  if (!parsed.success) return null;
  const { challenge } = parsed.data;
  const sent = { challenge: Buffer.from(challenge, 'base64url'), user_id: userId, purpose };
  const expiry = await takeChallenge(deps.db, sent);
  return expiry !== undefined && stillHolds(expiry, now, CHALLENGE_MS) ? challenge : null;
}

function parseJson(text: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(text.toString('utf8'));
    return value;
  } catch {
    // Not JSON, so it is no answer of a browser.
    return undefined;
  }
}

/** What an accepted answer of a passkey says. */
interface PasskeyUse {
  readonly counter: number;
  readonly isBackedUp: boolean;
}

/** Verifies origin, relying party, presence of the user and signature of an answer. Null if any is wrong. */
export async function verifyAnswer(
  party: RelyingParty,
  row: PasskeyRow,
  challenge: string,
  answer: PasskeyAnswer,
): Promise<PasskeyUse | null> {
  const { userHandle } = answer.response;
  if (userHandle !== undefined && !Buffer.from(userHandle, 'base64url').equals(userHandleOf(row.user_id)))
    return null;
  const { verifyAuthenticationResponse } = await webauthn();
  const checked = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    // The counter is compared after the signature, in the statement that stores it.
    credential: { id: answer.id, publicKey: new Uint8Array(row.public_key), counter: 0 },
    requireUserVerification: false,
  }).catch(refused);
  if (checked?.verified !== true) return null;
  const { newCounter, credentialBackedUp } = checked.authenticationInfo;
  return { counter: newCounter, isBackedUp: credentialBackedUp };
}

/** Verifies what a browser created. Null if anything is wrong. */
export async function verifyNewPasskey(party: RelyingParty, challenge: string, created: NewPasskey) {
  if (!(await hasPlainAttestation(created))) return null;
  const { verifyRegistrationResponse } = await webauthn();
  const checked = await verifyRegistrationResponse({
    response: created,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refused);
  if (checked?.verified !== true) return null;
  const { credential, credentialBackedUp } = checked.registrationInfo;
  if (!isUsableKey(await webauthnHelpers(), credential.publicKey)) return null;
  // The ID in the signed part counts.
  return credential.id === created.id ? { ...credential, isBackedUp: credentialBackedUp } : null;
}

/** The library throws for everything that does not verify, including malformed CBOR and keys. */
const refused = () => null;

/**
 * Whether the attestation contains no certificates. We ask for none, and verifying certificates can request addresses that
 * they contain.
 */
async function hasPlainAttestation({ response }: NewPasskey): Promise<boolean> {
  const { decodeAttestationObject } = await webauthnHelpers();
  try {
    const decoded = decodeAttestationObject(
      new Uint8Array(Buffer.from(response.attestationObject, 'base64url')),
    );
    const format = decoded.get('fmt');
    return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
  } catch {
    // Not CBOR, so it is no attestation.
    return false;
  }
}
