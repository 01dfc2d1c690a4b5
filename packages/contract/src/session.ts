import { hasControlCharacters } from '@portal/domain/text';
import { z } from 'zod';
import { anyone, signedIn } from './core/endpoint.ts';
import { id } from './core/fields.ts';
import { anyPassword, oneTimeCode, recoveryCodes } from './core/sign-in.ts';
import { passkeyAnswer, PROOF_ERRORS, twoFactorProof } from './passkeys.ts';
import { preferences } from './preferences.ts';
import { acts, reads, removes } from './core/verbs.ts';

const username = z
  .string({ error: 'Username is required' })
  .trim()
  .min(1, 'Username is required')
  .max(100, 'Username can have at most 100 characters')
  .refine((text) => !hasControlCharacters(text), 'Username contains characters that are not allowed');
/** Body of sign-in; with 2FA, also `code` or `passkey`. */
export const loginBody = z.strictObject({
  username,
  password: anyPassword('Password'),
  code: oneTimeCode.optional(),
  passkey: passkeyAnswer.optional(),
});

/** The signed-in user, as returned by sign-in and stored in the browser. */
export const currentUser = z.object({
  id,
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  title: z.string().nullable(),
  employeeId: z.string(),
  hireDate: z.string(),
  isActive: z.boolean(),
  officeId: z.string().optional(),
  officeName: z.string().optional(),
  roles: z.array(z.string()),
  mustChangePassword: z.boolean(),
  /** When the user must have set up 2FA; null if they have, or need not. */
  twoFactorDueAt: z.string().nullable(),
  /** `twoFactorDueAt` has passed. */
  mustSetUpTwoFactor: z.boolean(),
  preferences,
});
export type CurrentUser = z.output<typeof currentUser>;

const session = z.object({
  id,
  isCurrent: z.boolean(),
  createdAt: z.string(),
  lastActivityAt: z.string(),
  ipAddress: z.string(),
  userAgent: z.string(),
});
const tag = 'Session';
const own = { tag, guard: signedIn, healthData: false } as const;

export const login = acts('/auth/login', {
  summary:
    'Sign in; with 2FA on, the first response is SECOND_FACTOR_REQUIRED, and the client repeats the call with a code or the answer of a passkey',
  tag,
  guard: anyone,
  body: loginBody,
  response: z.object({ token: z.string(), user: currentUser }),
  healthData: false,
  audit: 'Login',
  errors: ['INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED', 'PASSWORD_SIGN_IN_OFF', 'TOO_MANY_ATTEMPTS'],
});

export const logout = acts('/auth/logout', own, {
  summary: 'Sign out of the current session',
  audit: 'Logout',
  allowedBeforePasswordChange: true,
  allowedBeforeTwoFactor: true,
});

export const permissions = reads('/auth/permissions', own, {
  summary: 'List the signed-in user’s current permissions by name',
  response: z.array(z.object({ name: z.string() })),
  audit: null,
  // Read again whenever the live connection reports a change.
  background: true,
  allowedBeforePasswordChange: true,
  allowedBeforeTwoFactor: true,
  allowedForKeys: true,
});

/** Checks the session and returns its user, without extending it. */
export const me = reads('/auth/session', own, {
  summary: 'Get the signed-in user and when the session ends',
  response: z.object({ user: currentUser, idleExpiresAt: z.string(), expiresAt: z.string() }),
  audit: null,
  background: true,
  allowedBeforePasswordChange: true,
  allowedBeforeTwoFactor: true,
});

export const heartbeat = acts('/auth/heartbeat', own, {
  summary: 'Extend the session of a user who is active without making other calls',
  response: z.object({ idleExpiresAt: z.string(), expiresAt: z.string() }),
  audit: null,
  allowedBeforePasswordChange: true,
  allowedBeforeTwoFactor: true,
});

/** Body of a password change. */
export const changePasswordBody = z.strictObject({
  currentPassword: anyPassword('Current password'),
  newPassword: anyPassword('New password'),
});
export const changePassword = acts('/auth/change-password', own, {
  summary: 'Change the signed-in user’s password; ends their other sessions',
  body: changePasswordBody,
  audit: 'Updated',
  allowedBeforePasswordChange: true,
  allowedBeforeTwoFactor: true,
  errors: ['WRONG_PASSWORD', 'TOO_MANY_ATTEMPTS'],
});

export const sessions = reads('/auth/sessions', own, {
  summary: 'List the signed-in user’s active sessions',
  response: z.array(session),
  audit: null,
});

export const endSession = removes('/auth/sessions/:id', own, {
  summary: 'End one of the signed-in user’s sessions',
  params: z.strictObject({ id }),
  audit: 'Logout',
  errors: ['NOT_FOUND'],
});

export const formKey = reads('/auth/sessions/:id/form-key', own, {
  summary:
    'Get the key that the browser uses to encrypt unsaved form input of one of the caller’s sessions; available for 12 hours after its last activity, but not after sign-out',
  params: z.strictObject({ id }),
  response: z.object({ key: z.base64() }),
  audit: null,
  background: true,
  allowedBeforePasswordChange: true,
  allowedBeforeTwoFactor: true,
  errors: ['NOT_FOUND'],
});

export const startTwoFactor = acts('/auth/second-factor/setup', own, {
  summary: 'Start setting up an authenticator app for 2FA',
  body: twoFactorProof,
  response: z.object({ secret: z.string(), uri: z.string() }),
  audit: null,
  allowedBeforeTwoFactor: true,
  errors: [...PROOF_ERRORS, 'CONFLICT'],
});

export const enableTwoFactor = acts('/auth/second-factor/enable', own, {
  summary:
    'Add the authenticator app after verifying a code from it; turns on 2FA and returns the recovery codes once, unless 2FA is on',
  body: z.strictObject({ code: oneTimeCode }),
  response: recoveryCodes,
  audit: 'Updated',
  allowedBeforeTwoFactor: true,
  errors: ['WRONG_CODE', 'TOO_MANY_ATTEMPTS', 'CONFLICT'],
});

export const disableTwoFactor = acts('/auth/second-factor/disable', own, {
  summary: 'Turn off 2FA: removes the authenticator app, all passkeys and the recovery codes',
  body: twoFactorProof,
  audit: 'Updated',
  errors: [...PROOF_ERRORS, 'CONFLICT'],
});

export const renewRecoveryCodes = acts('/auth/second-factor/recovery-codes', own, {
  summary: 'Replace the recovery codes',
  body: twoFactorProof,
  response: recoveryCodes,
  audit: 'Updated',
  errors: [...PROOF_ERRORS, 'CONFLICT'],
});

export const liveTicket = acts('/auth/live-ticket', own, {
  summary: 'Get a short-lived ticket for the live connection, which can only send it in the URL',
  response: z.object({ ticket: z.string(), expiresInSeconds: z.int() }),
  audit: null,
  background: true,
});
