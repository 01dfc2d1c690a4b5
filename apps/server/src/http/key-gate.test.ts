import { officeList } from '@portal/contract/offices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApiKey, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const LIMIT = 5;
const WRONG_LIMIT = 60;
const many = (count: number, status: number) => Array.from({ length: count }, () => status);

describe('limits of API keys', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal({ env: { API_KEY_RATE_LIMIT_PER_MINUTE: String(LIMIT) } });
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());

  const call = (token: string, ip: string) => portal.call(officeList, {}, { token, ip });
  const statuses = async (count: number, token: string, ip: string) => {
    const seen = [];
    for (let each = 0; each < count; each += 1) seen.push((await call(token, ip)).status);
    return seen;
  };

  it('are per key, from all addresses together, with Retry-After', async () => {
    const [key, other] = [
      await makeApiKey(portal, admin, ['Patient.View']),
      await makeApiKey(portal, admin, ['Patient.View']),
    ];
    expect(await statuses(LIMIT, key.token, '192.0.2.1')).toEqual(many(LIMIT, 200));
    const answer = await call(key.token, '192.0.2.2');
    expect(answer).toMatchObject({ status: 429, error: { code: 'TOO_MANY_REQUESTS' } });
    const wait = Number(answer.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(await statuses(1, other.token, '192.0.2.2')).toEqual([200]);
    expect(await statuses(LIMIT + 1, admin.token, '192.0.2.2')).toEqual(many(LIMIT + 1, 200));
  });

  it('record refused calls', async () => {
    const key = await makeApiKey(portal, admin, ['Patient.View']);
    await statuses(LIMIT + 2, key.token, '192.0.2.3');
    const { rows } = await portal.owner.query(
      'select action, count(*)::int as count from audit_log where api_key_id = $1 group by action order by action',
      [key.id],
    );
    expect(rows).toEqual([
      { action: 'AccessDenied', count: 2 },
      { action: 'Accessed', count: LIMIT },
    ]);
  });

  it('refuse wrong keys from an address after too many of them, but never a valid one', async () => {
    const key = await makeApiKey(portal, admin, ['Patient.View']);
    const wrong = `mpk_aaaaaaaaaaaa_${'A'.repeat(43)}`;
    const ip = '192.0.2.4';
    expect(await statuses(WRONG_LIMIT, wrong, ip)).toEqual(many(WRONG_LIMIT, 401));
    expect(await statuses(1, key.token, ip)).toEqual([200]);
    expect(await statuses(2, wrong, ip)).toEqual([429, 429]);
    const refused = await call('mpk_malformed', ip);
    expect(refused).toMatchObject({ status: 429 });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await statuses(3, key.token, ip)).toEqual(many(3, 200));
    expect(await statuses(1, wrong, '192.0.2.5')).toEqual([401]);
    expect(await statuses(1, admin.token, ip)).toEqual([200]);
  });

  it('count uses of a revoked key for the key, not as wrong keys', async () => {
    const [key, good] = [
      await makeApiKey(portal, admin, ['Patient.View']),
      await makeApiKey(portal, admin, ['Patient.View']),
    ];
    await portal.owner.query('update api_keys set revoked_at = $1, revoked_by = $2 where id = $3', [
      portal.clock.now(),
      admin.id,
      key.id,
    ]);
    const ip = '192.0.2.6';
    const seen = await statuses(WRONG_LIMIT + LIMIT, key.token, ip);
    expect(seen).toEqual([...many(LIMIT, 401), ...many(WRONG_LIMIT, 429)]);
    expect(await statuses(1, good.token, ip)).toEqual([200]);
  });
});
