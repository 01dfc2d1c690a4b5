import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import type { ssoSession } from '@portal/contract/single-sign-on';
import { TEMPORARY_PASSWORD_HOURS } from '@portal/domain/password';
import { AddressThrottle } from '#authz/address-throttle.ts';
import { LoginThrottle } from '#authz/login-throttle.ts';
import { AppError } from '#platform/app-error.ts';
import { stillHolds } from '#platform/time-limits.ts';
import { verifyPassword } from '#security/password-hash.ts';
import type { RequestContext } from '#request/context.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { findAccountById, type Account } from '../account-repo.ts';
import { refuseWhile } from '../attempt-limits.ts';
import { openSession } from '../open-session.ts';
import {
  extendTicket,
  findTicket,
  insertLink,
  isLinked,
  removeTicket,
  SSO_MINUTES,
  type Ticket,
} from './sso-repo.ts';
import { hashOf, recordRefusal } from './sso-sign-in.ts';
import { passesTwoFactor, refusalOf, type SecondFactor } from '../two-factor/two-factor-proof.ts';

type Input = BodyOf<typeof ssoSession>;
type Answer = AnswerOf<typeof ssoSession>;

/**
 * Opens a session for the ticket of a single sign-on, with the rules of a sign-in by password: active users, the office's whitelist, delays and 2FA.
 * An administrator who is not linked yet needs the second factor or, without one, the password: the email address alone links nobody who can change the
 * portal. The ticket survives a wrong code or password. Throws PASSWORD_REQUIRED, SSO_EXPIRED, IP_NOT_ALLOWED, SECOND_FACTOR_REQUIRED, INVALID_CREDENTIALS, TOO_MANY_ATTEMPTS.
 */
export async function exchangeTicket(
  context: RequestContext,
  input: Input,
  browser: string | undefined,
): Promise<Answer> {
  const { deps, now, ip } = context;
  const key = { ticketHash: hashOf(input.ticket), browserHash: hashOf(browser ?? '') };
  const ticket = await findTicket(deps.db, key, now);
  if (ticket === undefined) throw new AppError('SSO_EXPIRED');
  const account = await findAccountById(deps.db, ticket.userId, ip, now);
  if (account === undefined || !account.isActive) {
    await recordRefusal(context, ticket.userId, 'inactive');
    throw new AppError('INVALID_CREDENTIALS', {
      message: 'No active account belongs to this sign-in. Contact your administrator.',
    });
  }
  refuseWhile(await new LoginThrottle(deps.keys).waitSeconds(deps.db, account.userName, ip, now));
  if (!account.ipAllowed) {
    await recordRefusal(context, account.id, 'IP whitelist');
    throw new AppError('IP_NOT_ALLOWED');
  }
  const giveTime = () =>
    extendTicket(deps.db, key, new Date(ticket.createdAt.getTime() + SSO_MINUTES * 60_000));
  const confirmedBy = await requireTwoFactor(context, account, input, giveTime);
  if (ticket.isNewLink && account.isAdministrator && confirmedBy === 'none')
    await requirePassword(context, account, input.password, giveTime);
  return openSession(context, account, confirmedBy, {
    isSingleSignOn: true,
    alsoWrite: async (tx) => {
      if (!(await removeTicket(tx.db, key))) throw new AppError('SSO_EXPIRED');
      await confirmLink(tx, ticket, account, now);
    },
  });
}

async function requireTwoFactor(
  context: RequestContext,
  account: Account,
  input: Input,
  giveTime: () => Promise<void>,
): Promise<SecondFactor | 'none'> {
  if (account.twoFactorEnabled) await giveTime();
  const confirmedBy = await passesTwoFactor(context, account, input);
  if (confirmedBy !== false) return confirmedBy;
  return refuse(context, account, {
    refused: input.passkey === undefined ? 'code' : 'passkey',
    message: refusalOf(input),
  });
}

/** The stored password counts even if signing in with it is turned off, but no expired temporary one. */
async function requirePassword(
  context: RequestContext,
  account: Account,
  password: string | undefined,
  giveTime: () => Promise<void>,
): Promise<void> {
  await giveTime();
  if (password === undefined) throw new AppError('PASSWORD_REQUIRED');
  const { temporaryPasswordExpiresAt: expiry } = account;
  const isUsable = expiry === null || stillHolds(expiry, context.now, TEMPORARY_PASSWORD_HOURS * 3_600_000);
  if ((await verifyPassword(account.passwordHash, password)) && isUsable) return;
  await refuse(context, account, { refused: 'password', message: 'Password is incorrect.' });
}

async function refuse(
  context: RequestContext,
  account: Account,
  { refused, message }: { readonly refused: string; readonly message: string },
): Promise<never> {
  const { deps, ip, now } = context;
  const wait = await inTransaction(context, async (tx) => {
    tx.audit({
      action: 'LoginFailed',
      entityType: 'User',
      entityId: account.id,
      newValues: { method: 'single sign-on', refused },
    });
    await new AddressThrottle(deps.keys).recordFailure(tx.db, ip, now);
    return new LoginThrottle(deps.keys).recordFailure(tx.db, account.userName, ip, now);
  });
  refuseWhile(wait);
  throw new AppError('INVALID_CREDENTIALS', { message });
}

/** Links a new identity. An administrator may have removed the link of a known one since the ticket was issued. */
async function confirmLink(
  tx: Tx,
  ticket: Ticket & { readonly createdAt: Date },
  account: Account,
  now: Date,
): Promise<void> {
  const { isNewLink, ...link } = ticket;
  if (!isNewLink) {
    if (!(await isLinked(tx.db, link))) throw new AppError('SSO_EXPIRED');
    return;
  }
  if (!(await insertLink(tx.db, link, now))) throw new AppError('SSO_EXPIRED');
  tx.audit({
    action: 'Updated',
    entityType: 'User',
    entityId: account.id,
    userId: account.id,
    newValues: { singleSignOn: 'linked' },
  });
  tx.activity({
    event: 'user.single_sign_on_linked',
    description: `${account.userName} was linked to single sign-on`,
    icon: 'Security',
    color: 'info',
    entityType: 'User',
    entityId: account.id,
    requiredRole: 'Admin',
  });
}
