import { me } from '@portal/contract/session';
import { userSingleSignOn, userSingleSignOnRemove } from '@portal/contract/single-sign-on';
import { userCreate, userRoles, userUpdate } from '@portal/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser, signedInAs, type TestUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { startOidcIssuer, type OidcIssuer } from '#test/oidc-issuer.ts';
import { signInAtIssuer, SsoBrowser } from '#test/sso-browser.ts';
import { signInOptionsOf } from '../password-sign-in.ts';
import { SsoIssuer } from './sso-issuer.ts';

const REDIRECT = 'https://portal.example/api/auth/sso/callback';

describe('single sign-on with oidc-provider', () => {
  let portal: TestPortal;
  let issuer: OidcIssuer;
  let user: TestUser;
  beforeAll(async () => {
    issuer = await startOidcIssuer({
      accounts: [
        { id: 'subject-1', email: 'Noor.Adams@Practice.example' },
        { id: 'subject-2', email: 'noor.adams@practice.example' },
        { id: 'subject-3', email: 'other@practice.example', isVerified: false },
        { id: 'joan', email: 'JSmithers@practice.example' },
      ],
      redirectUris: [REDIRECT],
    });
    portal = await openTestPortal({
      env: { ...issuer.settings('https://portal.example'), EMAIL_DOMAIN: 'practice.example' },
    });
    // The issuer's clock is the computer's.
    portal.clock.advance({ ms: Date.now() - portal.clock.now().getTime() });
    user = await makeUser(portal);
    await portal.deps.db
      .updateTable('users')
      .set({ email: 'noor.adams@practice.example', must_change_password: true })
      .where('id', '=', user.id)
      .execute();
  });
  afterAll(async () => {
    await portal.close();
    await issuer.close();
  });

  const audited = async (action: string) => {
    const { rows } = await portal.owner.query<{ entity_id: string; new_values: unknown }>(
      'select entity_id, new_values from audit_log where action = $1 order by xmin::text::bigint desc',
      [action],
    );
    return rows;
  };

  it('starts at the name to which the issuer sends the browser back', () => {
    expect(signInOptionsOf(portal.deps.config)).toEqual({
      sso: { name: expect.any(String), start: 'https://portal.example/api/auth/sso/start' },
      password: true,
    });
  });

  it('sends the browser to the issuer with PKCE, state and nonce, and ties the sign-in to it by a cookie', async () => {
    const answer = await portal.raw({ method: 'GET', url: '/api/auth/sso/start' });
    expect(answer.status).toBe(303);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-sso=[\w-]{43}; Path=\/; Max-Age=1200; HttpOnly; SameSite=Lax; Secure$/,
    );
    const url = new URL(String(answer.headers['location']));
    expect(url.origin).toBe(issuer.url);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'portal',
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      max_age: '43200',
    });
  });

  it('links the user by the verified email address once, then knows them by the subject', async () => {
    const first = await session(new SsoBrowser(portal), 'account=subject-1');
    // A temporary password need not be changed, because it was not used.
    expect(first.user).toMatchObject({ id: user.id, roles: ['Staff'], mustChangePassword: false });
    const own = await portal.succeed(me, {}, { token: first.token });
    expect(own.user.mustChangePassword).toBe(false);
    expect(new Date(own.expiresAt).getTime() - portal.clock.now().getTime()).toBe(12 * 3_600_000);
    expect((await audited('Login'))[0]).toEqual({
      entity_id: user.id,
      new_values: { method: 'single sign-on' },
    });
    expect(await audited('Updated')).toContainEqual({
      entity_id: user.id,
      new_values: { singleSignOn: 'linked' },
    });

    await portal.deps.db
      .updateTable('users')
      .set({ email: 'new@practice.example' })
      .where('id', '=', user.id)
      .execute();
    expect((await session(new SsoBrowser(portal), 'account=subject-1')).user.id).toBe(user.id);
    await portal.deps.db
      .updateTable('users')
      .set({ email: 'noor.adams@practice.example' })
      .where('id', '=', user.id)
      .execute();
    // Another subject with the same address is someone else.
    expect((await signIn(new SsoBrowser(portal), 'account=subject-2')).failure).toBe('relink');
  });

  it('says so if the person cancels, or the address is not verified', async () => {
    expect((await signIn(new SsoBrowser(portal), 'cancel')).failure).toBe('denied');
    await makeUser(portal);
    expect((await signIn(new SsoBrowser(portal), 'account=subject-3')).failure).toBe('unknown');
  });

  it('never links an address that the portal generated, until a person has confirmed it', async () => {
    const admin = await signedInAs(portal, 'Admin');
    const roleIds = (await portal.succeed(userRoles, {}, admin))
      .filter(({ name }) => name === 'Staff')
      .map(({ id }) => id);
    const named = { firstName: 'James', lastName: 'Smithers', title: null, roleIds };
    const { user: james } = await portal.succeed(userCreate, { body: named }, admin);
    expect(james.email).toBe('jsmithers@practice.example');
    expect((await signIn(new SsoBrowser(portal), 'account=joan')).failure).toBe('unconfirmed');
    expect(await audited('LoginFailed')).toContainEqual({
      entity_id: james.id,
      new_values: { method: 'single sign-on', refused: 'unconfirmed' },
    });
    const { linkedAt } = await portal.succeed(userSingleSignOn, { params: { id: james.id } }, admin);
    expect(linkedAt).toBeNull();

    const save = (email: string, emailConfirmed = false) =>
      portal.succeed(
        userUpdate,
        { params: { id: james.id }, body: { ...named, email, emailConfirmed, isActive: true } },
        admin,
      );
    // Confirmed by mistake, and corrected while Joan signs in.
    await save(james.email, true);
    const browser = new SsoBrowser(portal);
    const { ticket } = await signIn(browser, 'account=joan');
    portal.clock.advance({ ms: 1 });
    await save('james@practice.example');
    expect(await browser.exchange(ticket ?? '')).toMatchObject({ error: { code: 'SSO_EXPIRED' } });

    const joan = await portal.succeed(
      userCreate,
      { body: { ...named, firstName: 'Joan', email: 'jsmithers@practice.example' } },
      admin,
    );
    expect((await session(new SsoBrowser(portal), 'account=joan')).user.id).toBe(joan.user.id);
  });

  it('an administrator sees and removes the link, which signs the user out', async () => {
    const admin = await signedInAs(portal, 'Admin');
    const { token } = await session(new SsoBrowser(portal), 'account=subject-1');
    const params = { id: user.id };
    const before = await portal.succeed(userSingleSignOn, { params }, { token: admin.token });
    expect(before.linkedAt).not.toBeNull();
    const { ticket } = await signIn(new SsoBrowser(portal), 'account=subject-1');
    await portal.succeed(userSingleSignOnRemove, { params }, { token: admin.token });
    expect((await portal.call(me, {}, { token })).status).toBe(401);
    expect((await new SsoBrowser(portal).exchange(ticket ?? '')).status).toBe(401);
    const after = await portal.succeed(userSingleSignOn, { params }, { token: admin.token });
    expect(after.linkedAt).toBeNull();
    expect((await portal.call(userSingleSignOnRemove, { params }, { token: admin.token })).status).toBe(409);
    const nobody = { params: { id: '00000000-0000-7000-8000-000000000000' } };
    expect((await portal.call(userSingleSignOn, nobody, { token: admin.token })).status).toBe(404);
    const owner = await makeUser(portal, { roles: ['SuperAdmin'] });
    const refused = await portal.call(
      userSingleSignOnRemove,
      { params: { id: owner.id } },
      { token: admin.token },
    );
    expect(refused.status).toBe(403);
    // The next sign-in links the account again.
    expect((await session(new SsoBrowser(portal), 'account=subject-1')).user.id).toBe(user.id);
  });

  it('accepts new keys of the issuer, but reads them at most once a minute', async () => {
    await session(new SsoBrowser(portal), 'account=subject-1');
    await issuer.rotateKeys();
    expect((await signIn(new SsoBrowser(portal), 'account=subject-1')).failure).toBe('keys');
    portal.clock.advance({ seconds: 61 });
    expect((await session(new SsoBrowser(portal), 'account=subject-1')).user.id).toBe(user.id);
  });

  it.each([280, -280])(
    'signs in with a clock that is %i seconds off, and explains 320 seconds',
    async (offset) => {
      const real = () => portal.clock.advance({ ms: Date.now() - portal.clock.now().getTime() });
      real();
      portal.clock.advance({ seconds: offset });
      expect((await session(new SsoBrowser(portal), 'account=subject-1')).user.id).toBe(user.id);
      portal.clock.advance({ seconds: Math.sign(offset) * 40 });
      expect((await signIn(new SsoBrowser(portal), 'account=subject-1')).failure).toBe('clock');
      real();
    },
  );
});

