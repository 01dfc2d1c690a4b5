import { auditList } from '@portal/contract/audit';
import { me } from '@portal/contract/session';
import { practice } from '@portal/contract/system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makeOffice, makeUser, signedInAs, signIn, type TestUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import type { RoleName } from '@portal/domain/roles';
import { attempt } from './test/sign-ins.ts';

const REFUSED = {
  status: 403,
  error: {
    code: 'IP_NOT_ALLOWED',
    message: 'Your office does not allow access from this network address.',
  },
};

const forwarded = (portal: TestPortal, token: string, ip: string, header: string) =>
  portal.call(practice, {}, { token, ip, headers: { 'x-forwarded-for': header } });

describe('the office’s IP whitelist', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
  });
  afterAll(() => portal.close());

  /** Creates a user of an office with these whitelist entries: address → expiration, or null. */
  async function userOf(
    list: Readonly<Record<string, Date | null>>,
    role: RoleName = 'Staff',
  ): Promise<TestUser & { officeId: string }> {
    const officeId = await makeOffice(portal);
    for (const [range, expiresAt] of Object.entries(list)) await allow(officeId, range, expiresAt);
    return { ...(await makeUser(portal, { officeId, roles: [role] })), officeId };
  }
  const allow = (officeId: string, range: string, expiresAt: Date | null) =>
    portal.owner.query(
      'insert into office_ip_whitelist (office_id, ip_address, expires_at) values ($1, $2, $3)',
      [officeId, range, expiresAt],
    );
  const from = async (token: string, ip: string) => (await portal.call(practice, {}, { token, ip })).status;

  it('allows every address while empty', async () => {
    const { userName } = await userOf({});
    expect((await attempt(portal, userName, { ip: '203.0.113.1' })).status).toBe(200);
  });

  it('allows users without an office from any address', async () => {
    const { userName } = await makeUser(portal);
    expect((await attempt(portal, userName, { ip: '203.0.113.1' })).status).toBe(200);
  });

  it('gives the same response to correct and wrong passwords and unknown usernames from other addresses', async () => {
    const { userName } = await userOf({ '198.51.100.7': null });
    const ip = '203.0.113.1';
    const message = 'Invalid username or password';
    for (const [name, options] of [
      [userName, { ip }],
      [userName, { ip, code: '123456' }],
      [userName, { ip, password: 'wrong' }],
      ['nobody.of.this.name', { ip }],
    ] as const)
      expect(await attempt(portal, name, options)).toMatchObject({
        status: 401,
        error: { message, code: 'INVALID_CREDENTIALS', error: message, requestId: expect.any(String) },
      });
    expect((await attempt(portal, userName, { ip: '198.51.100.7' })).status).toBe(200);
  });

  it('delays correct and wrong passwords alike from other addresses', async () => {
    const { userName } = await userOf({ '198.51.100.7': null });
    const ip = '203.0.113.1';
    for (let count = 0; count < 5; count += 1)
      expect((await attempt(portal, userName, { ip })).status).toBe(401);
    expect((await attempt(portal, userName, { ip })).status).toBe(429);
    expect((await attempt(portal, userName, { ip, password: 'wrong' })).status).toBe(429);
    expect((await attempt(portal, userName, { ip: '198.51.100.7' })).status).toBe(200);
  });

  it('hides an expired temporary password from other addresses', async () => {
    const { id, userName } = await userOf({ '198.51.100.7': null });
    await portal.owner.query(`update users set temporary_password_expires_at = '2020-01-01' where id = $1`, [
      id,
    ]);
    const message = 'Invalid username or password';
    expect(await attempt(portal, userName, { ip: '203.0.113.1' })).toMatchObject({ error: { message } });
  });

  it('audits every sign-in refused for its address, with user, reason and address', async () => {
    const { id, userName } = await userOf({ '198.51.100.7': null });
    await attempt(portal, userName, { ip: '203.0.113.1' });
    await attempt(portal, userName, { ip: '203.0.113.1', password: 'wrong' });
    const admin = await signedInAs(portal, 'Admin');
    const { data } = await portal.succeed(
      auditList,
      { query: { action: 'LoginFailed', entityType: 'User' } },
      admin,
    );
    const entry = { action: 'LoginFailed', entityId: id, ipAddress: '203.0.113.1' };
    expect(data.filter(({ entityId }) => entityId === id)).toMatchObject([entry, entry]);
    const refused = { action: 'LoginFailed', new_values: { refused: 'IP whitelist' } };
    expect(await auditOf(portal, 'User', id)).toMatchObject([refused, refused]);
  });

  it('checks every request; a refusal is audited and does not end the session', async () => {
    const { id, userName } = await userOf({ '198.51.100.7': null });
    const token = await signIn(portal, userName, '198.51.100.7');
    expect(await from(token, '198.51.100.7')).toBe(200);
    expect(await portal.call(me, {}, { token, ip: '198.51.100.8' })).toMatchObject(REFUSED);
    expect(await from(token, '198.51.100.7')).toBe(200);
    const refusals = await portal.deps.db
      .selectFrom('audit_log')
      .select(['reason', 'new_values', 'ip_address'])
      .where('user_id', '=', id)
      .where('action', '=', 'AccessDenied')
      .execute();
    expect(refusals).toEqual([
      { reason: null, new_values: { request: 'GET /auth/session' }, ip_address: '198.51.100.8' },
    ]);
  });

  it('does not extend the session for a request from another address', async () => {
    const { userName } = await userOf({ '198.51.100.7': null });
    const token = await signIn(portal, userName, '198.51.100.7');
    portal.clock.advance({ minutes: 10 });
    expect(await from(token, '198.51.100.8')).toBe(403);
    portal.clock.advance({ minutes: 5 });
    expect(await from(token, '198.51.100.7')).toBe(401);
  });

  it('applies to signed-in users from their next request on', async () => {
    const { userName, officeId } = await userOf({});
    const token = await signIn(portal, userName, '203.0.113.1');
    await allow(officeId, '198.51.100.7', null);
    expect(await from(token, '203.0.113.1')).toBe(403);
  });

  it('ignores expired entries; an expiration equal to now is expired', async () => {
    const soon = new Date(portal.clock.now().getTime() + 60_000);
    const { userName } = await userOf({ '198.51.100.7': soon, '198.51.100.9': null });
    const token = await signIn(portal, userName, '198.51.100.7');
    portal.clock.advance({ seconds: 59, ms: 999 });
    expect(await from(token, '198.51.100.7')).toBe(200);
    portal.clock.advance({ ms: 1 });
    expect(await from(token, '198.51.100.7')).toBe(403);
    expect(await from(token, '198.51.100.9')).toBe(200);
  });

  it('does not allow the address of an expired entry while another entry is active', async () => {
    const soon = new Date(portal.clock.now().getTime() + 60_000);
    const { userName } = await userOf({ '198.51.100.7': soon, '198.51.100.9': null });
    const statusFrom = async (ip: string) => (await attempt(portal, userName, { ip })).status;
    portal.clock.advance({ seconds: 59, ms: 999 });
    expect(await statusFrom('198.51.100.7')).toBe(200);
    portal.clock.advance({ ms: 1 });
    expect(await statusFrom('198.51.100.7')).toBe(401);
    expect(await statusFrom('198.51.100.9')).toBe(200);
  });

  it('allows every address again once its last entry expires', async () => {
    const soon = new Date(portal.clock.now().getTime() + 60_000);
    const { userName } = await userOf({ '198.51.100.7': soon });
    expect((await attempt(portal, userName, { ip: '203.0.113.1' })).status).toBe(401);
    portal.clock.advance({ minutes: 1 });
    expect((await attempt(portal, userName, { ip: '203.0.113.1' })).status).toBe(200);
  });

  it.each([
    ['10.20.0.0/16', '10.20.255.255', '10.21.0.0'],
    ['198.51.100.128/25', '198.51.100.200', '198.51.100.127'],
    ['2001:db8:5::/48', '2001:db8:5:ffff::1', '2001:db8:6::1'],
    ['2001:db8::7', '2001:0DB8:0:0:0:0:0:7', '2001:db8::8'],
    ['198.51.100.7', '::ffff:198.51.100.7', '::ffff:198.51.100.8'],
    ['198.51.100.7', '::ffff:c633:6407', '::ffff:c633:6408'],
    ['fe80::/10', 'fe80::1%eth0', 'fec0::1%eth0'],
    ['0.0.0.0/0', '203.0.113.1', '2001:db8::1'],
    ['::/0', '2001:db8::1', '203.0.113.1'],
  ])('with %s allows %s but not %s', async (range, inside, outside) => {
    const { userName } = await userOf({ [range]: null });
    expect((await attempt(portal, userName, { ip: outside })).status).toBe(401);
    const token = await signIn(portal, userName, inside);
    expect(await from(token, inside)).toBe(200);
    expect(await from(token, outside)).toBe(403);
  });

  it('exempts SuperAdmin, and audits the exemption', async () => {
    const { id, userName } = await userOf({ '198.51.100.7': null }, 'SuperAdmin');
    const token = await signIn(portal, userName, '203.0.113.1');
    expect(await from(token, '203.0.113.1')).toBe(200);
    await signIn(portal, userName, '198.51.100.7');
    expect((await auditOf(portal, 'User', id)).map((entry) => entry.new_values)).toEqual(
      expect.arrayContaining([{ ipWhitelist: 'exempt' }, null]),
    );
  });

  describe('client address', () => {
    it('is the socket’s address, regardless of X-Forwarded-For and similar headers', async () => {
      const { userName } = await userOf({ '198.51.100.7': null });
      const token = await signIn(portal, userName, '198.51.100.7');
      for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-client-ip', 'cf-connecting-ip']) {
        const answer = await portal.call(
          practice,
          {},
          {
            token,
            ip: '203.0.113.1',
            headers: { [header]: header === 'forwarded' ? 'for=198.51.100.7' : '198.51.100.7' },
          },
        );
        expect(answer).toMatchObject(REFUSED);
      }
      expect((await forwarded(portal, token, '198.51.100.7', '203.0.113.1')).status).toBe(200);
    });

    it('is the address that a trusted proxy reports', async () => {
      const proxied = await openTestPortal({
        sameDatabaseAs: portal,
        env: { TRUSTED_PROXIES: '10.0.0.0/8' },
      });
      try {
        const { userName } = await userOf({ '198.51.100.7': null });
        const token = await signIn(portal, userName, '198.51.100.7');
        const through = async (header: string, ip = '10.1.2.3') =>
          (await forwarded(proxied, token, ip, header)).status;
        expect(await through('198.51.100.7')).toBe(200);
        expect(await through('198.51.100.7:49152')).toBe(200);
        expect(await through('[::ffff:198.51.100.7]:49152')).toBe(200);
        expect(await through('203.0.113.1')).toBe(403);
        // Values that the client put into the header are further left and are ignored.
        expect(await through('198.51.100.7, 203.0.113.1')).toBe(403);
        expect(await through('198.51.100.7, 10.9.9.9')).toBe(200);
        // The header is ignored without a trusted proxy.
        expect(await through('198.51.100.7', '203.0.113.1')).toBe(403);
        // Invalid values from the proxy are refused and do not crash the server.
        for (const nonsense of ['unknown', 'x.y.z', "1'; drop table users; --", '999.1.1.1'])
          expect(await through(nonsense)).toBe(400);
      } finally {
        await proxied.close();
      }
    });
  });
});
