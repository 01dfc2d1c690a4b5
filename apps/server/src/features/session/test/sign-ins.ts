import {
  passkeyAdd,
  passkeyChallenge,
  type PasskeyAnswer,
  type PasskeyRequest,
  passkeyStart,
  secondFactorChoices,
  type SecondFactorChoices,
  type TwoFactorProof,
} from '@portal/contract/passkeys';
import { enableTwoFactor, login, startTwoFactor } from '@portal/contract/session';
import type { RoleName } from '@portal/domain/roles';
import { Secret, TOTP } from 'otpauth';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { TEST_PASSWORD } from '#test/settings.ts';
import { SoftwareAuthenticator } from '#test/software-authenticator.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

/** The address of the portals in tests of passkeys. */
export const ORIGIN = 'https://portal.example';
/** Opens a portal at ORIGIN. */
export const openPasskeyPortal = () => openTestPortal({ env: { PUBLIC_URL: ORIGIN } });

interface Attempt {
  readonly password?: string;
  readonly code?: string;
  readonly passkey?: PasskeyAnswer;
  readonly ip?: string;
}

/** Attempts to sign in and returns the response; uses the test password by default. */
export function attempt(portal: TestPortal, username: string, options: Attempt = {}) {
  const { password = TEST_PASSWORD, ip, ...proof } = options;
  return portal.call(login, { body: { username, password, ...proof } }, ip === undefined ? {} : { ip });
}

/** Fails to sign in the given number of times; returns the last status. */
export async function failToSignIn(
  portal: TestPortal,
  username: string,
  times: number,
  ip?: string,
): Promise<number> {
  let status = 0;
  for (let count = 0; count < times; count += 1) {
    const answer = await attempt(portal, username, {
      password: 'not the password',
      ...(ip === undefined ? {} : { ip }),
    });
    status = answer.status;
  }
  return status;
}

/** The authenticator code for the secret at the portal's time plus an optional offset. */
export function appCode(portal: TestPortal, secret: string, offsetSeconds = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: portal.clock.now().getTime() + offsetSeconds * 1000,
  });
}

/** Adds a passkey and returns it with the new recovery codes, if any. */
export async function addPasskey(
  portal: TestPortal,
  user: SignedInUser,
  { name = 'Laptop', ...proof }: Partial<TwoFactorProof> & { readonly name?: string } = {},
) {
  const authenticator = new SoftwareAuthenticator(portal.deps.config.publicUrl ?? ORIGIN);
  const options = await portal.succeed(passkeyStart, { body: { password: TEST_PASSWORD, ...proof } }, user);
  const body = { name, passkey: authenticator.create(options) };
  return { authenticator, ...(await portal.succeed(passkeyAdd, { body }, user)) };
}

/** A signed-in user with one passkey. */
export async function signedInWithPasskey(portal: TestPortal, ...roles: RoleName[]) {
  const user = await signedInAs(portal, ...roles);
  return { ...user, ...(await addPasskey(portal, user)) };
}

/** What a sign-in with only the password responds with. */
export async function choicesOf(
  portal: TestPortal,
  userName: string,
  ip?: string,
): Promise<SecondFactorChoices> {
  const answer = await attempt(portal, userName, ip === undefined ? {} : { ip });
  if (answer.ok || answer.error.code !== 'SECOND_FACTOR_REQUIRED') throw new Error('No 2FA was asked for');
  return secondFactorChoices.parse(answer.error.secondFactor);
}

/** The request that a sign-in asks a passkey to answer. */
export async function signInRequest(
  portal: TestPortal,
  userName: string,
  ip?: string,
): Promise<PasskeyRequest> {
  const { passkey } = await choicesOf(portal, userName, ip);
  if (passkey === null) throw new Error('No passkey was asked for');
  return passkey.request;
}

/** The password and the answer of a passkey, for a change in an open session. */
export async function confirmWith(
  portal: TestPortal,
  user: SignedInUser,
  authenticator: SoftwareAuthenticator,
): Promise<TwoFactorProof> {
  const request = await portal.succeed(passkeyChallenge, {}, user);
  return { password: TEST_PASSWORD, passkey: authenticator.answer(request) };
}

/** Adds an authenticator app, and moves to the next time step. */
export async function addApp(
  portal: TestPortal,
  user: SignedInUser,
  proof: Partial<TwoFactorProof> = {},
): Promise<{ secret: string; codes: string[] }> {
  const body = { password: TEST_PASSWORD, ...proof };
  const { secret } = await portal.succeed(startTwoFactor, { body }, user);
  const code = appCode(portal, secret);
  const { recoveryCodes } = await portal.succeed(enableTwoFactor, { body: { code } }, user);
  portal.clock.advance({ seconds: 30 });
  return { secret, codes: recoveryCodes };
}

/** The statuses of several responses in ascending order. */
export const statusesOf = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);
