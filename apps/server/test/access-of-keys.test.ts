import { endpoints } from '@portal/contract';
import { isOpenToKeys } from '@portal/contract/endpoint';
import { PERMISSION_NAMES, type PermissionName } from '@portal/domain/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyOf, send, verdict } from './access-calls.ts';
import { isForKeys } from './access-table-keys.ts';
import { ACCESS } from './access-table.ts';
import { makeApiKey, signedInAs, type SignedInUser } from './factories.ts';
import { openTestPortal, type TestPortal } from './harness.ts';

const calls = endpoints.map(keyOf);

/** The permissions with which a key may call an endpoint. */
function fitting(key: string): readonly PermissionName[] {
  const who = ACCESS[key];
  if (typeof who !== 'object') return [];
  if ('permission' in who) return who.permission;
  return who.orPermission === undefined ? [] : [who.orPermission];
}

describe('access of API keys', () => {
  let portal: TestPortal;
  /** Has every permission and every role. */
  let creator: SignedInUser;
  let strongest: string;
  const others = new Map<string, string>();
  beforeAll(async () => {
    portal = await openTestPortal();
    creator = await signedInAs(portal, 'SuperAdmin', 'Admin', 'ProviderPhysician');
    strongest = (await makeApiKey(portal, creator, PERMISSION_NAMES)).token;
  });
  afterAll(() => portal.close());

  /** A key with all permissions that do not help. */
  async function keyWithout(names: readonly PermissionName[]): Promise<string> {
    const known = others.get(names.join());
    if (known !== undefined) return known;
    const rest = PERMISSION_NAMES.filter((name) => !names.includes(name));
    const { token } = await makeApiKey(portal, creator, rest);
    others.set(names.join(), token);
    return token;
  }

  it('is what the contract says', () => {
    const open = endpoints.filter((endpoint) => endpoint.guard.kind === 'public' || isOpenToKeys(endpoint));
    expect(open.map(keyOf).toSorted()).toEqual(calls.filter(isForKeys).toSorted());
  });

  it.each(calls)('%s with all permissions', async (key) => {
    expect(verdict(await send(portal, key, strongest))).toBe(isForKeys(key) ? 'allowed' : 'FORBIDDEN');
  });

  it.each(calls.filter((key) => ACCESS[key] !== 'public'))('%s without a fitting permission', async (key) => {
    const answer = await send(portal, key, await keyWithout(fitting(key)));
    const isList = ACCESS[key] === 'signed-in' && isForKeys(key);
    expect(verdict(answer)).toBe(isList ? 'allowed' : 'FORBIDDEN');
  });

  it('ends no session of the creator, whatever a key calls', async () => {
    expect(verdict(await send(portal, 'GET /auth/session', creator.token))).toBe('allowed');
  });

  it('left an entry of the key for every call', async () => {
    const { rows } = await portal.owner.query(
      "select count(*)::int as count from audit_log l join api_keys k on k.id = l.api_key_id where starts_with($1, 'mpk_' || k.prefix)",
      [strongest],
    );
    expect(Number(rows[0]?.count)).toBeGreaterThanOrEqual(
      calls.filter((key) => ACCESS[key] !== 'public').length,
    );
  });
});
