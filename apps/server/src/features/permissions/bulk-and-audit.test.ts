import {
  permissionAuditLog,
  permissionAuditOfRole,
  permissionAuditOfUser,
  permissionBulkAssign,
  permissionBulkPreview,
  permissionCacheClear,
} from '@portal/contract/permissions';
import { patientList } from '@portal/contract/patients';
import { userOverrideSet } from '@portal/contract/user-permissions';
import type { PermissionName } from '@portal/domain/permissions';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { auditOf, makeApiKey, makeUser, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { ABSENT, held, readIds, REASON, stored } from './test/stored-permissions.ts';
import { soon } from '#test/soon.ts';

describe('bulk assignment and the permission audit', () => {
  let portal: TestPortal;
  let boss: SignedInUser;
  let ids: Awaited<ReturnType<typeof readIds>>;
  beforeAll(async () => {
    portal = await openTestPortal();
    boss = await signedInAs(portal, 'SuperAdmin');
    ids = await readIds(portal);
  });
  afterAll(() => portal.close());

  const changes = (wanted: Partial<Record<PermissionName, boolean | null>>) =>
    (['Order.Create', 'Message.View', 'Document.Delete'] as const).flatMap((name) =>
      wanted[name] === undefined ? [] : [{ permissionId: ids.permission(name), isGranted: wanted[name] }],
    );

  describe('bulk-assign', () => {
    it('200 sets overrides for several users as previewed, and skips users without a change', async () => {
      const [a, b] = [await signedInAs(portal, 'Staff'), await signedInAs(portal, 'Admin')];
      const done = await makeUser(portal);
      const wanted = changes({ 'Order.Create': true, 'Message.View': false });
      const expiresAt = new Date(portal.clock.now().getTime() + 60_000).toISOString();
      const assign = (userIds: string[]) =>
        portal.succeed(
          permissionBulkAssign,
          { body: { userIds, changes: wanted, expiresAt, reason: REASON } },
          boss,
        );
      expect(await assign([done.id])).toEqual({ affectedUserCount: 1, skipped: [] });
      const before = [await held(portal, a), await held(portal, b)];
      const userIds = [a.id, b.id, done.id];
      const previewed = await portal.succeed(
        permissionBulkPreview,
        { body: { userIds, changes: wanted, expiresAt } },
        boss,
      );
      expect(previewed).toMatchObject({
        affectedUserCount: 2,
        users: [
          { userId: a.id, gained: ['Order.Create'], lost: ['Message.View'], skipReason: null },
          { userId: b.id, gained: [], lost: ['Message.View'], skipReason: null },
          { userId: done.id, gained: [], lost: [], skipReason: expect.any(String) },
        ],
      });
      expect(await assign([...userIds, a.id])).toEqual({
        affectedUserCount: 2,
        skipped: [{ userId: done.id, reason: expect.any(String) }],
      });
      for (const [index, user] of [a, b].entries()) {
        const now = await held(portal, user);
        expect(now.filter((name) => !before[index]?.includes(name))).toEqual(previewed.users[index]?.gained);
        expect(before[index]?.filter((name) => !now.includes(name))).toEqual(previewed.users[index]?.lost);
      }
      const inherit = changes({ 'Order.Create': null });
      const body = { userIds: [a.id], changes: inherit, expiresAt, reason: REASON };
      expect((await portal.succeed(permissionBulkAssign, { body }, boss)).affectedUserCount).toBe(1);
      expect(await held(portal, a)).not.toContain('Order.Create');
      expect(
        (await auditOf(portal, 'User', b.id)).filter(({ action }) => action === 'PermissionChanged'),
      ).toHaveLength(1);
    });

    it('400 for unknown IDs, naming them and changing nothing', async () => {
      const user = await makeUser(portal);
      const before = await stored(portal);
      const wanted = changes({ 'Order.Create': true });
      const answer = await portal.call(
        permissionBulkAssign,
        {
          body: {
            userIds: [user.id, ABSENT],
            changes: [...wanted, { permissionId: ABSENT, isGranted: true }],
            reason: REASON,
          },
        },
        boss,
      );
      expect(answer).toMatchObject({
        status: 400,
        error: {
          message: expect.stringContaining(ABSENT),
          errors: {
            'userIds.1': [expect.stringContaining(ABSENT)],
            'changes.1.permissionId': [expect.stringContaining(ABSENT)],
          },
        },
      });
      expect(await stored(portal)).toEqual(before);
    });

    it.each([
      ['userIds', { userIds: [] }],
      ['userIds', { userIds: Array.from({ length: 201 }, () => ABSENT) }],
      ['changes', { changes: [] }],
      ['reason', { reason: 'short' }],
      ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
    ])('400 on %s of a bulk assignment', async (field, more) => {
      const user = await makeUser(portal);
      const body = {
        userIds: [user.id],
        changes: changes({ 'Order.Create': true }),
        reason: REASON,
        ...more,
      };
      expect(await portal.call(permissionBulkAssign, { body }, boss)).toMatchObject({
        status: 400,
        error: { errors: { [field]: [expect.any(String)] } },
      });
    });

    it('skips and reports the caller, and changes the other users', async () => {
      const user = await makeUser(portal);
      const own = await portal.owner.query('select * from user_permission_overrides where user_id = $1', [
        boss.id,
      ]);
      const body = { userIds: [boss.id, user.id], changes: changes({ 'Order.Create': true }) };
      const preview = await portal.succeed(permissionBulkPreview, { body }, boss);
      expect(preview).toMatchObject({
        affectedUserCount: 1,
        users: [
          { userId: boss.id, gained: [], lost: [], skipReason: 'You cannot change your own permissions' },
          { userId: user.id, gained: ['Order.Create'], skipReason: null },
        ],
      });
      expect(await portal.succeed(permissionBulkAssign, { body: { ...body, reason: REASON } }, boss)).toEqual(
        {
          affectedUserCount: 1,
          skipped: [{ userId: boss.id, reason: 'You cannot change your own permissions' }],
        },
      );
      const after = await portal.owner.query('select * from user_permission_overrides where user_id = $1', [
        boss.id,
      ]);
      expect(after.rows).toEqual(own.rows);
    });

    it('403 for only oneself, 409 if nothing would change; stores nothing', async () => {
      const user = await makeUser(portal);
      const before = await stored(portal);
      const assign = (userIds: string[], isGranted: boolean | null) =>
        portal.call(
          permissionBulkAssign,
          { body: { userIds, changes: changes({ 'Order.Create': isGranted }), reason: REASON } },
          boss,
        );
      expect((await assign([boss.id], true)).status).toBe(403);
      expect((await assign([boss.id, user.id], null)).status).toBe(409);
      expect((await assign([user.id], null)).status).toBe(409);
      expect(await stored(portal)).toEqual(before);
    });
  });

  describe('permission audit', () => {
    it('filters by entity, permission, author and dates in the practice’s time zone, and pages', async () => {
      const other = await signedInAs(portal, 'SuperAdmin');
      const user = await makeUser(portal, { lastName: 'Audited' });
      const set = (by: SignedInUser, name: PermissionName) =>
        portal.succeed(
          userOverrideSet,
          {
            params: { id: user.id },
            body: { permissionId: ids.permission(name), isGranted: false, reason: REASON },
          },
          by,
        );
      await set(boss, 'Patient.View');
      await set(other, 'Order.View');
      // The practice is in New York, where 03:30 UTC is still the previous day.
      await portal.owner.query(
        `update permission_audit set changed_at = '2026-02-02T03:30:00Z' where entity_id = $1 and changed_by = $2`,
        [user.id, other.id],
      );
      const find = async (query: Record<string, string>) => {
        const { items, totalCount } = await portal.succeed(permissionAuditLog, { query }, boss);
        expect(items).toHaveLength(totalCount);
        return items.map(({ permissionName }) => permissionName);
      };
      const all = { entityId: user.id };
      expect(await find(all)).toEqual(['Patient.View', 'Order.View']);
      expect(await find({ ...all, permissionId: ids.permission('Order.View') })).toEqual(['Order.View']);
      expect(await find({ changedBy: other.id })).toEqual(['Order.View']);
      expect(await find({ ...all, entityType: 'Role' })).toEqual([]);
      expect(await find({ ...all, startDate: '2026-02-01', endDate: '2026-02-01' })).toEqual(['Order.View']);
      expect(await find({ ...all, startDate: '2026-02-02', endDate: '2026-02-02' })).toEqual([]);
      const second = await portal.succeed(
        permissionAuditLog,
        { query: { ...all, page: '2', pageSize: '1' } },
        boss,
      );
      expect(second).toMatchObject({
        items: [{ permissionName: 'Order.View', entityName: 'Test Audited', entityType: 'User' }],
        totalCount: 2,
        page: 2,
        pageSize: 1,
        totalPages: 2,
      });
      const past = await portal.succeed(permissionAuditLog, { query: { ...all, page: '99' } }, boss);
      expect(past).toMatchObject({ page: 1, pageSize: 10, totalPages: 1 });
      const params = { id: user.id };
      expect((await portal.succeed(permissionAuditOfUser, { params, query: {} }, boss)).totalCount).toBe(2);
    });

    it('lists by user and by role, and answers 404 for unknown ones', async () => {
      const params = { id: ABSENT };
      expect((await portal.call(permissionAuditOfUser, { params, query: {} }, boss)).status).toBe(404);
      expect((await portal.call(permissionAuditOfRole, { params, query: {} }, boss)).status).toBe(404);
      const role = { id: ids.role('Staff') };
      expect((await portal.call(permissionAuditOfRole, { params: role, query: {} }, boss)).status).toBe(200);
    });

    it.each([
      ['entityType', { entityType: 'Office' }],
      ['changedBy', { changedBy: 'somebody' }],
      ['startDate', { startDate: '02/01/2026' }],
      ['endDate', { startDate: '2026-02-02', endDate: '2026-02-01' }],
      ['page', { page: 'two' }],
      ['sql', { sql: '1; drop table users' }],
    ])('400 on %s of an audit filter', async (field, query) => {
      const answer = await portal.raw({
        method: 'GET',
        url: `/api/permissions/audit-log?${new URLSearchParams(query).toString()}`,
        token: boss.token,
      });
      expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: [expect.any(String)] } } });
    });

    it('can be neither changed nor deleted by the application', async () => {
      const { db } = portal.deps;
      await expect(db.deleteFrom('permission_audit').execute()).rejects.toThrow(/permission denied/);
      await expect(db.updateTable('permission_audit').set({ reason: 'x' }).execute()).rejects.toThrow(
        /permission denied/,
      );
    });
  });

  it('clearing the cache reads rights again that were changed without raising their version', async () => {
    const user = await signedInAs(portal, 'Staff');
    const key = await makeApiKey(portal, await signedInAs(portal, 'Admin'), ['Patient.View']);
    const other = await openTestPortal({ sameDatabaseAs: portal });
    onTestFinished(() => other.close());
    const statuses = async () => {
      const found: number[] = [];
      for (const at of [portal, other])
        for (const caller of [user, key])
          found.push((await at.call(patientList, { query: {} }, caller)).status);
      return found;
    };
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    const { rows } = await portal.owner.query('select version from rights_version');
    await portal.owner.query(`
      delete from role_permissions where permission_id = (select id from permissions where name = 'Patient.View')`);
    await portal.owner.query('update rights_version set version = $1', [rows[0].version]);
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await portal.succeed(permissionCacheClear, {}, boss);
    await vi.waitFor(async () => expect(await statuses()).toEqual([403, 403, 403, 403]), soon);
  });

  it('records clearing the cache', async () => {
    const answer = await portal.succeed(permissionCacheClear, {}, boss);
    expect(answer.clearedAt).toBe(portal.clock.now().toISOString());
    expect((await auditOf(portal, 'Permission', null)).slice(-1)).toMatchObject([
      { action: 'PermissionChanged', user_id: boss.id, new_values: { cache: 'cleared' } },
    ]);
  });
});
