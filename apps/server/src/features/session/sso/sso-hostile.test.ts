import { SSO_FAILURES } from '@portal/contract/single-sign-on';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { HOSTILE_CLIENT, HostileIssuer } from '#test/hostile-issuer.ts';
import { EMAIL_ATTACKS, ISSUER_ATTACKS } from '#test/sso-attacks-issuer.ts';
import { TOKEN_ATTACKS } from '#test/sso-attacks-token.ts';
import { SsoBrowser, type Landing } from '#test/sso-browser.ts';

describe('single sign-on with a hostile issuer', () => {
  let portal: TestPortal;
  let issuer: HostileIssuer;
  let userId: string;
  const email = 'k.user@practice.example';
  beforeAll(async () => {
    issuer = new HostileIssuer(() => portal.clock);
    await issuer.listen();
    portal = await openTestPortal({
      env: {
        PUBLIC_URL: 'https://portal.example',
        OIDC_ISSUER: issuer.url,
        OIDC_CLIENT_ID: HOSTILE_CLIENT.id,
        OIDC_CLIENT_SECRET: HOSTILE_CLIENT.secret,
      },
    });
    ({ id: userId } = await makeUser(portal));
    await portal.deps.db.updateTable('users').set({ email }).where('id', '=', userId).execute();
  });
  afterAll(async () => {
    await portal.close();
    await issuer.close();
  });
  beforeEach(() => {
    issuer.misbehavior = {};
    issuer.person = { email, email_verified: true };
    // Discovery and keys are read again.
    portal.clock.advance({ hours: 1, seconds: 1 });
  });

  const count = async () => {
    const { rows } = await portal.owner.query<{ sessions: string; tickets: string; links: string }>(
      'select (select count(*) from sessions) as sessions, (select count(*) from sso_tickets) as tickets, (select count(*) from sso_identities) as links',
    );
    return rows[0];
  };
  const refusals = async () => {
    const { rows } = await portal.owner.query<{ new_values: unknown }>(
      `select new_values from audit_log where action = 'LoginFailed' order by xmin::text::bigint desc`,
    );
    return rows;
  };
  /** Signs in until the portal has answered what the issuer sent; ends early if the portal does not even start. */
  const signIn = async (browser = new SsoBrowser(portal)): Promise<Landing> => {
    const started = await browser.start();
    if (!started.location.startsWith(issuer.url)) return started;
    return browser.comeBack(issuer.approve(started.location));
  };

  it('would sign in without an attack', async () => {
    const landing = await signIn();
    expect(landing.location).toMatch(/^\/login#sso-ticket=[\w-]{43}$/);
    await portal.owner.query('delete from sso_tickets');
  });

  it.each([...TOKEN_ATTACKS, ...ISSUER_ATTACKS, ...EMAIL_ATTACKS])(
    'refuses %s',
    async (_name, misbehavior) => {
      issuer.misbehavior = misbehavior;
      const before = await count();
      expect(SSO_FAILURES).toContain(refusal(await signIn()));
      expect(await count()).toEqual(before);
    },
  );

  it('gives the reasons that help the user, and records them without what was sent', async () => {
    const reasons: [string, HostileIssuer['misbehavior']][] = [
      ['clock', { claims: (good) => ({ ...good, iat: issuer.now + 302 }) }],
      ['clock', { claims: (good) => ({ ...good, exp: issuer.now - 301 }) }],
      ['keys', { header: { kid: 'k2' } }],
      ['unavailable', { tokenReply: () => ({ status: 503, body: '' }) }],
      ['misconfigured', { tokenReply: () => ({ status: 401, body: { error: 'invalid_client' } }) }],
      ['refused', { claims: (good) => ({ ...good, nonce: 'wrong' }) }],
      ['unknown', { claims: (good) => ({ ...good, email: 'nobody@practice.example' }) }],
    ];
    for (const [reason, misbehavior] of reasons) {
      issuer.misbehavior = misbehavior;
      // The audit log is read in order of time.
      portal.clock.advance({ minutes: 1 });
      expect(refusal(await signIn())).toBe(reason);
      expect((await refusals())[0]?.new_values).toEqual({ method: 'single sign-on', refused: reason });
    }
    const log = portal.logged();
    for (const secret of [issuer.lastToken, HOSTILE_CLIENT.secret, 'nobody@practice.example', email])
      expect(log).not.toContain(secret);
  });

  it.each([299, -299, 300, -300])('accepts a clock that is %i seconds ahead', async (offset) => {
    issuer.misbehavior = {
      claims: (good) => ({
        ...good,
        iat: issuer.now + offset,
        nbf: issuer.now + offset,
        exp: issuer.now + offset + 60,
      }),
    };
    const landing = await signIn();
    expect(landing.ticket).not.toBeNull();
    await portal.owner.query('delete from sso_tickets');
  });

  it('refuses the ID token of an earlier sign-in', async () => {
    await signIn();
    await portal.owner.query('delete from sso_tickets');
    const replayed = issuer.lastToken;
    issuer.misbehavior = { token: () => replayed };
    expect(refusal(await signIn())).toBe('refused');
  });

  it.each(['sub', 'email'])('the user is linked to another person: refuses by %s', async (by) => {
    await portal.deps.db
      .insertInto('sso_identities')
      .values({ issuer: issuer.url, subject: 'someone-else', user_id: userId, linked_at: portal.clock.now() })
      .execute();
    if (by === 'sub') issuer.person = { ...issuer.person, sub: 'Someone-else' };
    const landing = await signIn();
    expect(landing).toMatchObject({ status: 303, failure: 'relink', ticket: null });
    await portal.owner.query('delete from sso_identities');
  });

  it('refuses inactive users, linked or not', async () => {
    const user = await makeUser(portal, { isActive: false });
    issuer.person = { sub: 'inactive', email: `${user.userName}@practice.example`, email_verified: true };
    expect(refusal(await signIn())).toBe('unknown');
    await portal.deps.db
      .insertInto('sso_identities')
      .values({ issuer: issuer.url, subject: 'inactive', user_id: user.id, linked_at: portal.clock.now() })
      .execute();
    expect(refusal(await signIn())).toBe('unknown');
    await portal.owner.query('delete from sso_identities');
  });

  describe('what the browser brings back', () => {
    const back: [string, (good: URLSearchParams) => URLSearchParams | string][] = [
      ['nothing', () => ''],
      ['no state', without('state')],
      ['an empty state', replaced('state', '')],
      ['an unknown state', replaced('state', 'x'.repeat(43))],
      ['two states', (good) => `${good.toString()}&state=${'x'.repeat(43)}`],
      ['no code', without('code')],
      ['an empty code', replaced('code', '')],
      ['an invented code', replaced('code', 'x'.repeat(43))],
      ['two codes', (good) => `${good.toString()}&code=other`],
      ['a code of 8,000 characters', replaced('code', 'x'.repeat(8000))],
      ['no issuer', without('iss')],
      ['another issuer', replaced('iss', 'https://evil.example')],
      ['two issuers', (good) => `${good.toString()}&iss=https://evil.example`],
      ['an ID token', replaced('id_token', 'x.y.z')],
      ['an access token', replaced('token', 'x')],
      ['a signed response', replaced('response', 'x.y.z')],
      ['broken escapes', () => 'code=x&state=%E0%A4%A'],
      ...[
        'access_denied',
        'login_required',
        'interaction_required',
        'consent_required',
        'account_selection_required',
        'invalid_request',
        'invalid_scope',
        'unauthorized_client',
        'unsupported_response_type',
        'server_error',
        'temporarily_unavailable',
        'toString',
        '<script>alert(1)</script>',
      ].map((error): [string, (good: URLSearchParams) => URLSearchParams] => [
        `the error ${error}`,
        (good) => {
          good.delete('code');
          good.set('error', error);
          good.set('error_description', '<b>Call 555-0100</b>');
          return good;
        },
      ]),
    ];
    it.each(back)('refuses %s', async (_name, change) => {
      const before = await count();
      const browser = new SsoBrowser(portal);
      const { location } = await browser.start();
      expect(SSO_FAILURES).toContain(refusal(await browser.comeBack(change(issuer.approve(location)))));
      expect(await count()).toEqual(before);
    });

    it.each([
      ['access_denied', 'denied'],
      ['login_required', 'interrupted'],
      ['invalid_scope', 'misconfigured'],
      ['server_error', 'unavailable'],
    ])('says what %s means', async (error, reason) => {
      const browser = new SsoBrowser(portal);
      const { location } = await browser.start();
      const query = issuer.approve(location);
      query.set('error', error);
      expect(refusal(await browser.comeBack(query))).toBe(reason);
    });

    it('refuses a state that was used, or is ten minutes old', async () => {
      const browser = new SsoBrowser(portal);
      const { location } = await browser.start();
      const query = issuer.approve(location);
      expect((await browser.comeBack(query)).ticket).not.toBeNull();
      expect(refusal(await browser.comeBack(query))).toBe('expired');
      const second = issuer.approve((await browser.start()).location);
      portal.clock.advance({ minutes: 10 });
      expect(refusal(await browser.comeBack(second))).toBe('expired');
      await portal.owner.query('delete from sso_tickets');
    });

    it.each([
      ['no cookie', ''],
      ['a foreign cookie', `__Host-sso=${'x'.repeat(43)}`],
      ['a malformed cookie', '__Host-sso=x'],
      ['two cookies', `__Host-sso=${'x'.repeat(43)}; __Host-sso=${'y'.repeat(43)}`],
      ['the cookie without its prefix', `sso=${'x'.repeat(43)}`],
    ])('refuses %s, and the right browser can still finish', async (_name, cookie) => {
      const browser = new SsoBrowser(portal);
      const { location } = await browser.start();
      const query = issuer.approve(location);
      const own = browser.cookie;
      browser.cookie = cookie;
      expect(refusal(await browser.comeBack(query))).toBe('expired');
      browser.cookie = own;
      expect((await browser.comeBack(query)).ticket).not.toBeNull();
      await portal.owner.query('delete from sso_tickets');
    });

    it('refuses the code of someone else (injection, login CSRF), and a code used twice', async () => {
      const attacker = new SsoBrowser(portal);
      const theirs = issuer.approve((await attacker.start()).location);
      const victim = new SsoBrowser(portal);
      const own = issuer.approve((await victim.start()).location);
      expect(refusal(await victim.comeBack(theirs))).toBe('expired');
      own.set('code', theirs.get('code') ?? '');
      expect(refusal(await victim.comeBack(own))).toBe('refused');
      const again = issuer.approve((await victim.start()).location);
      again.set('code', theirs.get('code') ?? '');
      expect(refusal(await victim.comeBack(again))).toBe('refused');
    });
  });
});

function without(name: string) {
  return (good: URLSearchParams) => {
    good.delete(name);
    return good;
  };
}

function replaced(name: string, value: string) {
  return (good: URLSearchParams) => {
    good.set(name, value);
    return good;
  };
}

/** The failure with which the portal sent the browser to the sign-in page, and nothing else. */
function refusal({ status, location, failure }: Landing): string {
  const isPlain = status === 303 && location === `/login#sso-failure=${failure}`;
  return isPlain && failure !== null ? failure : `not refused: ${status} ${location}`;
}
