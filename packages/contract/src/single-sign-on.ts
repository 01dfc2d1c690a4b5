import { z } from 'zod';
import { anyone, endpoint, roles, signedIn } from './core/endpoint.ts';
import { idParams } from './core/fields.ts';
import { oneTimeCode } from './core/sign-in.ts';
import { passkeyAnswer } from './passkeys.ts';
import { currentUser } from './session.ts';

const tag = 'Single sign-on';

/** Why a single sign-on ended on the sign-in page without a session. */
export const SSO_FAILURES = [
  'unavailable',
  'misconfigured',
  'denied',
  'interrupted',
  'expired',
  'refused',
  'keys',
  'clock',
  'unknown',
  'unconfirmed',
  'busy',
] as const;
export type SsoFailure = (typeof SSO_FAILURES)[number];

/** Names of the values in the URL fragment with which the browser returns to the sign-in page. */
export const SSO_FRAGMENT = { ticket: 'sso-ticket', failure: 'sso-failure' } as const;

/** How users can sign in, as the page carries it in its `sign-in-options` element. */
export const signInOptions = z.object({
  /** `name` labels the button; null without single sign-on. */
  sso: z.object({ name: z.string() }).nullable(),
  /** Whether everyone may sign in with a password. */
  password: z.boolean(),
});
export type SignInOptions = z.output<typeof signInOptions>;

/** Body of the exchange of a ticket; with 2FA, also `code` or `passkey`. */
export const ssoSessionBody = z.strictObject({
  ticket: z.string({ error: 'Ticket is required' }).regex(/^[\w-]{43}$/, 'The ticket is not valid'),
  code: oneTimeCode.optional(),
  passkey: passkeyAnswer.optional(),
});

export const ssoSession = endpoint({
  method: 'POST',
  path: '/auth/sso/session',
  summary:
    'Exchange the ticket of a single sign-on for a session, in the browser that started it; with 2FA on, the first response is SECOND_FACTOR_REQUIRED and the client repeats the call with a code or the answer of a passkey',
  tag,
  guard: anyone,
  body: ssoSessionBody,
  response: z.object({ token: z.string(), user: currentUser }),
  healthData: false,
  audit: 'Login',
  errors: [
    'SSO_EXPIRED',
    'INVALID_CREDENTIALS',
    'SECOND_FACTOR_REQUIRED',
    'TOO_MANY_ATTEMPTS',
    'IP_NOT_ALLOWED',
  ],
});

export const ownIdentity = endpoint({
  method: 'GET',
  path: '/auth/identity-check',
  summary: 'Get how the signed-in user confirms who they are before they change 2FA',
  tag: 'Session',
  guard: signedIn,
  response: z.object({
    /** The user may sign in with a password, and can confirm with it. */
    password: z.boolean(),
    /** The session was opened by single sign-on a few minutes ago at most, which counts as the confirmation. */
    confirmed: z.boolean(),
  }),
  healthData: false,
  audit: null,
  allowedBeforeTwoFactor: true,
});

const userLink = {
  tag,
  guard: roles('Admin'),
  path: '/user/:id/single-sign-on',
  params: idParams,
  healthData: false,
} as const;

export const userSingleSignOn = endpoint({
  ...userLink,
  method: 'GET',
  summary: 'Get since when a user is linked to an identity of single sign-on',
  response: z.object({ linkedAt: z.string().nullable() }),
  audit: null,
  errors: ['NOT_FOUND'],
});
export const userSingleSignOnRemove = endpoint({
  ...userLink,
  method: 'DELETE',
  summary: 'Remove a user’s link to single sign-on; signs them out everywhere',
  response: z.undefined(),
  status: 204,
  audit: 'Updated',
  errors: ['NOT_FOUND', 'CONFLICT'],
});
