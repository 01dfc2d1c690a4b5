import { DEFAULT_PREFERENCES, type Preferences } from '@portal/contract/preferences';
import { login, me, permissions } from '@portal/contract/session';
import { userPreferences, userProfile } from '@portal/contract/users';
import { NOTIFICATION_KINDS } from '@portal/domain/notification';
import { PERMISSION_NAMES, type PermissionName } from '@portal/domain/permissions';
import { ROLE_NAMES, type RoleName } from '@portal/domain/roles';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  auditOf,
  makeOffice,
  makeUser,
  overridePermission,
  signIn,
  signedInAs,
  type SignedInUser,
} from '#test/factories.ts';
import { openTestPortal, portalForTest, type TestPortal } from '#test/harness.ts';
import { TEST_NOW } from '#test/settings.ts';
import { roleIds } from './test/new-user.ts';

describe('profile of the signed-in user', () => {
  let portal: TestPortal;
  let staff: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    staff = await signedInAs(portal, 'Staff');
  });
  afterAll(() => portal.close());

  const profile = (user: { token: string }) => portal.succeed(userProfile, {}, user);
  const why = async (user: { token: string }, name: PermissionName) =>
    (await profile(user)).permissions.find((permission) => permission.name === name);

  describe('200', () => {
    it('shows identity, office and roles, even for a SuperAdmin-only office', async () => {
      const officeId = await makeOffice(portal, { name: 'Mine', superAdminOnly: true });
      const user = await makeUser(portal, { roles: ['MedicalAssistant', 'Staff'], officeId });
      const own = await profile({ token: await signIn(portal, user.userName) });
      expect(own).toMatchObject({
        user: { id: user.id, office: { name: 'Mine' }, roles: ['MedicalAssistant', 'Staff'] },
        preferences: DEFAULT_PREFERENCES,
        recoveryCodesLeft: 0,
      });
      expect(own.permissions.map(({ name }) => name)).toEqual(PERMISSION_NAMES);
    });

    it('lists the roles that grant a permission', async () => {
      const user = await signedInAs(portal, 'MedicalAssistant', 'Staff');
      expect(await why(user, 'Patient.View')).toEqual({
        name: 'Patient.View',
        description: 'View the patient list and patient records',
        category: 'Patients',
        isGranted: true,
        source: 'Role',
        sourceDetails: 'Granted by Medical Assistant, Staff',
        expiresAt: null,
      });
      expect(await why(user, 'Order.Create')).toMatchObject({
        sourceDetails: 'Granted by Medical Assistant',
      });
      expect(await why(user, 'Document.Delete')).toMatchObject({
        isGranted: false,
        sourceDetails: 'Not granted by any role',
      });
    });

    it('shows the author and expiration of an override; an expiration equal to now is expired', async () => {
      const user = await signedInAs(portal, 'SuperAdmin');
      const author = await makeUser(portal, { firstName: 'Margaret', lastName: 'Okafor' });
      const until = new Date(TEST_NOW.getTime() + 3_600_000);
      await overridePermission(portal, user.id, 'Patient.ViewSsn', false, until);
      await overridePermission(portal, user.id, 'Patient.View', false, TEST_NOW);
      await portal.deps.db.updateTable('user_permission_overrides').set({ created_by: author.id }).execute();
      expect(await why(user, 'Patient.ViewSsn')).toMatchObject({
        isGranted: false,
        source: 'UserOverride',
        sourceDetails: 'Revoked for this user by Margaret Okafor: for this test',
        expiresAt: until.toISOString(),
      });
      expect(await why(user, 'Patient.View')).toMatchObject({
        isGranted: true,
        source: 'Role',
        sourceDetails: 'Granted by SuperAdmin',
      });
    });

    it('stores preferences and returns them with the session', async () => {
      const wanted = {
        theme: 'dark',
        landingPage: '/timecard/reports',
        pageSize: 50,
        density: 'compact',
        letterShortcuts: false,
        mutedNotifications: ['MessageCompleted'],
        hasNarrowMenu: true,
        collapsedMenuGroups: [],
      } satisfies Preferences;
      const user = await signedInAs(portal, 'Staff');
      expect(await portal.succeed(userPreferences, { body: wanted }, user)).toEqual(wanted);
      expect((await profile(user)).preferences).toEqual(wanted);
      expect((await portal.succeed(me, {}, user)).user.preferences).toEqual(wanted);
      await portal.succeed(userPreferences, { body: { ...wanted, theme: 'light' } }, user);
      expect((await auditOf(portal, 'User', user.id)).at(-1)).toMatchObject({
        action: 'Updated',
        old_values: { theme: 'dark' },
        new_values: { theme: 'light' },
      });
      const chosen = await portal.succeed(userPreferences, { body: { hasNarrowMenu: false } }, user);
      expect(chosen).toEqual({ ...wanted, theme: 'light', hasNarrowMenu: false });
    });
  });

  describe('400 and 401', () => {
    it('refuses unknown preferences', async () => {
      const good = { theme: 'dark', landingPage: '/', pageSize: 10, letterShortcuts: true };
      for (const [field, value] of [
        ['theme', 'neon'],
        ['landingPage', 'https://evil.example'],
        ['landingPage', '//evil.example'],
        ['landingPage', '/patients?search=lee'],
        ['letterShortcuts', 'no'],
        ['pageSize', 1000],
        [
          'mutedNotifications',
          Array.from({ length: NOTIFICATION_KINDS.length + 1 }, () => 'MessageAssigned'),
        ],
        ['roles', ['SuperAdmin']],
        ['userId', staff.id],
      ] as const) {
        const answer = await portal.raw({
          method: 'PUT',
          url: '/api/user/preferences',
          token: staff.token,
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({ ...good, [field]: value }),
        });
        expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: [expect.any(String)] } } });
      }
    });

    it('requires a session', async () => {
      expect((await portal.call(userProfile, {})).status).toBe(401);
      const body = { theme: 'dark', landingPage: '/', pageSize: 10, letterShortcuts: true } as const;
      expect((await portal.call(userPreferences, { body })).status).toBe(401);
    });
  });

  it('explains exactly what requests enforce, for any roles, grants and overrides', async () => {
    const own = await portalForTest();
    const { db } = own.deps;
    const ids = await roleIds(own);
    const permissionIds = new Map(
      (await db.selectFrom('permissions').select(['id', 'name']).execute()).map(({ id, name }) => [name, id]),
    );
    const user = await signedInAs(own, 'Staff');
    const minutes = fc.constantFrom(null, -1, 0, 1);
    const override = fc.record({
      permission: fc.constantFrom(...PERMISSION_NAMES),
      isGranted: fc.boolean(),
      minutes,
    });
    const world = fc.record({
      roles: fc.subarray<RoleName>([...ROLE_NAMES]),
      grants: fc.array(
        fc.tuple(fc.constantFrom<RoleName>(...ROLE_NAMES), fc.constantFrom(...PERMISSION_NAMES)),
        { maxLength: 30 },
      ),
      overrides: fc.uniqueArray(override, { selector: ({ permission }) => permission, maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ roles, grants, overrides }) => {
        await db.transaction().execute(async (tx) => {
          await tx.deleteFrom('user_permission_overrides').execute();
          await tx.deleteFrom('role_permissions').execute();
          await tx.deleteFrom('user_roles').where('user_id', '=', user.id).execute();
          if (roles.length > 0)
            await tx
              .insertInto('user_roles')
              .values(roles.map((role) => ({ user_id: user.id, role_id: ids[role] })))
              .execute();
          if (grants.length > 0)
            await tx
              .insertInto('role_permissions')
              .values(
                grants.map(([role, permission]) => ({
                  role_id: ids[role],
                  permission_id: permissionIds.get(permission) ?? '',
                  granted_by: null,
                })),
              )
              .onConflict((conflict) => conflict.doNothing())
              .execute();
          if (overrides.length > 0)
            await tx
              .insertInto('user_permission_overrides')
              .values(
                overrides.map(({ permission, isGranted, minutes: after }) => ({
                  user_id: user.id,
                  permission_id: permissionIds.get(permission) ?? '',
                  is_granted: isGranted,
                  reason: 'a random world',
                  expires_at: after === null ? null : new Date(own.clock.now().getTime() + after * 60_000),
                  created_by: null,
                })),
              )
              .execute();
        });
        const enforced = (await own.succeed(permissions, {}, user)).map(({ name }) => name);
        const explained = (await own.succeed(userProfile, {}, user)).permissions;
        expect(
          explained
            .filter(({ isGranted }) => isGranted)
            .map(({ name }) => name)
            .toSorted(),
        ).toEqual(enforced.toSorted());
      }),
      { numRuns: 60 },
    );
  });

  it('is not available to a user who must change their password', async () => {
    const user = await makeUser(portal, { mustChangePassword: true });
    const { token } = await portal.succeed(login, {
      body: { username: user.userName, password: 'Violet-Harbor-Lantern-42' },
    });
    expect((await portal.call(userProfile, {}, { token })).status).toBe(403);
  });
});
