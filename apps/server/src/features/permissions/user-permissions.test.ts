import { permissionAuditLog } from '@portal/contract/permissions';
import { heartbeat } from '@portal/contract/session';
import {
  userOverrideRemove,
  userOverrides,
  userOverrideSet,
  userPermissionComparison,
  userPermissionsCopy,
  userPermissionsCopyPreview,
  userPermissionsGet,
  userPermissionsReset,
  type overrideBody,
} from '@portal/contract/user-permissions';
import type { PermissionName } from '@portal/domain/permissions';
import type { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMaintenance } from '#jobs/maintenance.ts';
import {
  auditOf,
  makeUser,
  overridePermission,
  signedInAs,
  type SignedInUser,
  type TestUser,
} from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { waitForLock } from '#test/locks.ts';
import { ABSENT, held, readIds, REASON, stored } from './test/stored-permissions.ts';

describe('permissions of a user', () => {
  let portal: TestPortal;
  let boss: SignedInUser;
  let ids: Awaited<ReturnType<typeof readIds>>;
  beforeAll(async () => {
    portal = await openTestPortal();
    boss = await signedInAs(portal, 'SuperAdmin');
    ids = await readIds(portal);
  });
  afterAll(() => portal.close());

  const inAnHour = () => new Date(portal.clock.now().getTime() + 3_600_000).toISOString();
  const set = (
    user: Pick<TestUser, 'id'>,
    name: PermissionName,
    more: Partial<z.input<typeof overrideBody>> = {},
    by: SignedInUser = boss,
  ) =>
    portal.call(
      userOverrideSet,
      {
        params: { id: user.id },
        body: { userId: user.id, permissionId: ids.permission(name), reason: REASON, ...more },
      },
      by,
    );
  const read = ({ id }: Pick<TestUser, 'id'>) => portal.succeed(userPermissionsGet, { params: { id } }, boss);
  const changesOf = async ({ id }: Pick<TestUser, 'id'>) =>
    (await portal.succeed(permissionAuditLog, { query: { entityId: id, pageSize: '50' } }, boss)).items;

  describe('200', () => {
    it('sends a new permissions ETag with the user’s next response', async () => {
      const user = await signedInAs(portal, 'Staff');
      const etag = async (url: string) =>
        (await portal.raw({ method: 'GET', url, token: user.token })).headers['x-rights'];
      const before = await etag('/api/patient');
      expect(before).toMatch(/^[\w-]{12}$/);
      expect(await etag('/api/auth/session')).toBe(before);
      await set(user, 'Admin.ManageOffices', { isGranted: true });
      const after = await etag('/api/auth/session');
      expect(after).not.toBe(before);
      await set(user, 'Admin.ManageOffices', { isGranted: null });
      expect(await etag('/api/auth/session')).toBe(before);
      expect((await portal.raw({ method: 'GET', url: '/api/health' })).headers['x-rights']).toBeUndefined();
    });

    it('applies grant, revoke and inherit with the next request, and records them', async () => {
      const user = await signedInAs(portal, 'Staff');
      expect((await set(user, 'Order.Create', { isGranted: true })).status).toBe(200);
      expect(await held(portal, user)).toContain('Order.Create');
      expect((await set(user, 'Order.Create', { isGranted: false })).status).toBe(200);
      expect(await held(portal, user)).not.toContain('Order.Create');
      expect((await set(user, 'Patient.ViewSsn', { isGranted: false })).status).toBe(200);
      expect((await set(user, 'Patient.ViewSsn')).status).toBe(200);
      expect(await held(portal, user)).toContain('Patient.ViewSsn');
      const params = { id: user.id, permissionId: ids.permission('Order.Create') };
      await portal.succeed(userOverrideRemove, { params, body: { reason: REASON } }, boss);
      expect((await read(user)).overriddenPermissions).toBe(0);
      expect(
        (await changesOf(user))
          .toReversed()
          .map((change) => [change.permissionName, change.changeType, change.oldValue, change.newValue]),
      ).toEqual([
        ['Order.Create', 'UserOverrideAdded', 'Inherited', 'Granted'],
        ['Order.Create', 'UserOverrideUpdated', 'Granted', 'Revoked'],
        ['Patient.ViewSsn', 'UserOverrideAdded', 'Inherited', 'Revoked'],
        ['Patient.ViewSsn', 'UserOverrideRemoved', 'Revoked', 'Inherited'],
        ['Order.Create', 'UserOverrideRemoved', 'Revoked', 'Inherited'],
      ]);
      const general = (await auditOf(portal, 'User', user.id)).filter(
        ({ action }) => action === 'PermissionChanged',
      );
      expect(general).toHaveLength(5);
      expect(general[1]).toMatchObject({
        user_id: boss.id,
        reason: REASON,
        old_values: { 'Order.Create': 'Granted' },
        new_values: { 'Order.Create': 'Revoked' },
      });
    });

    it('ends an override exactly at its expiration, recorded without a user', async () => {
      const user = await signedInAs(portal, 'Staff');
      await set(user, 'Order.Create', { isGranted: true, expiresAt: inAnHour() });
      const { token } = user;
      portal.clock.advance({ minutes: 9, seconds: 59 });
      for (let part = 0; part < 5; part += 1) {
        expect(await held(portal, { token })).toContain('Order.Create');
        await portal.succeed(heartbeat, {}, { token });
        portal.clock.advance({ minutes: 10 });
      }
      portal.clock.advance({ ms: 999 });
      expect(await held(portal, { token })).toContain('Order.Create');
      portal.clock.advance({ ms: 1 });
      boss = await signedInAs(portal, 'SuperAdmin');
      expect(await held(portal, { token })).not.toContain('Order.Create');
      expect(await portal.succeed(userOverrides, { params: { id: user.id } }, boss)).toEqual([]);
      const ended = portal.clock.now().toISOString();
      portal.clock.advance({ minutes: 5 });
      await runMaintenance(portal.deps);
      await runMaintenance(portal.deps);
      const changes = await changesOf(user);
      expect(changes).toHaveLength(2);
      expect(changes[0]).toMatchObject({
        changedAt: ended,
        changeType: 'UserOverrideExpired',
        changedBy: 'System',
        changedById: null,
        oldValue: 'Granted',
        newValue: 'Inherited',
      });
      const general = (await auditOf(portal, 'User', user.id)).filter(({ user_id: by }) => by === null);
      expect(general).toMatchObject([
        { action: 'PermissionChanged', old_values: { 'Order.Create': 'Granted' } },
      ]);
    });

    it('records the expiration when a new override replaces an expired one', async () => {
      const user = await makeUser(portal);
      await overridePermission(portal, user.id, 'Order.Create', true, portal.clock.now());
      expect((await set(user, 'Order.Create', { isGranted: true })).status).toBe(200);
      expect((await changesOf(user)).map(({ changeType }) => changeType).toSorted()).toEqual([
        'UserOverrideAdded',
        'UserOverrideExpired',
      ]);
    });

    it('removes all overrides on reset', async () => {
      const user = await makeUser(portal);
      await set(user, 'Patient.View', { isGranted: false });
      await set(user, 'Order.Create', { isGranted: true });
      const after = await portal.succeed(
        userPermissionsReset,
        { params: { id: user.id }, body: { reason: REASON } },
        boss,
      );
      expect(after.overriddenPermissions).toBe(0);
      expect((await changesOf(user)).filter(({ newValue }) => newValue === 'Inherited')).toHaveLength(2);
    });

    it('copies only overrides, replacing the user’s own, as previewed', async () => {
      const source = await makeUser(portal, { roles: ['Admin'] });
      const user = await signedInAs(portal, 'Staff');
      const expiresAt = inAnHour();
      await set(source, 'Order.Create', { isGranted: true, expiresAt });
      await set(source, 'Patient.View', { isGranted: false });
      await set(user, 'Document.Delete', { isGranted: true });
      await set(user, 'Patient.View', { isGranted: false });
      const params = { id: user.id };
      const body = { sourceUserId: source.id };
      const before = await held(portal, user);
      const previewed = await portal.succeed(userPermissionsCopyPreview, { params, body }, boss);
      expect(previewed).toMatchObject({
        changes: [
          { permissionName: 'Order.Create', from: null, to: true, expiresAt },
          { permissionName: 'Document.Delete', from: true, to: null },
        ],
        gained: ['Order.Create'],
        lost: ['Document.Delete'],
      });
      await portal.succeed(userPermissionsCopy, { params, body: { ...body, reason: REASON } }, boss);
      const now = await held(portal, user);
      expect(now.filter((name) => !before.includes(name))).toEqual(previewed.gained);
      expect(before.filter((name) => !now.includes(name))).toEqual(previewed.lost);
    });

    it('repeats the answer for a repeated idempotency key, and applies the override once', async () => {
      const user = await makeUser(portal);
      const body = { permissionId: ids.permission('Order.Create'), isGranted: true, reason: REASON };
      const send = () =>
        portal.call(
          userOverrideSet,
          { params: { id: user.id }, body },
          { token: boss.token, headers: { 'idempotency-key': `key-${user.id}` } },
        );
      expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
      expect(await changesOf(user)).toHaveLength(1);
    });

    it('applies a revoke to a SuperAdmin, who can still administer permissions', async () => {
      const other = await signedInAs(portal, 'SuperAdmin');
      await set(other, 'Patient.ViewSsn', { isGranted: false });
      expect(await held(portal, other)).not.toContain('Patient.ViewSsn');
      expect((await portal.call(userPermissionsGet, { params: { id: boss.id } }, other)).status).toBe(200);
    });
  });

  describe('400', () => {
    it('refuses bad reasons, expirations and permissions, and a userId other than the URL’s', async () => {
      const user = await makeUser(portal);
      const before = await stored(portal);
      const now = portal.clock.now().toISOString();
      for (const [field, more] of [
        ['reason', { isGranted: true, reason: 'too short' }],
        ['expiresAt', { isGranted: true, expiresAt: now }],
        ['expiresAt', { isGranted: true, expiresAt: '2020-01-01T00:00:00Z' }],
        ['expiresAt', { isGranted: true, expiresAt: 'tomorrow' }],
        ['expiresAt', { expiresAt: inAnHour() }],
        ['permissionId', { isGranted: true, permissionId: ABSENT }],
        ['userId', { isGranted: true, userId: ABSENT }],
      ] as const)
        expect(await set(user, 'Order.Create', more)).toMatchObject({
          status: 400,
          error: { errors: { [field]: [expect.any(String)] } },
        });
      expect(await stored(portal)).toEqual(before);
    });

    it('requires a reason to reset, remove and copy, and another existing user to copy from', async () => {
      const user = await makeUser(portal);
      const params = { id: user.id };
      const permission = { ...params, permissionId: ids.permission('Order.Create') };
      const short = { reason: 'short' };
      expect((await portal.call(userPermissionsReset, { params, body: short }, boss)).status).toBe(400);
      expect((await portal.call(userOverrideRemove, { params: permission, body: short }, boss)).status).toBe(
        400,
      );
      for (const sourceUserId of [ABSENT, user.id]) {
        const body = { sourceUserId, reason: REASON };
        expect(await portal.call(userPermissionsCopy, { params, body }, boss)).toMatchObject({
          status: 400,
          error: { errors: { sourceUserId: [expect.any(String)] } },
        });
      }
    });
  });

  describe('403', () => {
    it('refuses changing your own permissions, and records the attempt', async () => {
      const other = await makeUser(portal);
      await set(other, 'Order.Create', { isGranted: true });
      const before = await stored(portal);
      const params = { id: boss.id };
      const answers = [
        await set(boss, 'Patient.View', { isGranted: true }),
        await portal.call(
          userOverrideRemove,
          { params: { ...params, permissionId: ids.permission('Patient.View') }, body: { reason: REASON } },
          boss,
        ),
        await portal.call(userPermissionsReset, { params, body: { reason: REASON } }, boss),
        await portal.call(
          userPermissionsCopy,
          { params, body: { sourceUserId: other.id, reason: REASON } },
          boss,
        ),
      ];
      for (const answer of answers)
        expect(answer).toMatchObject({
          status: 403,
          error: { message: 'You cannot change your own permissions. Ask another SuperAdmin.' },
        });
      expect(await stored(portal)).toEqual(before);
      const refused = (await auditOf(portal, 'System', null)).filter(({ user_id: by }) => by === boss.id);
      expect(refused).toHaveLength(4);
    });

    it('refuses a SuperAdmin who is being deactivated', async () => {
      const deactivated = await signedInAs(portal, 'SuperAdmin');
      const { id } = await makeUser(portal);
      const before = await stored(portal);
      const other = await portal.owner.connect();
      try {
        await other.query('begin');
        await other.query('update users set is_active = false where id = $1', [deactivated.id]);
        const setting = set({ id }, 'Order.Create', { isGranted: true }, deactivated);
        await waitForLock(portal);
        await other.query('commit');
        expect((await setting).status).toBe(403);
      } finally {
        other.release();
      }
      expect(await stored(portal)).toEqual(before);
    });
  });

  it('404 for an unknown user and an absent override', async () => {
    const user = await makeUser(portal);
    const missing = { params: { id: ABSENT } };
    const permission = ids.permission('Order.Create');
    const answers = [
      await portal.call(userPermissionsGet, missing, boss),
      await portal.call(userOverrides, missing, boss),
      await portal.call(userPermissionComparison, missing, boss),
      await set({ id: ABSENT }, 'Order.Create', { isGranted: true }),
      await set(user, 'Order.Create'),
      await portal.call(
        userOverrideRemove,
        { params: { id: user.id, permissionId: permission }, body: { reason: REASON } },
        boss,
      ),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  });

  it('409 for the same override, a reset without overrides, and copying the same overrides', async () => {
    const [user, twin] = [await makeUser(portal), await makeUser(portal)];
    const params = { id: user.id };
    expect((await portal.call(userPermissionsReset, { params, body: { reason: REASON } }, boss)).status).toBe(
      409,
    );
    const body = { sourceUserId: twin.id, reason: REASON };
    expect((await portal.call(userPermissionsCopy, { params, body }, boss)).status).toBe(409);
    await set(user, 'Order.Create', { isGranted: true });
    const before = await stored(portal);
    expect((await set(user, 'Order.Create', { isGranted: true })).status).toBe(409);
    expect(await stored(portal)).toEqual(before);
  });

  it('stores one override and a consistent history when administrators act concurrently', async () => {
    const user = await makeUser(portal);
    await Promise.all(
      [true, false, true, false].map((isGranted) => set(user, 'Order.Create', { isGranted })),
    );
    const changes = (await changesOf(user)).toReversed();
    for (const [index, { oldValue }] of changes.entries())
      expect(oldValue).toBe(index === 0 ? 'Inherited' : changes[index - 1]?.newValue);
  });
});
