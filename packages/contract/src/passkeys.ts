import { z } from 'zod';
import { signedIn } from './core/endpoint.ts';
import { id, requiredText } from './core/fields.ts';
import { anyPassword, oneTimeCode, recoveryCodes } from './core/sign-in.ts';
import { acts, changes, reads } from './core/verbs.ts';

/** A user can have this many passkeys. */
export const MAX_PASSKEYS = 10;

/** Bytes in base64url without padding (RFC 4648, section 5), as WebAuthn's JSON has them. */
const bytes = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[\w-]+$/, 'Must be base64url without padding')
    .refine((text) => text.length % 4 !== 1, 'Must be base64url without padding');

/** Credential IDs have at most 1,023 bytes (WebAuthn, section 5.8.3). */
const credentialId = bytes(1364);
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).exactOptional(),
  /** Not used. */
  clientExtensionResults: z.looseObject({}),
};
const clientDataJSON = bytes(4096);
const transports = z.array(z.string().min(1).max(32)).max(10);

/** A passkey's answer to a challenge: `AuthenticationResponseJSON` of WebAuthn Level 3. */
export const passkeyAnswer = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON,
    authenticatorData: bytes(2048),
    signature: bytes(4096),
    userHandle: bytes(88).exactOptional(),
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** A new passkey: `RegistrationResponseJSON` of WebAuthn Level 3. */
const newPasskey = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON,
    attestationObject: bytes(16_384),
    authenticatorData: bytes(8192).exactOptional(),
    transports: transports.exactOptional(),
    publicKeyAlgorithm: z.int().exactOptional(),
    publicKey: bytes(8192).exactOptional(),
  }),
});
export type NewPasskey = z.output<typeof newPasskey>;

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).exactOptional(),
});
const userVerification = z.enum(['discouraged', 'preferred', 'required']);

/** What the browser asks a passkey to answer: `PublicKeyCredentialRequestOptionsJSON`. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  allowCredentials: z.array(descriptor),
  userVerification,
});
export type PasskeyRequest = z.output<typeof passkeyRequest>;

/** What the browser creates a passkey from: `PublicKeyCredentialCreationOptionsJSON`. */
export const passkeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.enum(['discouraged', 'preferred', 'required']),
    requireResidentKey: z.boolean(),
    userVerification,
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreation = z.output<typeof passkeyCreation>;

/** Details of SECOND_FACTOR_REQUIRED: how the user can confirm the sign-in. */
export const secondFactorChoices = z.object({
  hasApp: z.boolean(),
  hasRecoveryCodes: z.boolean(),
  /** Null without a passkey. `address` is the only one at which passkeys work. */
  passkey: z.object({ address: z.string(), request: passkeyRequest }).nullable(),
});
export type SecondFactorChoices = z.output<typeof secondFactorChoices>;

/**
 * The password, unless the session has just begun with a single sign-on (`ownIdentity`), and with 2FA on a code from the app, a recovery code or the answer of a passkey. Required for every change of how a
 * user confirms sign-ins.
 */
export const twoFactorProof = z.strictObject({
  password: anyPassword('Password').optional(),
  code: oneTimeCode.optional(),
  passkey: passkeyAnswer.optional(),
});
export type TwoFactorProof = z.output<typeof twoFactorProof>;
/** Why a proof is refused. */
export const PROOF_ERRORS = ['WRONG_PASSWORD', 'WRONG_CODE', 'PASSKEY_REFUSED', 'TOO_MANY_ATTEMPTS'] as const;

const passkey = z.object({
  id,
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** The user's other devices can have it too. */
  isBackedUp: z.boolean(),
});
export type Passkey = z.output<typeof passkey>;

const name = requiredText('Name', 60);
/** Body of a new name. */
export const passkeyRenameBody = z.strictObject({ name });
const own = { tag: 'Session', guard: signedIn, healthData: false } as const;

export const twoFactorGet = reads('/auth/second-factor', own, {
  summary: 'Get how the signed-in user confirms sign-ins: authenticator app and passkeys',
  response: z.object({
    hasApp: z.boolean(),
    passkeys: z.array(passkey),
    /** The only address at which passkeys work, such as `https://portal.example`; null if it is an IP address, where none do. */
    passkeyAddress: z.string().nullable(),
  }),
  audit: null,
  allowedBeforeTwoFactor: true,
});

export const passkeyChallenge = acts('/auth/second-factor/challenge', own, {
  summary: 'Get a challenge with which a passkey confirms a change; valid once, for five minutes',
  response: passkeyRequest,
  audit: null,
  errors: ['CONFLICT'],
});

export const passkeyStart = acts('/auth/passkeys/start', own, {
  summary: 'Start adding a passkey; what the browser creates is then sent within five minutes',
  body: twoFactorProof,
  response: passkeyCreation,
  audit: null,
  allowedBeforeTwoFactor: true,
  errors: [...PROOF_ERRORS, 'CONFLICT'],
});

export const passkeyAdd = acts('/auth/passkeys', own, {
  summary: 'Add a passkey; the first one turns on 2FA and returns the recovery codes once, unless 2FA is on',
  body: z.strictObject({ name, passkey: newPasskey }),
  response: z.object({ passkey, ...recoveryCodes.shape }),
  audit: 'Updated',
  allowedBeforeTwoFactor: true,
  errors: ['PASSKEY_REFUSED', 'CONFLICT'],
});

export const passkeyRename = changes('/auth/passkeys/:id', own, {
  summary: 'Rename a passkey',
  body: passkeyRenameBody,
  response: passkey,
});

const removal = {
  ...own,
  body: twoFactorProof,
  response: z.undefined(),
  status: 204,
  audit: 'Updated',
} as const;
export const passkeyRemove = acts('/auth/passkeys/:id/remove', removal, {
  summary: 'Remove a passkey; without another one or an app, 2FA is turned off',
  errors: [...PROOF_ERRORS, 'CONFLICT'],
});
export const twoFactorAppRemove = acts('/auth/second-factor/app/remove', removal, {
  summary: 'Remove the authenticator app; without a passkey, 2FA is turned off',
  errors: [...PROOF_ERRORS, 'CONFLICT'],
});
