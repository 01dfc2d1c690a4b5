import { apiKeyCreate, apiKeyList, apiKeyRevoke } from '@portal/contract/api-keys';
import { officeList } from '@portal/contract/offices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  auditOf,
  makeApiKey,
  makeUser,
  overridePermission,
  signedInAs,
  signIn,
  type SignedInUser,
} from '#test/factories.ts';
import { TEST_PASSWORD } from '#test/settings.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';

describe('API keys', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());

  const inDays = (days: number) => new Date(portal.clock.now().getTime() + days * 86_400_000).toISOString();
  const create = (changes: Record<string, unknown>, user: SignedInUser = admin) =>
    portal.raw({
      method: 'POST',
      url: '/api/api-keys',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({
        name: 'LabLink',
        permissions: ['Patient.View'],
        expiresAt: inDays(30),
        password: TEST_PASSWORD,
        ...changes,
      }),
      token: user.token,
    });
  const find = async (id: string) =>
    (await portal.succeed(apiKeyList, { query: { pageSize: '100' } }, admin)).items.find(
      (key) => key.id === id,
    );

  it('shows a new key once and stores only a keyed hash', async () => {
    const ada = await makeUser(portal, { roles: ['Admin'], firstName: 'Ada', lastName: 'Lovelace' });
    const creator = { ...ada, token: await signIn(portal, ada.userName) };
    const body = { name: ' Lab Results ', permissions: ['Order.View' as const, 'Patient.View' as const] };
    const answer = await portal.call(
      apiKeyCreate,
      { body: { ...body, expiresAt: inDays(30), password: TEST_PASSWORD } },
      creator,
    );
    expect(answer).toMatchObject({
      status: 201,
      body: { key: expect.stringMatching(/^mpk_[a-z\d]{12}_[\w-]{43}$/) },
    });
    const { id, key } = answer.ok ? answer.body : { id: '', key: '' };
    expect(await find(id)).toEqual({
      id,
      name: 'Lab Results',
      prefix: key.slice(0, 16),
      permissions: ['Patient.View', 'Order.View'],
      createdBy: { id: ada.id, firstName: 'Ada', lastName: 'Lovelace' },
      createdAt: portal.clock.now().toISOString(),
      expiresAt: inDays(30),
      revokedAt: null,
      revokedBy: null,
      suspendedAt: null,
      suspendedBecause: null,
      lastUsedAt: null,
      lastUsedIp: null,
      state: 'Active',
    });
    const { rows } = await portal.owner.query('select row_to_json(k)::text as text from api_keys k');
    const stored = JSON.stringify(rows) + JSON.stringify(await auditOf(portal, 'ApiKey', id));
    expect(stored).not.toContain(key.slice(17));
    expect(portal.logged()).not.toContain(key.slice(17));
    expect(await auditOf(portal, 'ApiKey', id)).toMatchObject([
      {
        action: 'Created',
        user_id: ada.id,
        new_values: {
          name: 'Lab Results',
          permissions: ['Order.View', 'Patient.View'],
          expiresAt: inDays(30),
        },
      },
    ]);
  });

  it.each([
    ['no name', { name: ' ' }, { name: ['Name is required'] }],
    ['a long name', { name: 'x'.repeat(101) }, { name: ['Name can have at most 100 characters'] }],
    ['no permissions', { permissions: [] }, { permissions: ['Choose at least one permission'] }],
    ['missing permissions', { permissions: null }, { permissions: ['Choose at least one permission'] }],
    [
      'an unknown permission',
      { permissions: ['Patient.View', 'Patient.Erase'] },
      { 'permissions.1': ['Unknown permission: Patient.Erase'] },
    ],
    [
      'a permission twice',
      { permissions: ['Patient.View', 'Patient.View'] },
      { permissions: ['Each permission can be listed only once'] },
    ],
    ['no expiration', { expiresAt: null }, { expiresAt: ['Expiration must be a date and time'] }],
    [
      'an expiration in the past',
      { expiresAt: '2020-01-01T00:00:00Z' },
      { expiresAt: ['Expiration must be in the future'] },
    ],
    [
      'an expiration after more than a year',
      { expiresAt: '2999-01-01T00:00:00Z' },
      { expiresAt: ['Expiration can be at most one year from today'] },
    ],
    ['a key chosen by the client', { key: 'mpk_x' }, { key: ['Unknown field'] }],
  ])('refuses %s', async (_what, changes, errors) => {
    expect(await create(changes)).toMatchObject({ status: 400, body: { code: 'VALIDATION', errors } });
  });

  it('refuses permissions that the creator does not have, and names them', async () => {
    const limited = await signedInAs(portal, 'Admin');
    await overridePermission(portal, limited.id, 'Patient.ViewSsn', false);
    await overridePermission(portal, limited.id, 'Order.View', false);
    const permissions = ['Patient.View', 'Patient.ViewSsn', 'Order.View'];
    expect(await create({ permissions }, limited)).toMatchObject({
      status: 400,
      body: {
        errors: {
          permissions: [
            'You cannot give a key permissions that you do not have: Patient.ViewSsn, Order.View',
          ],
        },
      },
    });
  });

  it('refuses the name of an active key, but not of a revoked or expired one', async () => {
    const taken = {
      status: 409,
      body: { code: 'CONFLICT', errors: { name: ['An active API key already has this name'] } },
    };
    const first = await makeApiKey(portal, admin, ['Patient.View'], { name: 'Billing Bridge' });
    expect(await create({ name: 'billing bridge' })).toMatchObject(taken);
    await portal.succeed(apiKeyRevoke, { params: { id: first.id } }, admin);
    const second = await makeApiKey(portal, admin, ['Patient.View'], { name: 'Billing Bridge' });
    expect(await create({ name: 'Billing Bridge' })).toMatchObject(taken);
    await portal.owner.query(
      "update api_keys set created_at = $1::timestamptz - interval '2 days', expires_at = $1 where id = $2",
      [portal.clock.now(), second.id],
    );
    expect(await create({ name: 'Billing Bridge' })).toMatchObject({ status: 201 });
    expect(await find(second.id)).toMatchObject({ state: 'Expired' });
  });

  it('creates one of several concurrent keys with the same name', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ name: 'At Once' })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
  });

  it('is revoked once, also by another Admin, and stays in the list', async () => {
    const key = await makeApiKey(portal, admin, ['Patient.View']);
    const other = await signedInAs(portal, 'Admin');
    const revoked = { state: 'Revoked', revokedBy: { id: other.id } };
    expect(await portal.succeed(apiKeyRevoke, { params: { id: key.id } }, other)).toMatchObject(revoked);
    expect(await portal.call(officeList, {}, key)).toMatchObject({ status: 401 });
    expect(await portal.call(apiKeyRevoke, { params: { id: key.id } }, admin)).toMatchObject({
      status: 409,
      error: { message: 'This API key is already revoked.' },
    });
    expect(await find(key.id)).toMatchObject(revoked);
    expect(await auditOf(portal, 'ApiKey', key.id)).toMatchObject([
      { action: 'Created', user_id: admin.id },
      { action: 'Deleted', user_id: other.id, new_values: { state: 'Revoked' } },
      {
        action: 'AccessDenied',
        user_id: admin.id,
        new_values: { request: 'GET /office', refused: 'revoked' },
      },
    ]);
    expect(await portal.call(apiKeyRevoke, { params: { id: UNKNOWN } }, admin)).toMatchObject({
      status: 404,
      error: { message: 'This API key does not exist.' },
    });
  });

  it('attributes refused calls of a revoked key to the key', async () => {
    const key = await makeApiKey(portal, admin, ['Patient.View']);
    await portal.succeed(apiKeyRevoke, { params: { id: key.id } }, admin);
    await portal.call(officeList, {}, key);
    const { rows } = await portal.owner.query('select action from audit_log where api_key_id = $1', [key.id]);
    expect(rows).toEqual([{ action: 'AccessDenied' }]);
  });

  it('lists active keys first, then the newest, and filters by state and creator', async () => {
    const creator = await signedInAs(portal, 'Admin');
    const made = [];
    for (const name of ['One', 'Two', 'Three']) {
      made.push(await makeApiKey(portal, creator, ['Order.View'], { name: `${name} of a Creator` }));
      portal.clock.advance({ seconds: 1 });
    }
    await portal.succeed(apiKeyRevoke, { params: { id: made[2]?.id ?? '' } }, creator);
    const list = async (query: Record<string, string>) =>
      portal.succeed(apiKeyList, { query: { createdBy: creator.id, ...query } }, admin);
    const names = ({ items }: Awaited<ReturnType<typeof list>>) =>
      items.map(({ name }) => name.split(' ')[0]);
    expect(names(await list({}))).toEqual(['Two', 'One', 'Three']);
    expect(await list({ pageSize: '2' })).toMatchObject({ totalCount: 3, items: { length: 2 } });
    expect(names(await list({ pageSize: '2', page: '2' }))).toEqual(['Three']);
    expect(names(await list({ activeOnly: 'true' }))).toEqual(['Two', 'One']);
    await portal.owner.query('update users set is_active = false where id = $1', [creator.id]);
    expect((await list({})).items.map(({ state }) => state)).toEqual([
      'Revoked',
      'CreatorInactive',
      'CreatorInactive',
    ]);
    expect(await list({ activeOnly: 'true' })).toEqual({ totalCount: 0, items: [] });
  });

  it('cannot be changed or deleted by the application’s database role', async () => {
    await makeApiKey(portal, admin, ['Patient.View']);
    for (const change of [
      { statement: portal.deps.db.deleteFrom('api_keys') },
      { statement: portal.deps.db.deleteFrom('api_key_permissions') },
      { statement: portal.deps.db.updateTable('api_keys').set({ expires_at: new Date('2999-01-01') }) },
      { statement: portal.deps.db.updateTable('api_keys').set({ key_hash: Buffer.alloc(32) }) },
    ])
      await expect(change.statement.execute()).rejects.toThrow(/permission denied/);
  });
});
