import { permissionUserList } from '@portal/contract/permissions';
import {
  userOverrides,
  userOverrideSet,
  userPermissionComparison,
  userPermissionsGet,
} from '@portal/contract/user-permissions';
import type { PermissionName } from '@portal/domain/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makeUser,
  overridePermission,
  signedInAs,
  type SignedInUser,
  type TestUser,
} from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { readIds, REASON } from './test/stored-permissions.ts';

describe('reading the permissions of users', () => {
  let portal: TestPortal;
  let boss: SignedInUser;
  let ids: Awaited<ReturnType<typeof readIds>>;
  beforeAll(async () => {
    portal = await openTestPortal();
    boss = await signedInAs(portal, 'SuperAdmin');
    ids = await readIds(portal);
  });
  afterAll(() => portal.close());

  const override = (
    { id }: Pick<TestUser, 'id'>,
    name: PermissionName,
    isGranted: boolean,
    expiresAt?: string,
  ) =>
    portal.succeed(
      userOverrideSet,
      {
        params: { id },
        body: { userId: id, permissionId: ids.permission(name), reason: REASON, isGranted, expiresAt },
      },
      boss,
    );

  it('returns every permission with its source', async () => {
    const user = await makeUser(portal, { roles: ['Staff', 'MedicalAssistant'], lastName: 'Whyman' });
    const expiresAt = new Date(portal.clock.now().getTime() + 3_600_000).toISOString();
    await override(user, 'Document.Delete', true, expiresAt);
    const shown = await portal.succeed(userPermissionsGet, { params: { id: user.id } }, boss);
    const one = (name: PermissionName) =>
      shown.permissions.find(({ permissionName }) => permissionName === name);
    expect(shown).toMatchObject({
      userId: user.id,
      userFullName: 'Test Whyman',
      userName: user.userName,
      roles: ['MedicalAssistant', 'Staff'],
      totalPermissions: 27,
      overriddenPermissions: 1,
    });
    expect(shown.grantedPermissions).toBe(shown.permissions.filter(({ isGranted }) => isGranted).length);
    expect(one('Patient.View')).toMatchObject({
      source: 'Role',
      sourceDetails: 'Granted by Medical Assistant, Staff',
      expiresAt: null,
    });
    expect(one('Document.Delete')).toMatchObject({
      isGranted: true,
      source: 'UserOverride',
      sourceDetails: expect.stringMatching(new RegExp(`^Granted to this user by Test User\\d+: ${REASON}$`)),
      expiresAt,
    });
  });

  it('lists overrides and compares them with the roles', async () => {
    const user = await makeUser(portal);
    await override(user, 'Patient.View', false);
    const params = { id: user.id };
    expect(await portal.succeed(userOverrides, { params }, boss)).toMatchObject([
      {
        permissionName: 'Patient.View',
        isGranted: false,
        reason: REASON,
        expiresAt: null,
        createdBy: { id: boss.id },
      },
    ]);
    const rows = await portal.succeed(userPermissionComparison, { params }, boss);
    expect(rows).toHaveLength(27);
    expect(rows[0]).toMatchObject({
      permissionName: 'Patient.View',
      roleDefault: true,
      userOverride: false,
      effectiveValue: false,
      overrideReason: REASON,
    });
    expect(rows[1]).toMatchObject({ userOverride: null, effectiveValue: true, overrideReason: null });
  });

  it('finds users by name, email, role or username, and counts their overrides', async () => {
    const user = await makeUser(portal, {
      roles: ['ProviderMidLevel'],
      firstName: 'Quentin',
      lastName: 'Zywiec',
    });
    await override(user, 'Patient.View', false);
    await overridePermission(portal, user.id, 'Order.View', false, portal.clock.now());
    for (const search of ['zywiec quen', user.userName, `${user.userName}@practice`, 'midlevel zywiec']) {
      const { users } = await portal.succeed(permissionUserList, { query: { search } }, boss);
      expect(users).toContainEqual(
        expect.objectContaining({ id: user.id, roles: ['ProviderMidLevel'], overrideCount: 1 }),
      );
    }
    const none = await portal.succeed(permissionUserList, { query: { search: 'zywiec staff' } }, boss);
    expect(none).toEqual({ users: [], totalCount: 0 });
    const page = await portal.succeed(permissionUserList, { query: { pageSize: '1' } }, boss);
    expect(page.users).toHaveLength(1);
    await portal.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute();
    const query = { search: 'zywiec', includeInactive: 'true' } as const;
    expect((await portal.succeed(permissionUserList, { query }, boss)).totalCount).toBe(1);
    expect((await portal.succeed(permissionUserList, { query: { search: 'zywiec' } }, boss)).totalCount).toBe(
      0,
    );
  });
});
