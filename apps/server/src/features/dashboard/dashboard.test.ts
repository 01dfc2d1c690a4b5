import { dashboardStats, recentActivity } from '@portal/contract/dashboard';
import type { RoleName } from '@portal/domain/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addActivity } from '#live/activity-store.ts';
import { makePatient, makeUser, overridePermission, signedInAs } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

describe('dashboard', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
  });
  afterAll(() => portal.close());

  const add = (number: number, rights: object = {}) =>
    addActivity(
      portal.deps.db,
      {
        event: 'title.updated',
        description: `Activity ${number}`,
        icon: 'Default',
        color: 'info',
        entityType: 'System',
        entityId: null,
        ...rights,
      },
      new Date(portal.clock.now().getTime() + number * 1000),
      null,
    );

  describe('GET /dashboard/stats', () => {
    it('counts active users and active patients', async () => {
      const admin = await signedInAs(portal, 'Admin');
      const before = await portal.succeed(dashboardStats, {}, admin);
      await makeUser(portal);
      await makeUser(portal, { isActive: false });
      await makePatient(portal);
      await makePatient(portal, { isActive: false });
      expect(await portal.succeed(dashboardStats, {}, admin)).toMatchObject({
        totalUsers: (before.totalUsers ?? 0) + 1,
        activePatients: (before.activePatients ?? 0) + 1,
        systemStatus: 'Healthy',
      });
    });

    it.each([
      ['SuperAdmin', ['activePatients', 'systemStatus', 'totalUsers']],
      ['Admin', ['activePatients', 'systemStatus', 'totalUsers']],
      ['ProviderPhysician', ['activePatients']],
      ['ProviderMidLevel', ['activePatients']],
      ['MedicalAssistant', ['activePatients']],
      ['Staff', ['activePatients']],
    ] as const satisfies (readonly [RoleName, readonly string[]])[])(
      'omits values that the user may not see: %s',
      async (role, shown) => {
        const user = await signedInAs(portal, role);
        const stats = await portal.succeed(dashboardStats, {}, user);
        expect(
          Object.keys(stats)
            .filter((name) => ['totalUsers', 'activePatients', 'systemStatus'].includes(name))
            .toSorted(),
        ).toEqual(shown);
      },
    );

    it('decides by permission, not by role name', async () => {
      const user = await signedInAs(portal, 'Admin');
      await overridePermission(portal, user.id, 'Patient.View', false);
      await overridePermission(portal, user.id, 'Admin.ViewAuditLogs', false);
      const stats = await portal.succeed(dashboardStats, {}, user);
      expect(stats).not.toHaveProperty('activePatients');
      expect(stats).not.toHaveProperty('systemStatus');
    });
  });

  describe('GET /activity/recent', () => {
    it('returns a plain array, newest first, with 1 to 100 entries, 20 by default', async () => {
      const staff = await signedInAs(portal, 'Staff');
      for (let number = 1; number <= 110; number += 1) await add(number);
      const ask = async (count?: string) =>
        (await portal.succeed(recentActivity, count === undefined ? {} : { query: { count } }, staff)).map(
          ({ description }) => description,
        );
      expect(await ask()).toEqual(Array.from({ length: 20 }, (_, index) => `Activity ${110 - index}`));
      expect(await ask('5')).toHaveLength(5);
      expect(await ask('0')).toHaveLength(1);
      expect(await ask('-3')).toHaveLength(1);
      expect(await ask('100000')).toHaveLength(100);
    });

    it.each(['x', '1.5', '1e3', '99999999999'])('refuses a count of “%s” with 400', async (count) => {
      const staff = await signedInAs(portal, 'Staff');
      expect((await portal.call(recentActivity, { query: { count } }, staff)).status).toBe(400);
    });

    it('shows each user only what their permissions and roles allow', async () => {
      await add(201, { requiredPermission: 'Admin.ManageOffices' });
      await add(202, { requiredRole: 'Admin' });
      await add(203, { requiredRole: 'SuperAdmin' });
      await add(204);
      const seen = async (role: RoleName) =>
        (await portal.succeed(recentActivity, { query: { count: '100' } }, await signedInAs(portal, role)))
          .map(({ description }) => description)
          .filter((text) => /Activity 20\d/.test(text));
      expect(await seen('Staff')).toEqual(['Activity 204']);
      expect(await seen('Admin')).toEqual(['Activity 204', 'Activity 202', 'Activity 201']);
      expect(await seen('SuperAdmin')).toEqual([
        'Activity 204',
        'Activity 203',
        'Activity 202',
        'Activity 201',
      ]);
      const revoked = await signedInAs(portal, 'Admin');
      await overridePermission(portal, revoked.id, 'Admin.ManageOffices', false);
      const list = await portal.succeed(recentActivity, { query: { count: '100' } }, revoked);
      expect(list.map(({ description }) => description)).not.toContain('Activity 201');
    });
  });
});
