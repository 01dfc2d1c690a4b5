import {
  changePassword,
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
} from '@portal/contract/session';
import { userGet, userProfile, userUnlock } from '@portal/contract/users';
import { TOTP, URI } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { TEST_PASSWORD } from '#test/settings.ts';
import { appCode, attempt } from '../test/sign-ins.ts';

interface Protected extends SignedInUser {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

describe('two-factor authentication', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
  });
  afterAll(() => portal.close());

  const setUp = (user: SignedInUser, password = TEST_PASSWORD) =>
    portal.call(startTwoFactor, { body: { password } }, user);
  const enable = (user: SignedInUser, code: string) => portal.call(enableTwoFactor, { body: { code } }, user);
  const disable = (user: SignedInUser, code: string, password = TEST_PASSWORD) =>
    portal.call(disableTwoFactor, { body: { password, code } }, user);

  /** A user with 2FA on, at a new time step. */
  async function protectedUser(): Promise<Protected> {
    const user = await signedInAs(portal);
    const { secret } = await portal.succeed(startTwoFactor, { body: { password: TEST_PASSWORD } }, user);
    const { recoveryCodes } = await portal.succeed(
      enableTwoFactor,
      { body: { code: appCode(portal, secret) } },
      user,
    );
    portal.clock.advance({ seconds: 30 });
    return { ...user, secret, recoveryCodes };
  }

  describe('setup', () => {
    it('returns a secret and its URI; nothing changes until a code is verified', async () => {
      const user = await signedInAs(portal);
      const { secret, uri } = await portal.succeed(
        startTwoFactor,
        { body: { password: TEST_PASSWORD } },
        user,
      );
      expect(secret).toMatch(/^[A-Z2-7]{32}$/);
      const app = URI.parse(uri);
      expect(app).toBeInstanceOf(TOTP);
      expect(app).toMatchObject({ issuer: 'Medical Portal', label: user.userName, digits: 6, period: 30 });
      expect(app.secret.base32).toBe(secret);
      expect((await attempt(portal, user.userName)).status).toBe(200);
      const stored = await portal.owner.query('select totp_secret from users where id = $1', [user.id]);
      expect(JSON.stringify(stored.rows)).not.toContain(secret);
    });

    it('shows the same secret in a second tab, and accepts a code as apps show it', async () => {
      const user = await signedInAs(portal);
      const start = () => portal.succeed(startTwoFactor, { body: { password: TEST_PASSWORD } }, user);
      const { secret } = await start();
      expect((await start()).secret).toBe(secret);
      const code = appCode(portal, secret);
      expect((await enable(user, ` ${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
    });

    it('requires the password', async () => {
      const user = await signedInAs(portal);
      expect(await setUp(user, 'wrong')).toMatchObject({
        status: 400,
        error: { code: 'WRONG_PASSWORD', errors: { password: ['Password is incorrect.'] } },
      });
    });

    it('returns ten recovery codes once and is audited', async () => {
      const user = await protectedUser();
      expect(user.recoveryCodes).toHaveLength(10);
      expect(new Set(user.recoveryCodes).size).toBe(10);
      for (const code of user.recoveryCodes) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{5}-[A-HJ-NP-Z2-9]{5}$/);
      expect((await auditOf(portal, 'User', user.id)).at(-1)).toMatchObject({
        action: 'Updated',
        new_values: { secondFactor: 'on' },
      });
      const profile = await portal.succeed(userProfile, {}, user);
      expect(profile).toMatchObject({ recoveryCodesLeft: 10, user: { secondFactorEnabled: true } });
      const { rows } = await portal.owner.query('select row_to_json(u)::text from users u');
      for (const code of user.recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code);
    });

    it('refuses a wrong code, and delays guessing', async () => {
      const user = await signedInAs(portal);
      const { secret } = await portal.succeed(startTwoFactor, { body: { password: TEST_PASSWORD } }, user);
      for (let count = 0; count < 5; count += 1)
        expect(await enable(user, '000000')).toMatchObject({
          status: 400,
          error: { code: 'WRONG_CODE', errors: { code: [expect.any(String)] } },
        });
      expect((await enable(user, appCode(portal, secret))).status).toBe(429);
      portal.clock.advance({ seconds: 30 });
      expect((await enable(user, appCode(portal, secret))).status).toBe(200);
    });

    it('returns 409 before setup was started and when it is already on', async () => {
      const user = await signedInAs(portal);
      expect((await enable(user, '123456')).status).toBe(409);
      const done = await protectedUser();
      expect((await setUp(done)).status).toBe(409);
      expect((await enable(done, appCode(portal, done.secret))).status).toBe(409);
    });
  });

  describe('sign-in', () => {
    it('asks for a code after the password, and accepts it', async () => {
      const { userName, secret } = await protectedUser();
      expect(await attempt(portal, userName)).toMatchObject({
        status: 401,
        error: { code: 'SECOND_FACTOR_REQUIRED' },
      });
      expect((await attempt(portal, userName, { code: appCode(portal, secret) })).status).toBe(200);
    });

    it('does not reveal that it is on for a wrong password with a correct code', async () => {
      const { userName, secret } = await protectedUser();
      for (const code of [undefined, appCode(portal, secret)]) {
        expect(
          await attempt(portal, userName, { password: 'wrong', ...(code === undefined ? {} : { code }) }),
        ).toMatchObject({ status: 401, error: { code: 'INVALID_CREDENTIALS' } });
      }
    });

    it('accepts a code only once', async () => {
      const { userName, secret } = await protectedUser();
      const code = appCode(portal, secret);
      expect((await attempt(portal, userName, { code })).status).toBe(200);
      expect((await attempt(portal, userName, { code })).status).toBe(401);
      expect((await attempt(portal, userName, { code, ip: '203.0.113.4' })).status).toBe(401);
    });

    it('accepts one of two concurrent sign-ins with the same code', async () => {
      const { userName, secret } = await protectedUser();
      const code = appCode(portal, secret);
      const answers = await Promise.all([
        attempt(portal, userName, { code }),
        attempt(portal, userName, { code }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 401]));
    });

    it('accepts the previous, current and next code, but none older or newer', async () => {
      const { userName, secret } = await protectedUser();
      portal.clock.advance({ minutes: 5 });
      const at = (seconds: number) => attempt(portal, userName, { code: appCode(portal, secret, seconds) });
      expect((await at(-60)).status).toBe(401);
      expect((await at(60)).status).toBe(401);
      expect((await at(-30)).status).toBe(200);
      expect((await at(30)).status).toBe(200);
      // A code older than the last accepted one is no longer valid.
      expect((await at(0)).status).toBe(401);
    });

    it.each(['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦', '-00001'])('refuses the code “%s”', async (code) => {
      const { userName } = await protectedUser();
      expect([400, 401]).toContain((await attempt(portal, userName, { code })).status);
    });

    it('delays sign-in after wrong codes as after wrong passwords', async () => {
      const { userName, secret } = await protectedUser();
      for (let count = 0; count < 5; count += 1)
        expect((await attempt(portal, userName, { code: '000000' })).status).toBe(401);
      expect((await attempt(portal, userName, { code: appCode(portal, secret) })).status).toBe(429);
    });

    it('counts wrong codes per account, from any address', async () => {
      const { id, userName, secret, recoveryCodes } = await protectedUser();
      for (let count = 1; count <= 5; count += 1)
        expect((await attempt(portal, userName, { code: '000000', ip: `203.0.113.${count}` })).status).toBe(
          401,
        );
      const elsewhere = { ip: '198.51.100.7' };
      for (const code of [appCode(portal, secret), recoveryCodes[0] ?? '', '000000'])
        expect(await attempt(portal, userName, { code, ...elsewhere })).toMatchObject({
          status: 429,
          headers: { 'retry-after': '30' },
        });
      const admin = await signedInAs(portal, 'Admin');
      expect(await portal.succeed(userGet, { params: { id } }, admin)).toMatchObject({ isSlowedDown: true });
      expect(await portal.succeed(userUnlock, { params: { id } }, admin)).toMatchObject({
        isSlowedDown: false,
      });
      expect((await attempt(portal, userName, { code: appCode(portal, secret), ...elsewhere })).status).toBe(
        200,
      );
    });

    it('counts wrong recovery codes together with wrong app codes', async () => {
      const { userName, secret } = await protectedUser();
      for (let count = 1; count <= 5; count += 1) {
        const code = count % 2 === 0 ? '000000' : 'AAAAA-AAAAA';
        expect((await attempt(portal, userName, { code, ip: `203.0.113.${count}` })).status).toBe(401);
      }
      const right = { code: appCode(portal, secret), ip: '198.51.100.7' };
      expect((await attempt(portal, userName, right)).status).toBe(429);
      portal.clock.advance({ seconds: 30 });
      expect((await attempt(portal, userName, { ...right, code: appCode(portal, secret) })).status).toBe(200);
    });

    it('checks no more than five of many concurrent codes from many addresses', async () => {
      const { userName } = await protectedUser();
      const tries = Array.from({ length: 20 }, (_, index) =>
        attempt(portal, userName, { code: `00000${index % 10}`, ip: `203.0.113.${index}` }),
      );
      const statuses = (await Promise.all(tries)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    });

    it('does not use up codes with wrong passwords from elsewhere', async () => {
      const { userName, secret } = await protectedUser();
      for (let count = 0; count < 8; count += 1)
        await attempt(portal, userName, { password: 'wrong', code: '000000', ip: '203.0.113.9' });
      const right = { code: appCode(portal, secret), ip: '198.51.100.7' };
      expect((await attempt(portal, userName, right)).status).toBe(200);
    });

    it('counts codes in open sessions together with those in sign-ins', async () => {
      const user = await protectedUser();
      for (let count = 0; count < 3; count += 1) expect((await disable(user, '000000')).status).toBe(400);
      const renew = { password: TEST_PASSWORD, code: '000000' };
      expect((await portal.call(renewRecoveryCodes, { body: renew }, user)).status).toBe(400);
      expect((await attempt(portal, user.userName, { code: '000000', ip: '203.0.113.8' })).status).toBe(401);
      const right = { code: appCode(portal, user.secret), ip: '198.51.100.7' };
      expect((await attempt(portal, user.userName, right)).status).toBe(429);
      expect((await disable(user, right.code)).status).toBe(429);
    });

    it('accepts each recovery code once, in any format', async () => {
      const { userName, recoveryCodes } = await protectedUser();
      const [first = '', second = ''] = recoveryCodes;
      expect((await attempt(portal, userName, { code: first })).status).toBe(200);
      expect((await attempt(portal, userName, { code: first })).status).toBe(401);
      const typed = ` ${second.toLowerCase().replace('-', ' ')} `;
      expect((await attempt(portal, userName, { code: typed })).status).toBe(200);
    });

    it('refuses another user’s recovery code', async () => {
      const [one, two] = [await protectedUser(), await protectedUser()];
      expect((await attempt(portal, one.userName, { code: two.recoveryCodes[0] ?? '' })).status).toBe(401);
    });
  });

  describe('turning off and renewing recovery codes', () => {
    it('require the password and a code', async () => {
      const user = await protectedUser();
      expect(await disable(user, appCode(portal, user.secret), 'wrong')).toMatchObject({
        error: { code: 'WRONG_PASSWORD' },
      });
      expect(await disable(user, '000000')).toMatchObject({ status: 400, error: { code: 'WRONG_CODE' } });
      expect((await disable(user, appCode(portal, user.secret))).status).toBe(204);
      expect((await attempt(portal, user.userName)).status).toBe(200);
      expect((await auditOf(portal, 'User', user.id)).map((entry) => entry.new_values)).toContainEqual({
        secondFactor: 'off',
      });
    });

    it('delay guessing codes with a stolen session and the password', async () => {
      const user = await protectedUser();
      for (let count = 0; count < 5; count += 1) expect((await disable(user, '000000')).status).toBe(400);
      expect((await disable(user, appCode(portal, user.secret))).status).toBe(429);
    });

    it('replace all recovery codes', async () => {
      const user = await protectedUser();
      const { recoveryCodes } = await portal.succeed(
        renewRecoveryCodes,
        { body: { password: TEST_PASSWORD, code: appCode(portal, user.secret) } },
        user,
      );
      expect((await attempt(portal, user.userName, { code: user.recoveryCodes[0] ?? '' })).status).toBe(401);
      expect((await attempt(portal, user.userName, { code: recoveryCodes[0] ?? '' })).status).toBe(200);
    });

    it('return 409 when it is off', async () => {
      const user = await signedInAs(portal);
      expect((await disable(user, '123456')).status).toBe(409);
      const body = { password: TEST_PASSWORD, code: '123456' };
      expect((await portal.call(renewRecoveryCodes, { body }, user)).status).toBe(409);
    });
  });

  it('allow passwords of eight characters while it is on, but not turning it off with such a password', async () => {
    const user = await protectedUser();
    const short = 'qv7 Lm2z';
    const change = (currentPassword: string, newPassword: string) =>
      portal.call(changePassword, { body: { currentPassword, newPassword } }, user);
    expect((await change(TEST_PASSWORD, short.slice(0, 7))).status).toBe(400);
    expect((await change(TEST_PASSWORD, short)).status).toBe(204);
    const code = appCode(portal, user.secret);
    expect(await disable(user, code, short)).toMatchObject({
      status: 409,
      error: { message: expect.stringContaining('at least 15 characters') },
    });
    expect((await change(short, 'qv7 Lm2 zT9 xw4 k')).status).toBe(204);
    expect((await disable(user, code, 'qv7 Lm2 zT9 xw4 k')).status).toBe(204);
  });
});
