import { z } from 'zod';
import { MAX_BULK_RECORDS } from './core/bulk.ts';
import { anyone, roles, signedIn } from './core/endpoint.ts';
import { id } from './core/fields.ts';
import { page, pageSize } from './core/list.ts';
import { oneTimeCode } from './core/sign-in.ts';
import { passkeyAnswer } from './passkeys.ts';
import { currentUser } from './session.ts';
import { acts, reads, removes } from './core/verbs.ts';

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
  'relink',
  'domain',
  'stale',
  'busy',
] as const;
export type SsoFailure = (typeof SSO_FAILURES)[number];

/** Names of the values in the URL fragment with which the browser returns to the sign-in page. */
export const SSO_FRAGMENT = { ticket: 'sso-ticket', failure: 'sso-failure', account: 'sso-account' } as const;

/** How users can sign in, as the page carries it in its `sign-in-options` element. */
export const signInOptions = z.object({
  /** `name` labels the button, `start` is its address at the portal's own name; null without single sign-on. */
  sso: z.object({ name: z.string(), start: z.string() }).nullable(),
  /** Whether everyone may sign in with a password. */
  password: z.boolean(),
});
export type SignInOptions = z.output<typeof signInOptions>;

/** Body of the exchange of a ticket; with 2FA, also `code` or `passkey`. `password` when an administrator is linked the first time. */
export const ssoSessionBody = z.strictObject({
  ticket: z.string({ error: 'Ticket is required' }).regex(/^[\w-]{43}$/, 'The ticket is not valid'),
  code: oneTimeCode.optional(),
  passkey: passkeyAnswer.optional(),
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(1024).optional(),
});

export const ssoSession = acts('/auth/sso/session', {
  summary:
    'Exchange the ticket of a single sign-on for a session, in the browser that started it; with 2FA on, the first response is SECOND_FACTOR_REQUIRED and the client repeats the call with a code or the answer of a passkey; an administrator without 2FA who is not linked yet gets PASSWORD_REQUIRED once',
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
    'PASSWORD_REQUIRED',
    'TOO_MANY_ATTEMPTS',
    'IP_NOT_ALLOWED',
  ],
});

export const ssoLogout = reads('/auth/sso/logout', {
  summary:
    'Get where the browser goes after the logout to end the session at the issuer too; null for a session by password, or if the issuer has no such page or does not answer',
  tag,
  guard: signedIn,
  response: z.object({ url: z.string().nullable() }),
  healthData: false,
  audit: null,
  background: true,
  allowedBeforePasswordChange: true,
  allowedBeforeTwoFactor: true,
});

export const ownIdentity = reads('/auth/identity-check', {
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

const ofUser = { tag, guard: roles('Admin'), healthData: false } as const;
export const userSingleSignOn = reads('/user/:id/single-sign-on', ofUser, {
  summary: 'Get since when a user is linked to an identity of single sign-on',
  response: z.object({ linkedAt: z.string().nullable() }),
  audit: null,
});
export const userSingleSignOnRemove = removes('/user/:id/single-sign-on', ofUser, {
  summary: 'Remove a user’s link to single sign-on; signs them out everywhere',
  audit: 'Updated',
  errors: ['CONFLICT'],
});

const allLinks = { tag, guard: roles('SuperAdmin'), healthData: false } as const;

/** A user who is linked to an identity of the issuer. */
export const ssoLink = z.object({
  /** Of the user. */
  id,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  isActive: z.boolean(),
  linkedAt: z.string(),
  /** When another identity with the user’s verified address was last refused; null if never. */
  refusedAt: z.string().nullable(),
});
export type SsoLink = z.output<typeof ssoLink>;

export const ssoLinkList = reads('/admin/single-sign-on/links', allLinks, {
  summary: 'List the users who are linked to single sign-on, those whose other identity was refused first',
  query: z.strictObject({ page, pageSize }),
  response: z.object({ items: z.array(ssoLink), totalCount: z.int() }),
  audit: null,
});
export const ssoRelink = acts('/admin/single-sign-on/relink', allLinks, {
  summary:
    'Let users be linked to another identity at their next single sign-on; removes their links and signs them out everywhere',
  body: z.strictObject({
    userIds: z
      .array(id, { error: 'userIds must be a list of ids' })
      .min(1, 'Select at least one user')
      .max(MAX_BULK_RECORDS, `Select at most ${MAX_BULK_RECORDS} users`),
  }),
  response: z.object({ count: z.int() }),
  audit: 'Updated',
  errors: ['CONFLICT'],
});
