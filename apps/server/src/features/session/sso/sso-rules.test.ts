import { notificationList } from '@portal/contract/notifications';
import { enableTwoFactor, logout, me, startTwoFactor } from '@portal/contract/session';
import { ssoLinkList, ssoLogout, ssoRelink, userSingleSignOn } from '@portal/contract/single-sign-on';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf, makeUser, signedInAs, type TestUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { HOSTILE_CLIENT, HostileIssuer } from '#test/hostile-issuer.ts';
import { startOidcIssuer } from '#test/oidc-issuer.ts';
import { TEST_PASSWORD } from '#test/settings.ts';
import { signInAtIssuer, SsoBrowser } from '#test/sso-browser.ts';
import { appCode } from '../test/sign-ins.ts';

/** Whether discovery says that tokens have `auth_time`. */
const promise = (isPromised: boolean) => ({
  discovery: (good: object) => ({
    body: { ...good, ...(isPromised && { claims_supported: ['sub', 'auth_time'] }) },
  }),
});

/** Whether the issuer must ask the person again. */
const isAsked = (location: string, issuer: string) => {
  const query = new URL(location, 'https://portal.example').searchParams;
  return location.startsWith(issuer) && query.get('prompt') === 'login' && query.get('max_age') === '0';
};

describe('single sign-on', () => {
  let portal: TestPortal;
  let issuer: HostileIssuer;
  const env = () => ({
    PUBLIC_URL: 'https://portal.example',
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: HOSTILE_CLIENT.id,
    OIDC_CLIENT_SECRET: HOSTILE_CLIENT.secret,
    OIDC_NAME: 'Harbor ID',
  });
  beforeAll(async () => {
    issuer = new HostileIssuer(() => portal.clock);
    await issuer.listen();
    portal = await openTestPortal({ env: env() });
  });
  afterAll(async () => {
    await portal.close();
    await issuer.close();
  });
  beforeEach(() => {
    issuer.misbehavior = {};
    // Discovery is read again.
    portal.clock.advance({ hours: 1, seconds: 1 });
  });

  /** Signs in as a person of the issuer; `claims` are in the token. */
  const arrive = async (who: TestUser, claims: object = {}, browser = new SsoBrowser(portal)) => {
    issuer.person = {
      sub: who.id,
      email: `${who.userName}@practice.example`,
      email_verified: true,
      auth_time: issuer.now,
      ...claims,
    };
    const { location } = await browser.start();
    return { browser, landing: await browser.comeBack(issuer.approve(location)) };
  };
  const session = async (who: TestUser, claims: object = {}) => {
    const { browser, landing } = await arrive(who, claims);
    const answer = await browser.exchange(landing.ticket ?? '');
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.body;
  };
  const lastRefusal = async (id: string) => {
    const refused = (await auditOf(portal, 'User', id)).filter(({ action }) => action === 'LoginFailed');
    return refused.at(-1)?.new_values;
  };

  describe('asks the issuer again', () => {
    it.each(['logout', 'idle'])('after the end of the last session: %s', async (end) => {
      issuer.misbehavior = promise(true);
      const user = await makeUser(portal);
      const signedInAt = issuer.now;
      const { token } = await session(user);
      if (end === 'logout') await portal.succeed(logout, {}, { token });
      portal.clock.advance({ minutes: 16 });
      const { browser, landing } = await arrive(user, { auth_time: signedInAt });
      expect(isAsked(landing.location, issuer.url)).toBe(true);
      // An issuer that does not ask is not believed.
      expect((await browser.comeBack(issuer.approve(landing.location))).failure).toBe('stale');
      expect(await lastRefusal(user.id)).toEqual({ method: 'single sign-on', refused: 'stale' });

      const again = await arrive(user, { auth_time: signedInAt });
      portal.clock.advance({ seconds: 20 });
      issuer.person = { ...issuer.person, auth_time: issuer.now - 3 };
      const fresh = await again.browser.comeBack(issuer.approve(again.landing.location));
      expect((await again.browser.exchange(fresh.ticket ?? '')).status).toBe(200);
    });

    it('not for a second session while one is open, or after an earlier session if they signed in since', async () => {
      const user = await makeUser(portal);
      const signedInAt = issuer.now;
      const { token } = await session(user);
      portal.clock.advance({ minutes: 5 });
      expect((await arrive(user, { auth_time: signedInAt })).landing.ticket).not.toBeNull();
      await portal.succeed(logout, {}, { token });
      portal.clock.advance({ seconds: 10 });
      expect((await arrive(user, { auth_time: issuer.now - 2 })).landing.ticket).not.toBeNull();
    });

    it('if they signed in there more than 12 hours ago', async () => {
      const user = await makeUser(portal);
      const { landing } = await arrive(user, { auth_time: issuer.now - 12 * 3600 - 60 });
      expect(isAsked(landing.location, issuer.url)).toBe(true);
    });

    it('and believes an issuer that never says when, but not one that promises to', async () => {
      for (const isPromised of [false, true]) {
        issuer.misbehavior = promise(isPromised);
        const user = await makeUser(portal);
        const { token } = await session(user, { auth_time: undefined });
        await portal.succeed(logout, {}, { token });
        const { browser, landing } = await arrive(user, { auth_time: undefined });
        expect(isAsked(landing.location, issuer.url)).toBe(true);
        const { failure } = await browser.comeBack(issuer.approve(landing.location));
        expect(failure).toBe(isPromised ? 'stale' : null);
        portal.clock.advance({ hours: 1, seconds: 1 });
      }
    });

    it.each(['1764000000', null, {}, [], true])('and refuses %j as a time', async (auth_time) => {
      expect((await arrive(await makeUser(portal), { auth_time })).landing.failure).toBe('refused');
    });
  });

  describe('links administrators', () => {
    it.each(['Admin', 'SuperAdmin'] as const)('only after their password, once: %s', async (role) => {
      const user = await makeUser(portal, { roles: [role] });
      const { browser, landing } = await arrive(user);
      const ticket = landing.ticket ?? '';
      expect(await browser.exchange(ticket)).toMatchObject({
        status: 401,
        error: { code: 'PASSWORD_REQUIRED' },
      });
      portal.clock.advance({ minutes: 2 });
      expect(await browser.exchange(ticket, { password: 'wrong' })).toMatchObject({
        status: 401,
        error: { code: 'INVALID_CREDENTIALS', message: 'Password is incorrect.' },
      });
      expect(await lastRefusal(user.id)).toEqual({ method: 'single sign-on', refused: 'password' });
      expect(
        (await portal.owner.query('select from sso_identities where user_id = $1', [user.id])).rows,
      ).toEqual([]);
      expect((await browser.exchange(ticket, { password: TEST_PASSWORD })).status).toBe(200);
      expect((await session(user)).user.id).toBe(user.id);
    });

    it('after wrong passwords not at all for a while', async () => {
      const user = await makeUser(portal, { roles: ['Admin'] });
      const { browser, landing } = await arrive(user);
      const guess = () => browser.exchange(landing.ticket ?? '', { password: 'wrong' });
      const codes = [];
      for (let count = 0; count < 6; count += 1) codes.push((await guess()).status);
      expect(codes).toEqual([401, 401, 401, 401, 401, 429]);
    });

    it('with the second factor instead of the password', async () => {
      const user = await signedInAs(portal, 'Admin');
      const { secret } = await portal.succeed(startTwoFactor, { body: { password: TEST_PASSWORD } }, user);
      await portal.succeed(enableTwoFactor, { body: { code: appCode(portal, secret) } }, user);
      portal.clock.advance({ seconds: 31 });
      const { browser, landing } = await arrive(user);
      const ticket = landing.ticket ?? '';
      expect(await browser.exchange(ticket)).toMatchObject({ error: { code: 'SECOND_FACTOR_REQUIRED' } });
      expect((await browser.exchange(ticket, appCode(portal, secret))).status).toBe(200);
    });

    it('and other users without', async () => {
      const user = await makeUser(portal, { roles: ['ProviderPhysician'] });
      expect((await session(user)).user.id).toBe(user.id);
    });
  });

  describe('another identity with the same verified address', () => {
    it('is refused by name, and a SuperAdmin relinks one or many', async () => {
      const users = [
        await makeUser(portal),
        await makeUser(portal),
        await makeUser(portal, { roles: ['Admin'] }),
      ];
      const [first, second, administrator] = users;
      if (first === undefined || second === undefined || administrator === undefined)
        throw new Error('no users');
      const { token } = await session(first);
      await session(second);
      const proof = await arrive(administrator);
      await proof.browser.exchange(proof.landing.ticket ?? '', { password: TEST_PASSWORD });
      const { landing } = await arrive(first, { sub: `new ${first.id}` });
      expect(landing.location).toBe(`/login#sso-failure=relink&sso-account=${first.userName}`);
      expect(await lastRefusal(first.id)).toEqual({
        method: 'single sign-on',
        refused: 'linked to another identity',
      });
      const logged = portal
        .logged()
        .split('\n')
        .findLast((line) => line.includes('single sign-on failed'));
      expect(logged).toContain(first.userName);
      expect(logged).toContain('linked to another identity');

      const admin = await signedInAs(portal, 'Admin');
      const owner = await signedInAs(portal, 'SuperAdmin');
      const body = { userIds: users.map(({ id }) => id) };
      expect((await portal.call(ssoLinkList, { query: {} }, admin)).status).toBe(403);
      expect((await portal.call(ssoRelink, { body }, admin)).status).toBe(403);
      const { items } = await portal.succeed(ssoLinkList, { query: {} }, owner);
      expect(items[0]).toMatchObject({ id: first.id, username: first.userName });
      expect(items[0]?.refusedAt).not.toBeNull();
      expect(items.find(({ id }) => id === second.id)?.refusedAt).toBeNull();

      expect(await portal.succeed(ssoRelink, { body }, owner)).toEqual({ count: 3 });
      expect((await portal.call(me, {}, { token })).status).toBe(401);
      for (const { id } of users) {
        expect((await auditOf(portal, 'User', id)).at(-1)).toMatchObject({
          action: 'Updated',
          user_id: owner.id,
          old_values: { singleSignOn: 'linked' },
          new_values: { singleSignOn: 'to be linked again' },
        });
      }
      expect(await portal.call(ssoRelink, { body }, owner)).toMatchObject({
        status: 409,
        error: { message: 'These users are not linked to single sign-on.' },
      });
      portal.clock.advance({ seconds: 1 });
      const again = await session(first, { sub: `new ${first.id}` });
      const { data } = await portal.succeed(notificationList, { query: {} }, { token: again.token });
      expect(data[0]).toMatchObject({ kind: 'SignOnRelinked', entityId: first.id });
      const link = await portal.succeed(userSingleSignOn, { params: { id: first.id } }, admin);
      expect(link.linkedAt).not.toBeNull();
      const other = await arrive(administrator, { sub: 'new administrator' });
      expect(await other.browser.exchange(other.landing.ticket ?? '')).toMatchObject({
        error: { code: 'PASSWORD_REQUIRED' },
      });
    });
  });

  it('understands a verified address as text, or only at the userinfo endpoint', async () => {
    const text = await makeUser(portal);
    expect((await session(text, { email_verified: 'true' })).user.id).toBe(text.id);
    for (const hidden of [{ email_verified: undefined }, { email: undefined, email_verified: undefined }]) {
      const user = await makeUser(portal);
      issuer.misbehavior = {
        claims: (good) => ({ ...good, ...hidden }),
        userinfo: (good) => ({ body: { ...good, email_verified: 'true' } }),
      };
      expect((await session(user)).user.id).toBe(user.id);
    }
  });

  it('is restricted to the domain of the practice', async () => {
    const other = await openTestPortal({
      sameDatabaseAs: portal,
      env: { ...env(), OIDC_DOMAIN: 'Practice.example' },
    });
    const user = await makeUser(portal);
    const attempt = async (hd: unknown) => {
      issuer.person = { sub: user.id, email: `${user.userName}@practice.example`, email_verified: true, hd };
      const browser = new SsoBrowser(other);
      const { location } = await browser.start();
      expect(new URL(location).searchParams.get('hd')).toBe('practice.example');
      return browser.comeBack(issuer.approve(location));
    };
    try {
      other.clock.advance({ ms: portal.clock.now().getTime() - other.clock.now().getTime() });
      for (const hd of [
        undefined,
        null,
        '',
        'elsewhere.example',
        'x.practice.example',
        ['practice.example'],
        true,
      ])
        expect((await attempt(hd)).failure).toBe('domain');
      expect((await attempt('PRACTICE.example')).ticket).not.toBeNull();
    } finally {
      await other.close();
    }
  });

  it('has no logout page of the issuer for a password, or if the issuer has none', async () => {
    const staff = await signedInAs(portal, 'Staff');
    expect(await portal.succeed(ssoLogout, {}, staff)).toEqual({ url: null });
    const { token } = await session(await makeUser(portal));
    expect(await portal.succeed(ssoLogout, {}, { token })).toEqual({ url: null });
  });
});

