import {
  enableTwoFactor,
  login,
  me,
  renewRecoveryCodes,
  startTwoFactor,
  disableTwoFactor,
} from '@portal/contract/session';
import { passkeyAdd, passkeyStart, secondFactorChoices } from '@portal/contract/passkeys';
import { ownIdentity } from '@portal/contract/single-sign-on';
import { userDeactivate } from '@portal/contract/users';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf, makeOffice, makeUser, type TestUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { TEST_PASSWORD } from '#test/settings.ts';
import { HOSTILE_CLIENT, HostileIssuer } from '#test/hostile-issuer.ts';
import { SoftwareAuthenticator } from '#test/software-authenticator.ts';
import { SsoBrowser } from '#test/sso-browser.ts';
import { runMaintenance } from '#jobs/maintenance.ts';
import { appCode, attempt, failToSignIn, signedInWithPasskey } from '../test/sign-ins.ts';
import { requireEmergencyAccount } from '../password-sign-in.ts';

describe('a session by single sign-on', () => {
  let portal: TestPortal;
  let issuer: HostileIssuer;
  let user: TestUser;
  const settings = () => ({
    PUBLIC_URL: 'http://localhost:3000',
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: HOSTILE_CLIENT.id,
    OIDC_CLIENT_SECRET: HOSTILE_CLIENT.secret,
    OIDC_NAME: 'Harbor ID',
  });
  beforeAll(async () => {
    issuer = new HostileIssuer(() => portal.clock);
    await issuer.listen();
    portal = await openTestPortal({ env: settings() });
  });
  afterAll(async () => {
    await portal.close();
    await issuer.close();
  });
  beforeEach(async () => {
    user = await makeUser(portal);
  });

  const sign = async (who: TestUser, browser = new SsoBrowser(portal)) => {
    issuer.person = { sub: who.id, email: `${who.userName}@practice.example`, email_verified: true };
    const { location } = await browser.start();
    const { ticket } = await browser.comeBack(issuer.approve(location));
    if (ticket === null) throw new Error('no ticket');
    return { browser, ticket };
  };
  const session = async (who: TestUser) => {
    const { browser, ticket } = await sign(who);
    const answer = await browser.exchange(ticket);
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.body;
  };
  const lastRefusal = async (id: string) => {
    const { rows } = await portal.owner.query<{ new_values: unknown }>(
      `select new_values from audit_log where action = 'LoginFailed' and entity_id = $1 order by xmin::text::bigint desc`,
      [id],
    );
    return rows[0]?.new_values;
  };

  it('uses the ticket once, in the browser that started, for one minute', async () => {
    const { browser, ticket } = await sign(user);
    const foreign = await new SsoBrowser(portal).exchange(ticket);
    expect(foreign).toMatchObject({ status: 401, error: { code: 'SSO_EXPIRED' } });
    expect((await browser.exchange('x'.repeat(43))).status).toBe(401);
    expect((await browser.exchange('x')).status).toBe(400);
    const both = await Promise.all([browser.exchange(ticket), browser.exchange(ticket)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 401]));
    expect((await browser.exchange(ticket)).status).toBe(401);

    const late = await sign(user);
    portal.clock.advance({ seconds: 60 });
    expect((await late.browser.exchange(late.ticket)).status).toBe(401);
  });

  it('applies the whitelist of the office, and records the refusal', async () => {
    const officeId = await makeOffice(portal);
    await portal.owner.query(
      `insert into office_ip_whitelist (office_id, ip_address, description) values ($1, '203.0.113.0/24', 'Office')`,
      [officeId],
    );
    const member = await makeUser(portal, { officeId });
    const { browser, ticket } = await sign(member);
    expect(await browser.exchange(ticket)).toMatchObject({ status: 403, error: { code: 'IP_NOT_ALLOWED' } });
    expect(await lastRefusal(member.id)).toEqual({ method: 'single sign-on', refused: 'IP whitelist' });
    const inOffice = await sign(member, new SsoBrowser(portal, '203.0.113.7'));
    expect((await inOffice.browser.exchange(inOffice.ticket)).status).toBe(200);
  });

  it('refuses a user who was deactivated in between', async () => {
    const { browser, ticket } = await sign(user);
    await portal.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute();
    expect((await browser.exchange(ticket)).status).toBe(401);
    expect(await lastRefusal(user.id)).toEqual({ method: 'single sign-on', refused: 'inactive' });
  });

  it('waits after too many failed attempts, like a sign-in by password', async () => {
    const browser = new SsoBrowser(portal, '198.51.100.9');
    const { ticket } = await sign(user, browser);
    await failToSignIn(portal, user.userName, 5, '198.51.100.9');
    expect((await browser.exchange(ticket)).status).toBe(429);
    portal.clock.advance({ seconds: 31 });
    expect((await browser.exchange(ticket)).status).toBe(200);
  });

  it('sets up 2FA without a password for five minutes, then asks for its codes', async () => {
    const { token } = await session(user);
    expect(await portal.succeed(ownIdentity, {}, { token })).toEqual({ password: true, confirmed: true });
    const { secret } = await portal.succeed(startTwoFactor, { body: {} }, { token });
    await portal.succeed(enableTwoFactor, { body: { code: appCode(portal, secret) } }, { token });
    portal.clock.advance({ seconds: 31 });
    const code = () => appCode(portal, secret);
    await portal.succeed(renewRecoveryCodes, { body: { code: code() } }, { token });
    // Without 2FA, the password must be longer, so it has to be known.
    portal.clock.advance({ seconds: 31 });
    const off = await portal.call(disableTwoFactor, { body: { code: code() } }, { token });
    expect(off).toMatchObject({ status: 400, error: { errors: { password: ['Password is required'] } } });
    portal.clock.advance({ minutes: 5 });
    const late = await portal.call(renewRecoveryCodes, { body: { code: code() } }, { token });
    expect(late).toMatchObject({ status: 400, error: { code: 'VALIDATION' } });
    expect(late.ok ? '' : late.error.message).toContain('sign in with Harbor ID again');

    const { browser, ticket } = await sign(user);
    expect(await browser.exchange(ticket)).toMatchObject({ error: { code: 'SECOND_FACTOR_REQUIRED' } });
    // There is time for the code, and for a second attempt.
    portal.clock.advance({ minutes: 5 });
    expect(await browser.exchange(ticket, '000000')).toMatchObject({
      status: 401,
      error: { code: 'INVALID_CREDENTIALS' },
    });
    expect(await lastRefusal(user.id)).toEqual({ method: 'single sign-on', refused: 'code' });
    expect((await browser.exchange(ticket, code())).status).toBe(200);
    expect((await browser.exchange(ticket, code())).status).toBe(401);
  });

  it('accepts a passkey as the second factor', async () => {
    const { authenticator, ...owner } = await signedInWithPasskey(portal);
    const { browser, ticket } = await sign(owner);
    const asked = async () => {
      const answer = await browser.exchange(ticket);
      const { passkey } = secondFactorChoices.parse(answer.ok ? null : answer.error.secondFactor);
      if (passkey === null) throw new Error('No passkey was asked for');
      return passkey.request;
    };
    const wrong = authenticator.answer(await asked(), { clientData: { origin: 'https://evil.example' } });
    expect(await browser.exchange(ticket, { passkey: wrong })).toMatchObject({
      status: 401,
      error: { code: 'INVALID_CREDENTIALS', message: expect.stringContaining('passkey') },
    });
    expect(await lastRefusal(owner.id)).toEqual({ method: 'single sign-on', refused: 'passkey' });
    expect((await browser.exchange(ticket, { passkey: authenticator.answer(await asked()) })).status).toBe(
      200,
    );
    const entry = (await auditOf(portal, 'User', owner.id)).findLast(({ action }) => action === 'Login');
    expect(entry?.new_values).toEqual({ method: 'single sign-on', secondFactor: 'passkey' });
  });

  it('replaces the password when a user without one adds a passkey', async () => {
    const { token } = await session(user);
    const options = await portal.succeed(passkeyStart, { body: {} }, { token });
    const authenticator = new SoftwareAuthenticator(settings().PUBLIC_URL);
    const body = { name: 'Phone', passkey: authenticator.create(options) };
    expect((await portal.succeed(passkeyAdd, { body }, { token })).recoveryCodes).toHaveLength(10);
    portal.clock.advance({ minutes: 6 });
    expect(await portal.call(passkeyStart, { body: {} }, { token })).toMatchObject({ status: 400 });
  });

  it('counts wrong codes', async () => {
    const { token } = await session(user);
    const { secret } = await portal.succeed(startTwoFactor, { body: {} }, { token });
    await portal.succeed(enableTwoFactor, { body: { code: appCode(portal, secret) } }, { token });
    const { browser, ticket } = await sign(user);
    const statuses: number[] = [];
    for (let count = 0; count < 7; count += 1)
      statuses.push((await browser.exchange(ticket, '000000')).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await browser.exchange(ticket, appCode(portal, secret, 30))).status).toBe(429);
  });

  it('a session by password does not confirm without the password', async () => {
    const answer = await attempt(portal, user.userName);
    const token = answer.ok ? answer.body.token : '';
    expect(await portal.succeed(ownIdentity, {}, { token })).toEqual({ password: true, confirmed: false });
    expect((await portal.call(startTwoFactor, { body: {} }, { token })).status).toBe(400);
  });

  it('maintenance removes what has expired', async () => {
    await new SsoBrowser(portal).start();
    await sign(user);
    portal.clock.advance({ minutes: 11 });
    await runMaintenance(portal.deps);
    const { rows } = await portal.owner.query(
      'select 1 from sso_sign_ins union all select 1 from sso_tickets',
    );
    expect(rows).toEqual([]);
  });

  it('limits starts and returns per address, and says so on the sign-in page', async () => {
    const browser = new SsoBrowser(portal);
    let last = await browser.comeBack('');
    for (let count = 0; count < 240; count += 1) last = await browser.comeBack('');
    expect(last.failure).toBe('busy');
    expect((await new SsoBrowser(portal).comeBack('')).failure).toBe('expired');
  });

  describe('with password sign-in turned off', () => {
    let strict: TestPortal;
    let keeper: TestUser;
    beforeAll(async () => {
      keeper = await makeUser(portal, { roles: ['SuperAdmin'] });
      strict = await openTestPortal({
        env: { ...settings(), PASSWORD_SIGN_IN: keeper.userName.toUpperCase() },
        sameDatabaseAs: portal,
      });
    });
    afterAll(() => strict.close());

    it('says so only after the right password, and lets the emergency account in', async () => {
      const right = await attempt(strict, user.userName);
      expect(right).toMatchObject({ status: 401, error: { code: 'PASSWORD_SIGN_IN_OFF' } });
      expect(right.ok ? '' : right.error.message).toContain('Sign in with Harbor ID');
      expect(await lastRefusal(user.id)).toEqual({ refused: 'password sign-in is off' });
      for (const username of [user.userName, keeper.userName, 'nobody'])
        expect(await attempt(strict, username, { password: 'wrong' })).toMatchObject({
          status: 401,
          error: { code: 'INVALID_CREDENTIALS', message: 'Invalid username or password' },
        });
      expect((await attempt(strict, keeper.userName)).status).toBe(200);
    });

    it('lets users turn off 2FA without a password that they do not know', async () => {
      const { token } = await session(user);
      expect(await strict.succeed(ownIdentity, {}, { token })).toEqual({ password: false, confirmed: true });
      const { secret } = await strict.succeed(startTwoFactor, { body: {} }, { token });
      await strict.succeed(enableTwoFactor, { body: { code: appCode(strict, secret) } }, { token });
      portal.clock.advance({ seconds: 31 });
      await strict.succeed(disableTwoFactor, { body: { code: appCode(strict, secret) } }, { token });
      expect((await strict.call(me, {}, { token })).status).toBe(200);
    });

    it('keeps the account that works while the issuer is down', async () => {
      const { browser, ticket } = await sign(await makeUser(portal, { roles: ['SuperAdmin'] }));
      const answer = await browser.exchange(ticket, { password: TEST_PASSWORD });
      if (!answer.ok) throw new Error(answer.error.message);
      const boss = answer.body;
      expect(await strict.call(userDeactivate, { params: { id: keeper.id } }, boss)).toMatchObject({
        status: 409,
        error: { message: expect.stringContaining('PASSWORD_SIGN_IN') },
      });
      const other = await makeUser(portal, { roles: ['SuperAdmin'] });
      expect((await strict.call(userDeactivate, { params: { id: other.id } }, boss)).status).toBe(200);
    });

    it('refuses to start unless the account is an active SuperAdmin', async () => {
      const config = { sso: strict.deps.config.sso };
      expect(await requireEmergencyAccount(strict.deps.db, config)).toContain('only');
      const only = (passwordOnlyFor: string) => ({ sso: config.sso && { ...config.sso, passwordOnlyFor } });
      const inactive = await makeUser(portal, { roles: ['SuperAdmin'], isActive: false });
      for (const name of ['nobody', user.userName, inactive.userName])
        await expect(requireEmergencyAccount(strict.deps.db, only(name))).rejects.toThrow(
          `PASSWORD_SIGN_IN names ${name}, who is not an active SuperAdmin.`,
        );
    });
  });
});

it('without single sign-on, its pages do not exist', async () => {
  const portal = await openTestPortal();
  try {
    expect((await portal.raw({ method: 'GET', url: '/api/auth/sso/start' })).status).toBe(404);
    expect((await new SsoBrowser(portal).exchange('x'.repeat(43))).status).toBe(401);
    const user = await makeUser(portal);
    expect(
      (await portal.call(login, { body: { username: user.userName, password: TEST_PASSWORD } })).ok,
    ).toBe(true);
  } finally {
    await portal.close();
  }
});
