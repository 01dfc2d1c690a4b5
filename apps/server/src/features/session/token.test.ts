import { liveTicket, logout, me } from '@portal/contract/session';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveKeys } from '#security/keys.ts';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { TEST_KEYS } from '#test/settings.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('session token', () => {
  let portal: TestPortal;
  let user: SignedInUser;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    user = await signedInAs(portal);
    admin = await signedInAs(portal, 'SuperAdmin');
  });
  afterAll(() => portal.close());

  const refusal = async (authorization: string | undefined) => {
    const { status, body } = await portal.raw({
      method: 'GET',
      url: '/api/auth/session',
      ...(authorization === undefined ? {} : { headers: { authorization } }),
    });
    return { status, body };
  };
  const SESSION_EXPIRED = { status: 401, body: { code: 'SESSION_EXPIRED' } };

  /** Signs the user's claims, with changes, with a key. */
  const sign = (key: Uint8Array, claims: Record<string, unknown>, header = { alg: 'HS256', typ: 'JWT' }) =>
    new SignJWT({ ...decodeJwt(user.token), ...claims }).setProtectedHeader(header).sign(key);

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['a bare scheme', 'Bearer '],
    ['another scheme', 'Basic dXNlcjpwYXNzd29yZA=='],
    ['a token with blanks', 'Bearer a b'],
    ['a token with characters no token has', 'Bearer a;b'],
  ])('refuses %s', async (_what, authorization) => {
    expect(await refusal(authorization)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });

  it.each(['a', 'a.b', 'a.b.c', '..', `${encode({ alg: 'HS256' })}.${encode({})}.`, 'x'.repeat(8000)])(
    'refuses malformed tokens (%#)',
    async (token) => {
      expect(await refusal(`Bearer ${token}`)).toMatchObject(SESSION_EXPIRED);
    },
  );

  it('refuses a modified payload with the old signature', async () => {
    const [header = '', , signature = ''] = user.token.split('.');
    const claims = { ...decodeJwt(user.token), UserId: admin.id, role: ['SuperAdmin'] };
    expect(await refusal(`Bearer ${header}.${encode(claims)}.${signature}`)).toMatchObject(SESSION_EXPIRED);
  });

  it.each(['none', 'None', 'NONE', 'HS512', 'RS256', 'ES256'])('refuses alg %s', async (alg) => {
    const claims = encode(decodeJwt(user.token));
    const signature = user.token.split('.')[2] ?? '';
    for (const end of ['', signature]) {
      expect(await refusal(`Bearer ${encode({ alg, typ: 'JWT' })}.${claims}.${end}`)).toMatchObject(
        SESSION_EXPIRED,
      );
    }
  });

  it('refuses HS512 with the correct key', async () => {
    const token = await sign(
      Buffer.concat([TEST_KEYS.token, TEST_KEYS.token]),
      {},
      { alg: 'HS512', typ: 'JWT' },
    );
    expect(await refusal(`Bearer ${token}`)).toMatchObject(SESSION_EXPIRED);
  });

  it('refuses another practice’s key and another key of this practice', async () => {
    const foreign = deriveKeys(Buffer.alloc(32, 8));
    for (const key of [foreign.token, TEST_KEYS.audit, TEST_KEYS.lookup])
      expect(await refusal(`Bearer ${await sign(key, {})}`)).toMatchObject(SESSION_EXPIRED);
  });

  it('requires an open session of the user in addition to the correct key', async () => {
    const sid = '00000000-0000-7000-8000-000000000000';
    const adminSession = decodeJwt(admin.token)['sid'];
    for (const claims of [
      { sid },
      { UserId: admin.id },
      { sid: adminSession },
      { sid: undefined },
      { sid: 7 },
    ])
      expect(await refusal(`Bearer ${await sign(TEST_KEYS.token, claims)}`)).toMatchObject(SESSION_EXPIRED);
    // Roles in the token are only for display in the browser; the server reads its own.
    const boasting = await sign(TEST_KEYS.token, { role: ['SuperAdmin'] });
    const answer = await portal.raw({ method: 'GET', url: '/api/user/list', token: boasting });
    expect(answer.status).toBe(403);
  });

  it('is refused from its expiration second on', async () => {
    const now = Math.floor(portal.clock.now().getTime() / 1000);
    expect((await refusal(`Bearer ${await sign(TEST_KEYS.token, { exp: now + 1 })}`)).status).toBe(200);
    expect(await refusal(`Bearer ${await sign(TEST_KEYS.token, { exp: now })}`)).toMatchObject(
      SESSION_EXPIRED,
    );
  });

  it.each([
    ['for another application', { aud: 'payroll' }],
    ['for several applications of which this is none', { aud: ['payroll', 'scheduling'] }],
    ['without an audience', { aud: undefined }],
    ['from another issuer', { iss: 'https://login.example' }],
    ['without an issuer', { iss: undefined }],
    ['without an end', { exp: undefined }],
    ['with an end that is no number', { exp: 'never' }],
    ['without a beginning', { iat: undefined }],
    ['not valid yet', { nbf: 4_102_444_800 }],
  ])('is refused %s, even with the correct key', async (_what, claims) => {
    expect((await refusal(`Bearer ${await sign(TEST_KEYS.token, {})}`)).status).toBe(200);
    expect(await refusal(`Bearer ${await sign(TEST_KEYS.token, claims)}`)).toMatchObject(SESSION_EXPIRED);
  });

  it('is refused after its session ended', async () => {
    const gone = await signedInAs(portal);
    await portal.succeed(logout, {}, gone);
    expect(await refusal(`Bearer ${gone.token}`)).toMatchObject(SESSION_EXPIRED);
  });

  it('is not accepted in the URL', async () => {
    const answer = await portal.raw({ method: 'GET', url: `/api/practice?access_token=${user.token}` });
    expect(answer.status).toBe(401);
  });

  describe('live ticket', () => {
    it('is short-lived, contains the session and differs from a session token', async () => {
      const { ticket, expiresInSeconds } = await portal.succeed(liveTicket, {}, user);
      expect(expiresInSeconds).toBe(60);
      expect(decodeProtectedHeader(ticket)).toEqual({ alg: 'HS256', typ: 'live+jwt' });
      const claims = decodeJwt(ticket);
      expect(Object.keys(claims).toSorted()).toEqual(['UserId', 'aud', 'exp', 'iat', 'iss', 'jti', 'sid']);
      expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(60);
    });

    it('is not accepted as a session token', async () => {
      const { ticket } = await portal.succeed(liveTicket, {}, user);
      expect(await refusal(`Bearer ${ticket}`)).toMatchObject(SESSION_EXPIRED);
      const renamed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${ticket.split('.').slice(1).join('.')}`;
      expect(await refusal(`Bearer ${renamed}`)).toMatchObject(SESSION_EXPIRED);
    });

    it('opens the hub for one minute; a session token does not open it', async () => {
      const { ticket } = await portal.succeed(liveTicket, {}, user);
      const negotiate = async (token: string) =>
        (
          await portal.raw({
            method: 'POST',
            url: '/hubs/activity/negotiate?negotiateVersion=1',
            token,
            headers: { 'content-type': 'text/plain' },
            payload: '',
          })
        ).status;
      const inAddress = async (token: string) =>
        (await portal.raw({ method: 'GET', url: `/hubs/activity?id=x&access_token=${token}` })).status;
      expect(await negotiate(ticket)).toBe(200);
      // 404: authenticated, but there is no such negotiated connection.
      expect(await inAddress(ticket)).toBe(404);
      expect(await inAddress(user.token)).toBe(401);
      portal.clock.advance({ seconds: 60 });
      expect(await negotiate(ticket)).toBe(401);
      expect(await inAddress(ticket)).toBe(401);
    });

    it.each([{ aud: 'payroll' }, { iss: undefined }, { exp: undefined }])(
      'is refused with the claims %j, even with the correct key',
      async (claims) => {
        const { ticket } = await portal.succeed(liveTicket, {}, user);
        const connect = async (token: string) =>
          (await portal.raw({ method: 'GET', url: `/hubs/activity?id=x&access_token=${token}` })).status;
        const forge = (changed: Record<string, unknown>) =>
          new SignJWT({ ...decodeJwt(ticket), ...changed })
            .setProtectedHeader({ alg: 'HS256', typ: 'live+jwt' })
            .sign(TEST_KEYS.token);
        // 404: authenticated, but there is no such negotiated connection.
        expect(await connect(await forge({}))).toBe(404);
        expect(await connect(await forge(claims))).toBe(401);
      },
    );

    it('does not outlive its session', async () => {
      const gone = await signedInAs(portal);
      const { ticket } = await portal.succeed(liveTicket, {}, gone);
      await portal.succeed(logout, {}, gone);
      const answer = await portal.raw({ method: 'GET', url: `/hubs/activity?id=x&access_token=${ticket}` });
      expect(answer.status).toBe(401);
    });
  });

  it('never appears in the log, and neither does a ticket', async () => {
    const { ticket } = await portal.succeed(liveTicket, {}, user);
    await portal.raw({ method: 'GET', url: `/hubs/activity?id=x&access_token=${ticket}` });
    await portal.call(me, {}, user);
    for (const secret of [ticket, user.token]) {
      expect(portal.logged()).not.toContain(secret);
      expect(portal.logged()).not.toContain(secret.split('.')[2]);
    }
  });
});