describe('an issuer that is down or slow', () => {
  const settings = {
    issuer: '',
    clientId: 'portal',
    clientSecret: 'secret',
    name: 'Harbor ID',
    scopes: 'openid',
    redirectUri: REDIRECT,
    afterLogoutUri: 'https://portal.example/login',
    domain: undefined,
    isDomainAssumed: false,
    passwordOnlyFor: undefined,
  };
  const checks = { state: 'state', nonce: 'nonce', verifier: 'verifier' };

  it('down: the portal starts, password sign-in works, and the button leads back to the sign-in page', async () => {
    const gone = await startOidcIssuer({ accounts: [], redirectUris: [REDIRECT] });
    await gone.close();
    const portal = await openTestPortal({ env: gone.settings('https://portal.example') });
    try {
      expect(await new SsoBrowser(portal).start()).toMatchObject({
        status: 303,
        location: '/login#sso-failure=unavailable',
      });
      expect((await signedInAs(portal)).token).not.toBe('');
      expect(portal.logged()).toContain('single sign-on failed');
    } finally {
      await portal.close();
    }
  });

  it('slow: gives up after the time limit', async () => {
    const { createServer } = await import('node:http');
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const issuer = new SsoIssuer(
      { ...settings, issuer: `http://127.0.0.1:${port}` },
      { now: () => new Date() },
      0.1,
    );
    await expect(issuer.signInUrl(checks)).rejects.toMatchObject({ reason: 'unavailable' });
    server.closeAllConnections();
    server.close();
  });
});

async function signIn(browser: SsoBrowser, choice: string) {
  const { location } = await browser.start();
  const landing = await browser.comeBack((await signInAtIssuer(location, REDIRECT, choice)).slice(1));
  if (!landing.location.startsWith('http')) return landing;
  // The person's last session has ended.
  return browser.comeBack((await signInAtIssuer(landing.location, REDIRECT, choice)).slice(1));
}

async function session(browser: SsoBrowser, choice: string) {
  const { ticket } = await signIn(browser, choice);
  const answer = await browser.exchange(ticket ?? '');
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.body;
}