describe('single sign-on with oidc-provider', () => {
  const REDIRECT = 'https://portal.example/api/auth/sso/callback';

  it('asks again after the logout, which ends the session there', async () => {
    const issuer = await startOidcIssuer({
      accounts: [{ id: 'noor', email: 'noor@practice.example' }],
      redirectUris: [REDIRECT],
      afterLogoutUris: ['https://portal.example/login'],
    });
    const portal = await openTestPortal({ env: issuer.settings('https://portal.example') });
    try {
      portal.clock.advance({ ms: Date.now() - portal.clock.now().getTime() });
      const user = await makeUser(portal);
      await portal.owner.query('update users set email = $2 where id = $1', [
        user.id,
        'noor@practice.example',
      ]);
      const cookies = new Map<string, string>();
      const browser = new SsoBrowser(portal);
      const visit = async (location: string, choice: string) =>
        browser.comeBack((await signInAtIssuer(location, REDIRECT, choice, cookies)).slice(1));
      const first = await visit((await browser.start()).location, 'account=noor');
      const answer = await browser.exchange(first.ticket ?? '');
      if (!answer.ok) throw new Error(answer.error.message);
      const { token } = answer.body;
      // The issuer knows the person: no choice is made.
      const second = await visit((await browser.start()).location, 'none');
      expect(second.ticket).not.toBeNull();

      const { url } = await portal.succeed(ssoLogout, {}, { token });
      const page = new URL(url ?? '');
      expect(page.origin).toBe(issuer.url);
      expect(Object.fromEntries(page.searchParams)).toEqual({
        client_id: 'portal',
        post_logout_redirect_uri: 'https://portal.example/login',
      });
      const shown = await fetch(page, {
        headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      });
      expect(shown.status).toBe(200);
      await shown.body?.cancel();

      await portal.succeed(logout, {}, { token });
      const again = await visit((await browser.start()).location, 'none');
      expect(new URL(again.location).searchParams.get('prompt')).toBe('login');
      portal.clock.advance({ ms: Date.now() - portal.clock.now().getTime() });
      const third = await visit(again.location, 'account=noor');
      expect((await browser.exchange(third.ticket ?? '')).status).toBe(200);
    } finally {
      await portal.close();
      await issuer.close();
    }
  });
});
