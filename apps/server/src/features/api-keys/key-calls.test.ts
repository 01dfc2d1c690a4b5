import { randomUUID } from 'node:crypto';
import { apiKeyCreate, apiKeyList, apiKeyRevoke } from '@portal/contract/api-keys';
import { auditExport, auditGet, auditList } from '@portal/contract/audit';
import { messageAddNote, messageCreate } from '@portal/contract/messages';
import { notificationList } from '@portal/contract/notifications';
import { officeCreate, officeList, officeUpdate } from '@portal/contract/offices';
import { patientGet, patientList } from '@portal/contract/patients';
import { permissions } from '@portal/contract/session';
import { userGet } from '@portal/contract/users';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyAuditLog } from '#audit/verify.ts';
import {
  IN_ORDER,
  makeApiKey,
  makeOffice,
  makePatient,
  makeUser,
  overridePermission,
  signedInAs,
  signIn,
  type SignedInUser,
} from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { TEST_KEYS } from '#test/settings.ts';

const OFFICE = {
  address: '9 Elm Street',
  city: 'Towson',
  state: 'MD',
  zipCode: '21204',
  phone: '4105550123',
};

const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;

describe('a call with an API key', () => {
  let portal: TestPortal;
  let creator: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
  });
  beforeEach(async () => {
    const user = await makeUser(portal, { roles: ['Admin'], firstName: 'Ada', lastName: 'Lovelace' });
    creator = { ...user, token: await signIn(portal, user.userName) };
  });
  afterAll(() => portal.close());

  const entriesOf = (keyId: string) =>
    portal.deps.db
      .selectFrom('audit_log')
      .select(['action', 'entity_type', 'entity_id', 'user_id', 'session_id', 'new_values'])
      .where('api_key_id', '=', keyId)
      .orderBy(IN_ORDER)
      .orderBy('seq')
      .execute();

  it('may do what its permissions name, and nothing else', async () => {
    const patient = await makePatient(portal);
    const key = await makeApiKey(portal, creator, ['Patient.View']);
    expect(await portal.succeed(patientGet, { params: { id: patient.id } }, key)).toMatchObject({
      id: patient.id,
    });
    expect(await portal.succeed(permissions, {}, key)).toEqual([{ name: 'Patient.View' }]);
    expect(await portal.call(officeCreate, { body: { ...OFFICE, name: 'By a key' } }, key)).toMatchObject({
      status: 403,
      error: { message: 'You do not have permission to do this.' },
    });
    const body = {
      name: 'Another',
      permissions: ['Patient.View' as const],
      expiresAt: '2027-01-01T00:00:00Z',
    };
    expect(await portal.call(apiKeyCreate, { body }, key)).toMatchObject({
      status: 403,
      error: { message: 'API keys cannot do this. It must be done by a person who is signed in.' },
    });
  });

  it('follows what its creator may do, from the next request on', async () => {
    const key = await makeApiKey(portal, creator, ['Patient.View', 'Order.View']);
    const list = () => statusOf(portal.call(patientList, { query: {} }, key));
    expect(await list()).toBe(200);
    await overridePermission(portal, creator.id, 'Patient.View', false);
    expect(await list()).toBe(403);
    expect(await portal.succeed(permissions, {}, key)).toEqual([{ name: 'Order.View' }]);
    await portal.owner.query('delete from user_permission_overrides where user_id = $1', [creator.id]);
    expect(await list()).toBe(200);
    await overridePermission(
      portal,
      creator.id,
      'Patient.View',
      false,
      new Date(portal.clock.now().getTime() + 60_000),
    );
    expect(await list()).toBe(403);
    portal.clock.advance({ minutes: 1 });
    expect(await list()).toBe(200);
    await portal.owner.query('delete from user_roles where user_id = $1', [creator.id]);
    expect(await list()).toBe(401);
  });

  it('stops when its creator must change their password, must set up 2FA or is deactivated', async () => {
    const key = await makeApiKey(portal, creator, ['Patient.View']);
    const list = () => portal.call(patientList, { query: {} }, key);
    const set = (columns: string) =>
      portal.owner.query(`update users set ${columns} where id = $1`, [creator.id]);
    await set('must_change_password = true');
    expect(await list()).toMatchObject({
      status: 403,
      error: {
        code: 'PASSWORD_CHANGE_REQUIRED',
        message: 'The user who created this API key must first change their password.',
      },
    });
    await set('must_change_password = false');
    await portal.owner.query("update roles set two_factor_required_since = $1 where name = 'Admin'", [
      new Date(0),
    ]);
    await portal.owner.query('update two_factor_policy set grace_days = 0');
    expect(await list()).toMatchObject({ status: 403, error: { code: 'TWO_FACTOR_SETUP_REQUIRED' } });
    await portal.owner.query('update roles set two_factor_required_since = null');
    await portal.owner.query('update two_factor_policy set grace_days = 14');
    expect(await list()).toMatchObject({ status: 200 });
    await set('is_active = false');
    expect(await list()).toMatchObject({ status: 401, error: { code: 'UNAUTHENTICATED' } });
    await set('is_active = true');
    expect(await list()).toMatchObject({ status: 200 });
  });

  it('is refused by every process as soon as one has revoked it', async () => {
    const other = await openTestPortal({ sameDatabaseAs: portal });
    const key = await makeApiKey(portal, creator, ['Patient.View', 'Order.View']);
    const both = async () => [
      await statusOf(portal.call(patientList, { query: {} }, key)),
      await statusOf(other.call(patientList, { query: {} }, key)),
    ];
    expect(await both()).toEqual([200, 200]);
    await overridePermission(portal, creator.id, 'Patient.View', false);
    expect(await both()).toEqual([403, 403]);
    await portal.owner.query('delete from user_permission_overrides where user_id = $1', [creator.id]);
    expect(await both()).toEqual([200, 200]);
    await other.succeed(apiKeyRevoke, { params: { id: key.id } }, creator);
    expect(await both()).toEqual([401, 401]);
    await other.close();
  });

  it('works only from the addresses of its creator’s office', async () => {
    const officeId = await makeOffice(portal);
    await portal.owner.query('update users set office_id = $1 where id = $2', [officeId, creator.id]);
    const key = await makeApiKey(portal, creator, ['Patient.View']);
    await portal.owner.query(
      "insert into office_ip_whitelist (office_id, ip_address) values ($1, '192.0.2.0/24')",
      [officeId],
    );
    const from = (ip: string) => portal.call(patientList, { query: {} }, { ...key, ip });
    expect(await from('198.51.100.7')).toMatchObject({ status: 403, error: { code: 'IP_NOT_ALLOWED' } });
    expect(await from('192.0.2.7')).toMatchObject({ status: 200 });
  });

  it('has no rights from the roles of its creator', async () => {
    const owner = await signedInAs(portal, 'SuperAdmin', 'ProviderPhysician');
    const hidden = await makeOffice(portal, { superAdminOnly: true });
    const key = await makeApiKey(portal, owner, ['Dictation.View', 'Admin.ManageOffices']);
    const offices = await portal.succeed(officeList, {}, key);
    expect(offices.map(({ id }) => id)).not.toContain(hidden);
    // Admins also see the email address and roles.
    const user = await portal.succeed(userGet, { params: { id: owner.id } }, key);
    expect(user).not.toHaveProperty('email');
    expect(await portal.succeed(userGet, { params: { id: owner.id } }, owner)).toHaveProperty('email');
  });

  it('has no rights from what belongs to its creator', async () => {
    const key = await makeApiKey(portal, creator, ['Message.View']);
    const message = await portal.succeed(messageCreate, { body: callFor(creator.id) }, creator);
    const note = { params: { id: message.id }, body: { text: 'Called back' } };
    expect(await statusOf(portal.call(messageAddNote, note, key))).toBe(403);
    expect(await statusOf(portal.call(messageAddNote, note, creator))).toBe(201);
  });

  it('notifies its creator of what it did', async () => {
    const key = await makeApiKey(portal, creator, ['Message.View', 'Message.Create', 'Message.Assign']);
    const count = async () => (await portal.succeed(notificationList, { query: {} }, creator)).totalCount;
    await portal.succeed(messageCreate, { body: callFor(creator.id) }, creator);
    expect(await count()).toBe(0);
    await portal.succeed(messageCreate, { body: callFor(creator.id) }, key);
    expect(await count()).toBe(1);
  });

  it('uses idempotency keys and versions like a user, but its own idempotency keys', async () => {
    const key = await makeApiKey(portal, creator, ['Admin.ManageOffices']);
    const headers = { 'idempotency-key': randomUUID() };
    const create = (name: string, { token }: { token: string }) =>
      portal.call(officeCreate, { body: { ...OFFICE, name } }, { token, headers });
    const first = await create('Own Keys', key);
    expect(await create('Own Keys', key)).toMatchObject({
      status: 201,
      headers: { 'idempotent-replay': 'true' },
      body: first.ok ? first.body : {},
    });
    expect(await create('Own Keys', creator)).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
    expect(await create('Others', creator)).toMatchObject({ status: 201 });
    expect(await create('Others', key)).toMatchObject({ status: 422 });
    const id = first.ok ? first.body.id : '';
    const change = (name: string, version: number) =>
      portal.call(
        officeUpdate,
        { params: { id }, body: { ...OFFICE, name, isActive: true } },
        { ...key, headers: { 'if-match': `"${version}"` } },
      );
    expect(await change('Own Keys 2', 1)).toMatchObject({ status: 200 });
    expect(await change('Own Keys 3', 1)).toMatchObject({ status: 409, error: { code: 'STALE' } });
  });

  it('leaves an audit entry of the key for every call, also for failed ones and lists without health data', async () => {
    const patient = await makePatient(portal);
    const key = await makeApiKey(portal, creator, ['Patient.View', 'Patient.Create', 'Admin.ManageOffices']);
    const calls: [string, string, string | undefined, object][] = [
      [
        'GET',
        '/office',
        undefined,
        { action: 'Accessed', entity_type: 'ApiKey', new_values: { request: 'GET /office' } },
      ],
      ['GET', `/patient/${patient.id}`, undefined, { action: 'Viewed', entity_type: 'Patient' }],
      [
        'GET',
        '/medicalorder',
        undefined,
        { action: 'AccessDenied', new_values: { request: 'GET /medicalorder' } },
      ],
      [
        'GET',
        '/auth/sessions',
        undefined,
        { action: 'AccessDenied', new_values: { request: 'GET /auth/sessions' } },
      ],
      [
        'POST',
        '/patient',
        '{}',
        { action: 'Accessed', new_values: { request: 'POST /patient', error: 'VALIDATION' } },
      ],
      ['POST', '/patient', '{', { action: 'Accessed', new_values: { error: 'BAD_JSON' } }],
      [
        'GET',
        `/office/${randomUUID()}`,
        undefined,
        { action: 'Accessed', new_values: { error: 'NOT_FOUND' } },
      ],
      [
        'GET',
        '/office/x',
        undefined,
        { action: 'Accessed', new_values: { request: 'GET /office/:id', error: 'VALIDATION' } },
      ],
      ['HEAD', '/office', undefined, { action: 'Accessed', new_values: { request: 'GET /office' } }],
    ];
    for (const [method, path, payload] of calls)
      await portal.raw({
        method,
        url: `/api${path}`,
        token: key.token,
        ...(payload === undefined ? {} : { payload, headers: { 'content-type': 'application/json' } }),
      });
    const expected = calls.map(([, , , entry]) => ({ user_id: creator.id, session_id: null, ...entry }));
    expect(await entriesOf(key.id)).toMatchObject(expected);
  });

  it('leaves an entry for a repeated request', async () => {
    const key = await makeApiKey(portal, creator, ['Admin.ManageOffices']);
    const headers = { 'idempotency-key': randomUUID() };
    for (let call = 0; call < 2; call += 1)
      await portal.succeed(officeCreate, { body: { ...OFFICE, name: 'Repeated' } }, { ...key, headers });
    expect(await entriesOf(key.id)).toMatchObject([
      { action: 'Created', entity_type: 'Office' },
      { action: 'Accessed', entity_type: 'ApiKey', new_values: { request: 'POST /office' } },
    ]);
  });

  it('fails and shows nothing if the audit log cannot be written', async () => {
    const key = await makeApiKey(portal, creator, ['Patient.View']);
    await portal.succeed(officeList, {}, key);
    const { rows } = await portal.owner.query(
      "select grantee from information_schema.role_table_grants where table_name = 'audit_log' and privilege_type = 'INSERT' and grantee <> 'portal_owner'",
    );
    const role = String(rows[0]?.grantee);
    await portal.owner.query(`revoke insert on audit_log from ${role}`);
    const answers = [
      await statusOf(portal.call(officeList, {}, key)),
      await statusOf(portal.call(apiKeyList, { query: {} }, key)),
      await statusOf(portal.raw({ method: 'GET', url: '/api/patient/x', token: key.token })),
    ];
    await portal.owner.query(`grant insert on audit_log to ${role}`);
    expect(answers).toEqual([503, 503, 503]);
  });

  it('is shown as the key in the audit log and its export, and found by its creator', async () => {
    const key = await makeApiKey(portal, creator, ['Patient.View'], { name: 'LabLink' });
    await portal.succeed(patientList, { query: {} }, key);
    const reader = await signedInAs(portal, 'SuperAdmin');
    const { logs } = await portal.succeed(auditList, { query: { userId: creator.id } }, reader);
    const byKey = logs.find(({ apiKey }) => apiKey !== null);
    expect(byKey).toMatchObject({
      action: 'Accessed',
      entityType: 'Patient',
      user: { id: creator.id, name: 'Ada Lovelace' },
      apiKey: { id: key.id, name: 'LabLink' },
    });
    expect(logs.filter(({ apiKey }) => apiKey === null).map(({ action }) => action)).toContain('Created');
    expect(await portal.succeed(auditGet, { params: { id: byKey?.id ?? '' } }, reader)).toMatchObject({
      apiKey: { name: 'LabLink' },
      sessionId: null,
    });
    const exported = await portal.succeed(auditExport, { body: { userId: creator.id } }, reader);
    const lines = (await exported.blob.text()).split('\r\n').filter((line) => line.includes('LabLink (API'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('LabLink (API key of Ada Lovelace)');
  });

  it('writes entries that are verified together with those of users', async () => {
    const { firstBad } = await verifyAuditLog(portal.deps.db, TEST_KEYS.audit);
    expect(firstBad).toBeNull();
  });

  it('updates the last use at most once a minute', async () => {
    const key = await makeApiKey(portal, creator, ['Patient.View']);
    const lastUse = async () => {
      const { items } = await portal.succeed(apiKeyList, { query: { createdBy: creator.id } }, creator);
      return items.map(({ lastUsedAt, lastUsedIp }) => ({ lastUsedAt, lastUsedIp }));
    };
    const call = (ip: string) => portal.succeed(officeList, {}, { ...key, ip });
    const start = portal.clock.now().toISOString();
    await call('192.0.2.1');
    portal.clock.advance({ seconds: 59 });
    await call('192.0.2.2');
    expect(await lastUse()).toEqual([{ lastUsedAt: start, lastUsedIp: '192.0.2.1' }]);
    portal.clock.advance({ seconds: 1 });
    await call('192.0.2.2');
    expect(await lastUse()).toEqual([
      { lastUsedAt: portal.clock.now().toISOString(), lastUsedIp: '192.0.2.2' },
    ]);
  });
});

const callFor = (assignedToUserId: string) => ({
  callerName: 'Grace Hopper',
  category: 'Other' as const,
  message: 'Please call back',
  assignedToUserId,
});
