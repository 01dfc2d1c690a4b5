import { hasControlCharacters } from '@portal/domain/text';
import { z } from 'zod';
import { anyone, endpoint, signedIn } from './core/endpoint.ts';
import { id } from './core/fields.ts';
import { preferences } from './preferences.ts';

const username = z
  .string({ error: 'Username is required' })
  .trim()
  .min(1, 'Username is required')
  .max(100, 'Username can have at most 100 characters')
  .refine((text) => !hasControlCharacters(text), 'Username contains characters that are not allowed');
/** Passwords are taken as typed; the rules apply when one is chosen. */
const anyPassword = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .min(1, `${label} is required`)
    .max(1024, `${label} is too long`);
const oneTimeCode = z
  .string({ error: 'Code is required' })
  .trim()
  .min(1, 'Code is required')
  .max(40, 'The code is too long');

export const loginBody = z.strictObject({
  username,
  password: anyPassword('Password'),
  code: oneTimeCode.optional(),
});

/** The signed-in user as sign-in returns it and the browser stores it. */
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
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
const tag = 'Session';
const own = { tag, guard: signedIn, healthData: false } as const;

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  summary:
    'Sign in; with a second factor the first answer is SECOND_FACTOR_REQUIRED and the call is repeated with the code',
  tag,
  guard: anyone,
  body: loginBody,
  response: z.object({ token: z.string(), user: currentUser }),
  healthData: false,
  audit: 'Login',
  errors: ['INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED', 'TOO_MANY_ATTEMPTS'],
});

export const logout = endpoint({
  ...own,
  method: 'POST',
  path: '/auth/logout',
  summary: 'End this session',
  response: z.undefined(),
  status: 204,
  audit: 'Logout',
  allowedBeforePasswordChange: true,
});

export const permissions = endpoint({
  ...own,
  method: 'GET',
  path: '/auth/permissions',
  summary: 'Names of the permissions the signed-in user holds now',
  response: z.array(z.object({ name: z.string() })),
  audit: null,
  // Read again whenever the live connection reports a change.
  background: true,
  allowedBeforePasswordChange: true,
});

/** Tells whether the session still stands, and who it is, without extending it. */
export const me = endpoint({
  ...own,
  method: 'GET',
  path: '/auth/session',
  summary: 'The signed-in user and when the session ends',
  response: z.object({ user: currentUser, idleExpiresAt: z.string(), expiresAt: z.string() }),
  audit: null,
  background: true,
  allowedBeforePasswordChange: true,
});

export const heartbeat = endpoint({
  ...own,
  method: 'POST',
  path: '/auth/heartbeat',
  summary: 'The user is active without calling: extends the session',
  response: z.object({ idleExpiresAt: z.string(), expiresAt: z.string() }),
  audit: null,
  allowedBeforePasswordChange: true,
});

export const changePasswordBody = z.strictObject({
  currentPassword: anyPassword('Current password'),
  newPassword: anyPassword('New password'),
});
export const changePassword = endpoint({
  ...own,
  method: 'POST',
  path: '/auth/change-password',
  summary: 'Change one’s own password; ends the other sessions',
  body: changePasswordBody,
  response: z.undefined(),
  status: 204,
  audit: 'Updated',
  allowedBeforePasswordChange: true,
  errors: ['WRONG_PASSWORD'],
});

export const sessions = endpoint({
  ...own,
  method: 'GET',
  path: '/auth/sessions',
  summary: 'One’s own active sessions',
  response: z.array(session),
  audit: null,
});

export const endSession = endpoint({
  ...own,
  method: 'DELETE',
  path: '/auth/sessions/:id',
  summary: 'Sign one of one’s own sessions out',
  params: z.strictObject({ id }),
  response: z.undefined(),
  status: 204,
  audit: 'Logout',
  errors: ['NOT_FOUND'],
});

export const formKey = endpoint({
  ...own,
  method: 'GET',
  path: '/auth/sessions/:id/form-key',
  summary:
    'The key with which the browser locks what is typed in one of the caller’s own sessions; handed out until 12 hours after its last activity, and not after a log-out',
  params: z.strictObject({ id }),
  response: z.object({ key: z.base64() }),
  audit: null,
  background: true,
  allowedBeforePasswordChange: true,
  errors: ['NOT_FOUND'],
});

export const startSecondFactor = endpoint({
  ...own,
  method: 'POST',
  path: '/auth/second-factor/setup',
  summary: 'Begin setting up an authenticator app',
  body: z.strictObject({ password: anyPassword('Password') }),
  response: z.object({ secret: z.string(), uri: z.string() }),
  audit: null,
  errors: ['WRONG_PASSWORD', 'CONFLICT'],
});

export const enableSecondFactor = endpoint({
  ...own,
  method: 'POST',
  path: '/auth/second-factor/enable',
  summary: 'Turn the second factor on by proving the app works; answers the recovery codes once',
  body: z.strictObject({ code: oneTimeCode }),
  response: recoveryCodes,
  audit: 'Updated',
  errors: ['WRONG_CODE', 'CONFLICT'],
});

export const disableSecondFactor = endpoint({
  ...own,
  method: 'POST',
  path: '/auth/second-factor/disable',
  summary: 'Turn the second factor off',
  body: z.strictObject({ password: anyPassword('Password'), code: oneTimeCode }),
  response: z.undefined(),
  status: 204,
  audit: 'Updated',
  errors: ['WRONG_PASSWORD', 'WRONG_CODE', 'CONFLICT'],
});

export const renewRecoveryCodes = endpoint({
  ...own,
  method: 'POST',
  path: '/auth/second-factor/recovery-codes',
  summary: 'Replace the recovery codes',
  body: z.strictObject({ password: anyPassword('Password'), code: oneTimeCode }),
  response: recoveryCodes,
  audit: 'Updated',
  errors: ['WRONG_PASSWORD', 'WRONG_CODE', 'CONFLICT'],
});

export const liveTicket = endpoint({
  ...own,
  method: 'POST',
  path: '/auth/live-ticket',
  summary: 'A short-lived ticket for the live connection, which can only carry it in the address',
  response: z.object({ ticket: z.string(), expiresInSeconds: z.int() }),
  audit: null,
  background: true,
});
