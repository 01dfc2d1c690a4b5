import type { SsoFailure } from '@portal/contract/single-sign-on';

/** What happened and what to do, for each way in which a single sign-on can fail. `name`: such as Entra ID; `account`: the username. */
export function ssoMessage(failure: SsoFailure, name: string, account?: string): string {
  const messages: Record<SsoFailure, string> = {
    unavailable: `${name} did not answer. Try again in a moment.`,
    misconfigured: `${name} does not accept this portal’s request. Contact your administrator.`,
    denied: `${name} did not allow the sign-in, or you cancelled it. Try again, or contact your administrator.`,
    interrupted: `${name} could not finish the sign-in. Try again and complete every step there.`,
    expired: 'The sign-in took too long, was already used, or began in another browser. Please try again.',
    refused: `The answer of ${name} could not be verified. Please try again. If it happens again, contact your administrator.`,
    keys: `${name} has changed its keys. Try again in a minute.`,
    clock: `The answer of ${name} has expired, or the clocks of ${name} and of the portal differ by more than five minutes. Try again. If it happens again, contact your administrator.`,
    unknown: `No active account of this portal belongs to your sign-in at ${name}. Ask your administrator to check the email address of your account.`,
    unconfirmed:
      'Nobody has confirmed the email address of your account yet. Ask your administrator to check it in your account.',
    relink: `${account === undefined ? 'Your account' : `The account ${account}`} is linked to another identity at ${name}. Ask a SuperAdmin to relink it.`,
    domain: `Your account at ${name} does not belong to this practice. Sign in there with your account of the practice.`,
    stale: `${name} did not confirm that you signed in there again, which is needed after a logout or a break. Try again. If it happens again, contact your administrator.`,
    busy: 'Too many sign-ins at the same time from your network. Try again in a minute.',
  };
  return messages[failure];
}
