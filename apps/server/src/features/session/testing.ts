import { login } from '@portal/contract/session';
import { Secret, TOTP } from 'otpauth';
import { TEST_PASSWORD } from '#test/settings.ts';
import type { TestPortal } from '#test/harness.ts';

interface Attempt {
  readonly password?: string;
  readonly code?: string;
  readonly ip?: string;
}

/** Attempts to sign in and returns the response; uses the test password by default. */
export function attempt(portal: TestPortal, username: string, options: Attempt = {}) {
  const { password = TEST_PASSWORD, code, ip } = options;
  return portal.call(
    login,
    { body: { username, password, ...(code === undefined ? {} : { code }) } },
    ip === undefined ? {} : { ip },
  );
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
