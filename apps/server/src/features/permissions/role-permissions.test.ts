import { permissionAuditLog, permissionList, permissionsByCategory } from '@portal/contract/permissions';
import {
  roleMembers,
  rolePermissionsCopy,
  rolePermissionsCopyPreview,
  rolePermissionsGet,
  rolePermissionsPreview,
  rolePermissionsUpdate,
  roleSummaryList,
} from '@portal/contract/role-permissions';
import { userPermissionComparison } from '@portal/contract/user-permissions';
import { DEFAULT_GRANTS, PERMISSION_NAMES, type PermissionName } from '@portal/domain/permissions';
import { ROLE_NAMES, type RoleName } from '@portal/domain/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makeUser, overridePermission, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { ABSENT, held, readIds, REASON, stored } from './test/stored-permissions.ts';

describe('role permissions', () => {
  let portal: TestPortal;
  let boss: SignedInUser;
  let ids: Awaited<ReturnType<typeof readIds>>;
  beforeAll(async () => {
    portal = await openTestPortal();
    boss = await signedInAs(portal, 'SuperAdmin');
    ids = await readIds(portal);
  });
  afterAll(() => portal.close());

  const changes = (wanted: Partial<Record<PermissionName, boolean>>) =>
    PERMISSION_NAMES.flatMap((name) =>
      wanted[name] === undefined ? [] : [{ permissionId: ids.permission(name), isGranted: wanted[name] }],
    );
  const update = (
    role: RoleName,
    wanted: Partial<Record<PermissionName, boolean>>,
    more: { applyToExistingUsers?: boolean; version?: number; reason?: string } = {},
  ) =>
    portal.call(
      rolePermissionsUpdate,
      {
        params: { id: ids.role(role) },
        body: { roleId: ids.role(role), permissions: changes(wanted), reason: REASON, ...more },
      },
      boss,
    );
  const read = (role: RoleName) =>
    portal.succeed(rolePermissionsGet, { params: { id: ids.role(role) } }, boss);

  describe('200', () => {
    it('lists all permissions, and by category', async () => {
      const all = await portal.succeed(permissionList, {}, boss);
      expect(all.map(({ name }) => name)).toEqual(PERMISSION_NAMES);
      const groups = await portal.succeed(permissionsByCategory, {}, boss);
      expect(groups.flatMap((group) => group.permissions)).toEqual(all);
      expect(groups[0]).toMatchObject({ category: 'Patients' });
    });

    it('lists the roles with granted and total permissions, active members and last change', async () => {
      await makeUser(portal, { roles: ['MedicalAssistant'], isActive: false });
      await makeUser(portal, { roles: ['MedicalAssistant'] });
      const roles = await portal.succeed(roleSummaryList, {}, boss);
      expect(roles.map(({ roleName }) => roleName)).toEqual(ROLE_NAMES);
      for (const role of roles)
        expect([role.grantedPermissions, role.totalPermissions, role.isEditable]).toEqual([
          DEFAULT_GRANTS[ROLE_NAMES.find((name) => name === role.roleName) ?? 'Staff'].length,
          27,
          role.roleName !== 'SuperAdmin',
        ]);
      expect(roles.find(({ roleName }) => roleName === 'MedicalAssistant')).toMatchObject({
        userCount: 1,
        lastModified: null,
      });
    });

    it('applies a change to members immediately, recorded as Granted and Not Granted', async () => {
      const staff = await signedInAs(portal, 'Staff');
      const before = await read('Staff');
      const wanted = { 'Order.Create': true, 'Message.Edit': false } as const;
      const previewed = await portal.succeed(
        rolePermissionsPreview,
        { params: { id: ids.role('Staff') }, body: { permissions: changes(wanted) } },
        boss,
      );
      expect(previewed).toMatchObject({
        changes: [
          { permissionName: 'Order.Create', isGranted: true, gainingUsers: 1, losingUsers: 0 },
          { permissionName: 'Message.Edit', isGranted: false, gainingUsers: 0, losingUsers: 1 },
        ],
        affectedUserCount: 1,
        keepingUserCount: 0,
      });
      expect(await read('Staff')).toEqual(before);
      const answer = await update('Staff', wanted, { version: before.version });
      expect(answer).toMatchObject({
        status: 200,
        body: { version: before.version + 1, lastModified: portal.clock.now().toISOString() },
      });
      const names = await held(portal, staff);
      expect([names.includes('Order.Create'), names.includes('Message.Edit')]).toEqual([true, false]);
      const log = await portal.succeed(permissionAuditLog, { query: { entityId: ids.role('Staff') } }, boss);
      expect(log.items).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            entityType: 'Role',
            entityName: 'Staff',
            permissionName: 'Order.Create',
            changeType: 'RoleTemplateUpdate',
            changedById: boss.id,
            affectedUserCount: 1,
            oldValue: 'Not Granted',
            newValue: 'Granted',
            reason: REASON,
          }),
          expect.objectContaining({
            permissionName: 'Message.Edit',
            oldValue: 'Granted',
            newValue: 'Not Granted',
          }),
        ]),
      );
      expect(await auditOf(portal, 'Permission', ids.role('Staff'))).toMatchObject([
        { action: 'Accessed', user_id: boss.id, new_values: { recordIds: [], patientIds: [] } },
        {
          action: 'PermissionChanged',
          user_id: boss.id,
          reason: REASON,
          old_values: { role: 'Staff', 'Order.Create': 'Not Granted', 'Message.Edit': 'Granted' },
          new_values: { role: 'Staff', 'Order.Create': 'Granted', 'Message.Edit': 'Not Granted' },
        },
      ]);
    });

    it('keeps members’ permissions as overrides with the same reason if the change is not applied to them', async () => {
      const role = 'ProviderMidLevel';
      const member = await signedInAs(portal, role);
      const both = await signedInAs(portal, role, 'Admin');
      const expired = await signedInAs(portal, role);
      const past = portal.clock.now();
      await overridePermission(portal, expired.id, 'Dictation.Edit', false, past);
      const inactive = await makeUser(portal, { roles: [role], isActive: false });
      const before = await held(portal, member);
      const wanted = { 'Dictation.Edit': false, 'Document.Delete': true } as const;
      const preview = await portal.succeed(
        rolePermissionsPreview,
        {
          params: { id: ids.role(role) },
          body: { permissions: changes(wanted), applyToExistingUsers: false },
        },
        boss,
      );
      expect(preview).toMatchObject({ affectedUserCount: 0, keepingUserCount: 3 });
      expect((await update(role, wanted, { applyToExistingUsers: false })).status).toBe(200);
      expect(await held(portal, member)).toEqual(before);
      expect(await held(portal, expired)).toEqual(before);
      for (const { id } of [member, inactive, expired]) {
        const rows = await portal.succeed(userPermissionComparison, { params: { id } }, boss);
        expect(rows.filter(({ userOverride }) => userOverride !== null)).toMatchObject([
          {
            permissionName: 'Document.Delete',
            roleDefault: true,
            userOverride: false,
            overrideReason: REASON,
          },
          { permissionName: 'Dictation.Edit', roleDefault: false, userOverride: true, effectiveValue: true },
        ]);
      }
      const rows = await portal.succeed(userPermissionComparison, { params: { id: both.id } }, boss);
      expect(rows.every(({ userOverride }) => userOverride === null)).toBe(true);
      const newcomer = await signedInAs(portal, role);
      expect(await held(portal, newcomer)).not.toContain('Dictation.Edit');
    });

    it('replaces the target’s grants when copying, as previewed', async () => {
      const target = ids.role('ProviderPhysician');
      const body = { sourceRoleId: ids.role('MedicalAssistant') };
      const params = { id: target };
      const previewed = await portal.succeed(rolePermissionsCopyPreview, { params, body }, boss);
      expect(previewed.changes).toMatchObject([{ permissionName: 'Order.Cancel', isGranted: false }]);
      const after = await portal.succeed(
        rolePermissionsCopy,
        { params, body: { ...body, reason: REASON } },
        boss,
      );
      const granted = (role: typeof after) => role.permissions.filter(({ isGranted }) => isGranted).length;
      expect(granted(after)).toBe(granted(await read('MedicalAssistant')));
      expect(after.permissions[0]).toMatchObject({ roleName: 'ProviderPhysician' });
    });

    it('searches and pages members, with inactive ones on request', async () => {
      const role = 'Admin';
      const zoe = await makeUser(portal, { roles: [role], firstName: 'Zoë', lastName: 'Álvarez' });
      await makeUser(portal, { roles: [role], firstName: 'Ann', lastName: 'Baker', isActive: false });
      const list = (query: Record<string, string>) =>
        portal.succeed(roleMembers, { params: { id: ids.role(role) }, query }, boss);
      expect((await list({ searchTerm: 'zoe alva' })).users).toMatchObject([
        { id: zoe.id, userName: zoe.userName, lastLoginDate: null, isActive: true },
      ]);
      expect(await list({ searchTerm: 'baker' })).toEqual({ users: [], totalCount: 0 });
      expect((await list({ searchTerm: 'baker', includeInactive: 'true' })).totalCount).toBe(1);
      const page = await list({ pageSize: '1', page: '2', includeInactive: 'true' });
      expect(page.users).toHaveLength(1);
      expect(page.totalCount).toBeGreaterThan(2);
    });
  });

  describe('400', () => {
    it.each([
      ['no reason', { reason: '' }],
      ['a short reason', { reason: 'because' }],
      ['a reason of blanks', { reason: ' '.repeat(40) }],
      ['a long reason', { reason: 'x'.repeat(501) }],
    ])('refuses %s', async (_, more) => {
      const before = await stored(portal);
      const answer = await update('Staff', { 'Order.Edit': true }, more);
      expect(answer).toMatchObject({ status: 400, error: { errors: { reason: [expect.any(String)] } } });
      expect(await stored(portal)).toEqual(before);
    });

    it('refuses unknown, repeated and missing permissions, unknown fields and a roleId other than the URL’s', async () => {
      const before = await stored(portal);
      const good = { permissionId: ids.permission('Order.Edit'), isGranted: true };
      for (const [field, body] of [
        ['permissions.1.permissionId', { permissions: [good, { permissionId: ABSENT, isGranted: true }] }],
        ['permissions', { permissions: [good, { ...good, isGranted: false }] }],
        ['permissions', { permissions: [] }],
        ['roleId', { permissions: [good], roleId: ABSENT }],
        ['grantedBy', { permissions: [good], grantedBy: 'me' }],
      ] as const) {
        const answer = await portal.raw({
          method: 'PUT',
          url: `/api/roles/${ids.role('Staff')}/permissions`,
          token: boss.token,
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({ reason: REASON, ...body }),
        });
        expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: [expect.any(String)] } } });
      }
      expect(await stored(portal)).toEqual(before);
    });

    it('requires a different, existing role to copy from', async () => {
      const params = { id: ids.role('Staff') };
      for (const sourceRoleId of [ABSENT, params.id]) {
        const body = { sourceRoleId, reason: REASON };
        expect(await portal.call(rolePermissionsCopy, { params, body }, boss)).toMatchObject({
          status: 400,
          error: { errors: { sourceRoleId: [expect.any(String)] } },
        });
      }
    });
  });

  it('404 for an unknown role', async () => {
    const params = { id: ABSENT };
    const permissions = changes({ 'Order.Edit': true });
    const answers = [
      await portal.call(rolePermissionsGet, { params }, boss),
      await portal.call(roleMembers, { params, query: {} }, boss),
      await portal.call(rolePermissionsUpdate, { params, body: { permissions, reason: REASON } }, boss),
      await portal.call(rolePermissionsPreview, { params, body: { permissions } }, boss),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  describe('409', () => {
    it('refuses the second of two administrators editing a role, with its current state', async () => {
      const { version } = await read('Staff');
      expect((await update('Staff', { 'Order.Edit': true }, { version })).status).toBe(200);
      const before = await stored(portal);
      const late = await update('Staff', { 'Order.Cancel': true }, { version });
      expect(late).toMatchObject({
        status: 409,
        error: { code: 'STALE', current: { version: version + 1, roleName: 'Staff' } },
      });
      expect(await stored(portal)).toEqual(before);
    });

    it('applies only one of several concurrent changes', async () => {
      const { version } = await read('Staff');
      const answers = await Promise.all(
        (['Message.Delete', 'Document.Delete', 'Patient.Deactivate'] as const).map((name) =>
          update('Staff', { [name]: true }, { version }),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    });

    it('refuses to edit the SuperAdmin role', async () => {
      const before = await stored(portal);
      expect(await update('SuperAdmin', { 'Patient.View': false })).toMatchObject({
        status: 409,
        error: { message: 'The SuperAdmin role has every permission and cannot be changed.' },
      });
      const copy = await portal.call(
        rolePermissionsCopy,
        { params: { id: ids.role('SuperAdmin') }, body: { sourceRoleId: ids.role('Staff'), reason: REASON } },
        boss,
      );
      expect(copy.status).toBe(409);
      expect(await stored(portal)).toEqual(before);
    });

    it('refuses a change that has no effect', async () => {
      expect(await update('Staff', { 'Patient.View': true })).toMatchObject({
        status: 409,
        error: { message: expect.stringContaining('Nothing would change') },
      });
    });
  });
});
