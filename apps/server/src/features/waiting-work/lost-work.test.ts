import { messageAssign, messageGet } from '@portal/contract/messages';
import { notificationList } from '@portal/contract/notifications';
import { permissionBulkAssign, permissionBulkPreview, permissionList } from '@portal/contract/permissions';
import {
  rolePermissionsCopy,
  rolePermissionsCopyPreview,
  rolePermissionsPreview,
  rolePermissionsUpdate,
  rolePermissionsGet,
  roleSummaryList,
} from '@portal/contract/role-permissions';
import { userGet, userRoles, userUpdate } from '@portal/contract/users';
import type { PermissionName } from '@portal/domain/permissions';
import type { RoleName } from '@portal/domain/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runMaintenance } from '#jobs/maintenance.ts';
import { makeDictationDesk } from '#test/dictation-factories.ts';
import {
  auditOf,
  makeMessage,
  makeOrder,
  overridePermission,
  signedInAs,
  type SignedInUser,
} from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const REASON = 'The front desk takes no calls';

describe('work of people who lose a permission', () => {
  let portal: TestPortal;
  let patientId: string;
  let admin: SignedInUser;
  let loser: SignedInUser;
  let taker: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    ({ patientId } = await makeDictationDesk(portal));
  });
  beforeEach(async () => {
    admin = await signedInAs(portal, 'SuperAdmin');
    loser = await signedInAs(portal, 'MedicalAssistant');
    taker = await signedInAs(portal, 'Staff');
    await portal.owner.query('delete from phone_messages');
  });
  afterAll(() => portal.close());

  const message = (assignedToUserId = loser.id) =>
    makeMessage(portal, { assignedToUserId, status: 'InProgress', priority: 'Urgent', patientId });
  const assignee = async (id: string) =>
    (await portal.succeed(messageGet, { params: { id } }, admin)).assignedToUser?.id ?? null;
  const permissionId = async (name: PermissionName) =>
    (await portal.succeed(permissionList, {}, admin)).find((each) => each.name === name)?.id ?? '';
  const roleId = async (name: RoleName) =>
    (await portal.succeed(roleSummaryList, {}, admin)).find((each) => each.roleName === name)?.roleId ?? '';
  const notices = async (user: SignedInUser) =>
    (await portal.succeed(notificationList, { query: {} }, user)).data.map(
      ({ kind, entityId }) => `${kind} ${entityId}`,
    );
  const lastAudit = async (type: 'Permission' | 'User', id: string | null) => {
    const { rows } = await portal.owner.query<{ action: string; new_values: unknown }>(
      `select action, new_values from audit_log
        where user_id = $3 and entity_type = $1 and entity_id is not distinct from $2 order by at desc, id desc limit 1`,
      [type, id, admin.id],
    );
    return rows[0];
  };
  /** Takes Message.View from a role, and gives it back. */
  const withoutMessages = async (
    work: (id: string, permissions: { permissionId: string; isGranted: boolean }[]) => Promise<void>,
  ) => {
    const id = await roleId('MedicalAssistant');
    const right = await permissionId('Message.View');
    await work(id, [{ permissionId: right, isGranted: false }]);
    await portal.owner.query('insert into role_permissions values ($1, $2) on conflict do nothing', [
      id,
      right,
    ]);
  };

  it('is named in the preview of a role change, with an audit entry that names the patients, and can be reassigned', async () => {
    const { id } = await message();
    await withoutMessages(async (role, permissions) => {
      const body = { permissions, applyToExistingUsers: true };
      const preview = await portal.succeed(rolePermissionsPreview, { params: { id: role }, body }, admin);
      expect(preview.waitingWork).toMatchObject([
        { kind: 'messages', count: 1, urgentCount: 1, rows: [{ id, patientId, person: { id: loser.id } }] },
      ]);
      expect(await lastAudit('Permission', role)).toMatchObject({
        action: 'Accessed',
        new_values: { recordIds: [id], patientIds: [patientId] },
      });
      const kept = await portal.succeed(
        rolePermissionsPreview,
        { params: { id: role }, body: { ...body, applyToExistingUsers: false } },
        admin,
      );
      expect(kept.waitingWork).toEqual([]);
      const { version } = await portal.succeed(rolePermissionsGet, { params: { id: role } }, admin);
      await portal.succeed(
        rolePermissionsUpdate,
        { params: { id: role }, body: { ...body, reason: REASON, reassignTo: taker.id, version } },
        admin,
      );
      expect(await assignee(id)).toBe(taker.id);
    });
  });

  it('is named in the preview of copying a role, and settled the same way', async () => {
    const { id } = await message();
    const source = await roleId('Staff');
    const target = await roleId('MedicalAssistant');
    await portal.owner.query('delete from role_permissions where role_id = $1 and permission_id = $2', [
      source,
      await permissionId('Message.View'),
    ]);
    const body = { sourceRoleId: source };
    const { waitingWork } = await portal.succeed(
      rolePermissionsCopyPreview,
      { params: { id: target }, body },
      admin,
    );
    expect(waitingWork.find(({ kind }) => kind === 'messages')?.rows.map((row) => row.id)).toEqual([id]);
    const other = await signedInAs(portal, 'ProviderPhysician');
    await portal.succeed(
      rolePermissionsCopy,
      { params: { id: target }, body: { ...body, reason: REASON, reassignTo: other.id } },
      admin,
    );
    expect(await assignee(id)).toBe(other.id);
    for (const role of [source, target])
      await portal.owner.query('insert into role_permissions values ($1, $2) on conflict do nothing', [
        role,
        await permissionId('Message.View'),
      ]);
  });

  it('is named in the preview of a bulk assignment, without the work of those who are skipped', async () => {
    const { id } = await message();
    const own = await message(admin.id);
    const changes = [{ permissionId: await permissionId('Message.View'), isGranted: false }];
    const body = { userIds: [loser.id, admin.id], changes };
    const { waitingWork } = await portal.succeed(permissionBulkPreview, { body }, admin);
    expect(waitingWork).toMatchObject([{ kind: 'messages', count: 1, rows: [{ id }] }]);
    expect(await lastAudit('User', null)).toMatchObject({ new_values: { patientIds: [patientId] } });
    await portal.succeed(
      permissionBulkAssign,
      { body: { ...body, reason: REASON, reassignTo: taker.id } },
      admin,
    );
    expect(await assignee(id)).toBe(taker.id);
    expect(await assignee(own.id)).toBe(admin.id);
  });

  it('is counted without rows for those who may not view it', async () => {
    await message();
    const blind = await signedInAs(portal, 'SuperAdmin');
    await overridePermission(portal, blind.id, 'Message.View', false);
    const changes = [{ permissionId: await permissionId('Message.View'), isGranted: false }];
    const { waitingWork } = await portal.succeed(
      permissionBulkPreview,
      { body: { userIds: [loser.id], changes } },
      blind,
    );
    expect(waitingWork).toMatchObject([{ kind: 'messages', count: 1, rows: [] }]);
  });

  it('of colleagues who lose nothing, or left before, stays where it is', async () => {
    const gone = await signedInAs(portal, 'MedicalAssistant');
    const left = await message(gone.id);
    await portal.owner.query('update users set is_active = false where id = $1', [gone.id]);
    const { id } = await message();
    await withoutMessages(async (role, permissions) => {
      const { version } = await portal.succeed(rolePermissionsGet, { params: { id: role } }, admin);
      const body = { permissions, reason: REASON, reassignTo: taker.id, version };
      await portal.succeed(rolePermissionsUpdate, { params: { id: role }, body }, admin);
    });
    expect(await assignee(id)).toBe(taker.id);
    await portal.owner.query('update users set is_active = true where id = $1', [gone.id]);
    expect(await assignee(left.id)).toBe(gone.id);
  });

  it.each([
    ['a granted permission', true],
    ['a revocation, which takes nothing away,', false],
  ])('is announced once when %s expires, and no one changed anything', async (_what, isGranted) => {
    const role = await roleId('MedicalAssistant');
    const right = await permissionId('Message.View');
    if (isGranted)
      await portal.owner.query('delete from role_permissions where role_id = $1 and permission_id = $2', [
        role,
        right,
      ]);
    const inOneHour = new Date(portal.clock.now().getTime() + 3_600_000);
    await overridePermission(portal, loser.id, 'Message.View', isGranted, inOneHour);
    const { id } = isGranted ? await message(taker.id) : await message();
    if (isGranted) await portal.succeed(messageAssign, { params: { id }, body: { userId: loser.id } }, taker);
    await runMaintenance(portal.deps);
    expect(await notices(taker)).not.toContain(`MessageUnassigned ${id}`);
    portal.clock.advance({ hours: 2 });
    await runMaintenance(portal.deps);
    await runMaintenance(portal.deps);
    const { rows } = await portal.owner.query(
      `select n.user_id from notifications n where n.kind = 'MessageUnassigned' and n.entity_id = $1 and n.user_id = $2`,
      [id, taker.id],
    );
    expect(rows).toHaveLength(isGranted ? 1 : 0);
    const { rows: activities } = await portal.owner.query(
      `select id from activities where entity_id = $1 and description like 'An urgent phone message has no assignee%'`,
      [id],
    );
    expect(activities).toHaveLength(isGranted ? 1 : 0);
    await portal.owner.query('insert into role_permissions values ($1, $2) on conflict do nothing', [
      role,
      right,
    ]);
  });

  it('counts the orders of a provider who is one no longer', async () => {
    const provider = await signedInAs(portal, 'ProviderPhysician');
    const next = await signedInAs(portal, 'ProviderMidLevel');
    const { id } = await makeOrder(portal, { patientId, providerId: provider.id, isStat: true });
    const user = await portal.succeed(userGet, { params: { id: provider.id } }, admin);
    if (!('email' in user)) throw new Error('expected the full record');
    const roleIds = (await portal.succeed(userRoles, {}, admin))
      .filter(({ name }) => name === 'Staff')
      .map((role) => role.id);
    const { email, firstName, lastName, title, version } = user;
    const change = (reassignTo: string | null) => ({
      params: { id: provider.id },
      body: { email, firstName, lastName, title, isActive: true, roleIds, version, reassignTo },
    });
    await portal.succeed(userUpdate, change(null), admin);
    expect(await notices(next)).toContain(`OrderUnassigned ${id}`);
    expect((await auditOf(portal, 'MedicalOrder', id)).filter(({ action }) => action === 'Updated')).toEqual(
      [],
    );
  });
});
