import { notificationList } from '@portal/contract/notifications';
import { permissions } from '@portal/contract/session';
import { userList, userUpdate, type User } from '@portal/contract/users';
import type { CallInput } from '@portal/contract/endpoint';
import { isRoleName, type RoleName } from '@portal/domain/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makeOffice, makeUser, signIn, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { roleIds, wholeUser } from './test/new-user.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';
type Body = CallInput<typeof userUpdate>['body'];

describe('updating a user', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let superAdmin: SignedInUser;
  let staff: SignedInUser;
  let ids: Awaited<ReturnType<typeof roleIds>>;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    superAdmin = await signedInAs(portal, 'SuperAdmin');
    staff = await signedInAs(portal, 'Staff');
    ids = await roleIds(portal);
  });
  afterAll(() => portal.close());

  const read = (id: string) => wholeUser(portal, id, superAdmin);
  /** A valid request body without version, so that each test shows only what it changes. */
  const form = (user: User, change: Partial<Body> = {}): Body => ({
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    title: user.title,
    isActive: user.isActive,
    roleIds: user.roles.filter((role) => isRoleName(role)).map((role) => ids[role]),
    ...change,
  });
  const change = async (id: string, fields: Partial<Body>, caller: SignedInUser = admin) =>
    portal.call(userUpdate, { params: { id }, body: form(await read(id), fields) }, caller);

  const notices = async (userName: string) => {
    const token = await signIn(portal, userName);
    const { data } = await portal.succeed(notificationList, { query: {} }, { token });
    return data.map(({ text }) => text);
  };

  describe('200', () => {
    it('updates names, title, status and roles, and returns the user', async () => {
      const { id } = await makeUser(portal);
      const answer = await change(id, {
        firstName: 'Nora',
        lastName: 'Quist',
        title: 'NP',
        roleIds: [ids.ProviderMidLevel],
      });
      expect(answer).toMatchObject({
        status: 200,
        body: { firstName: 'Nora', lastName: 'Quist', title: 'NP', roles: ['ProviderMidLevel'], version: 2 },
      });
      expect((await auditOf(portal, 'User', id)).at(-1)).toMatchObject({
        action: 'Updated',
        old_values: { firstName: 'Test', title: null },
        new_values: { firstName: 'Nora', lastName: 'Quist', title: 'NP' },
      });
      const entry = (role: RoleName) =>
        auditOf(portal, 'UserRoleAssignment', JSON.stringify({ UserId: id, RoleId: ids[role] }));
      expect(await entry('ProviderMidLevel')).toMatchObject([{ action: 'AssignRoles', user_id: admin.id }]);
      expect(await entry('Staff')).toMatchObject([{ action: 'RemoveRoles', old_values: { role: 'Staff' } }]);
    });

    it('sets office, employee ID and hire date, keeps them when omitted, and clears them with null', async () => {
      const officeId = await makeOffice(portal);
      const { id } = await makeUser(portal);
      await change(id, { officeId, employeeId: 'E-5', hireDate: '2020-02-29' });
      await change(id, { firstName: 'Kept' });
      expect(await read(id)).toMatchObject({ officeId, employeeId: 'E-5', hireDate: '2020-02-29' });
      await change(id, { officeId: null, employeeId: null, hireDate: null });
      expect(await read(id)).toMatchObject({ officeId: null, office: null, employeeId: '', hireDate: null });
    });

    it('clears the title when the last provider role is removed', async () => {
      const { id } = await makeUser(portal, { roles: ['ProviderPhysician'] });
      expect(await change(id, { roleIds: [ids.Staff], title: 'MD' })).toMatchObject({
        body: { title: null },
      });
    });

    it('keeps the NPI when it is omitted, and clears it with the last provider role', async () => {
      const { id } = await makeUser(portal, { roles: ['ProviderPhysician'] });
      const npi = '1234567893';
      await change(id, { roleIds: [ids.ProviderPhysician], title: 'MD', npi });
      await change(id, { roleIds: [ids.ProviderPhysician], title: 'MD' });
      expect((await read(id)).npi).toBe(npi);
      const other = await makeUser(portal, { roles: ['ProviderPhysician'] });
      expect(await change(other.id, { roleIds: [ids.ProviderPhysician], title: 'MD', npi })).toMatchObject({
        status: 409,
        error: { errors: { npi: ['Another user has this NPI'] } },
      });
      await change(id, { roleIds: [ids.Staff] });
      expect((await read(id)).npi).toBeNull();
      const audit = await auditOf(portal, 'User', id);
      expect(audit.at(-1)).toMatchObject({ old_values: { npi }, new_values: { npi: null } });
    });

    it('sets the supervisor of a provider, who keeps one who left, and clears it with the last provider role', async () => {
      const { id } = await makeUser(portal, { roles: ['ProviderMidLevel'] });
      const supervisor = await makeUser(portal, { roles: ['ProviderPhysician'], firstName: 'Lisa' });
      expect(await change(id, { supervisorId: supervisor.id })).toMatchObject({
        status: 200,
        body: { supervisorId: supervisor.id, supervisor: { id: supervisor.id, firstName: 'Lisa' } },
      });
      expect((await auditOf(portal, 'User', id)).at(-1)).toMatchObject({
        old_values: { supervisorId: null },
        new_values: { supervisorId: supervisor.id },
      });
      await portal.owner.query('update users set is_active = false where id = $1', [supervisor.id]);
      expect(await change(id, { firstName: 'Still' })).toMatchObject({
        body: { supervisorId: supervisor.id },
      });
      const wrong = async (supervisorId: string) => {
        const answer = await change(id, { supervisorId });
        return answer.ok ? null : answer.error.errors;
      };
      expect(await wrong(id)).toEqual({ supervisorId: ['A provider cannot be their own supervisor'] });
      const midLevel = await makeUser(portal, { roles: ['ProviderMidLevel'] });
      const gone = await makeUser(portal, { roles: ['ProviderPhysician'], isActive: false });
      for (const other of [midLevel, gone])
        expect(await wrong(other.id)).toEqual({ supervisorId: ['Choose an active physician'] });
      expect(await change(id, { roleIds: [ids.Staff] })).toMatchObject({ body: { supervisor: null } });
    });

    it('keeps a deactivated title for a user who has it', async () => {
      const { id } = await makeUser(portal, { roles: ['ProviderPhysician'] });
      await portal.deps.db.updateTable('titles').set({ is_active: false }).where('code', '=', 'MD').execute();
      expect((await change(id, { firstName: 'Still' })).status).toBe(200);
      await portal.deps.db.updateTable('titles').set({ is_active: true }).where('code', '=', 'MD').execute();
    });

    it('applies a role change to the next request of an open session', async () => {
      const user = await signedInAs(portal, 'Staff');
      expect((await portal.call(userList, {}, user)).status).toBe(403);
      await change(user.id, { roleIds: [ids.Staff, ids.Admin] });
      expect((await portal.call(userList, {}, user)).status).toBe(200);
      await change(user.id, { roleIds: [ids.Staff] });
      expect((await portal.call(userList, {}, user)).status).toBe(403);
    });

    it('signs the user out when set Inactive, and lets them in again when Active', async () => {
      const user = await signedInAs(portal, 'Staff');
      expect((await change(user.id, { isActive: false })).status).toBe(200);
      expect((await portal.call(permissions, {}, user)).status).toBe(401);
      expect((await change(user.id, { isActive: true })).status).toBe(200);
      expect((await portal.call(permissions, {}, user)).status).toBe(401);
      await signIn(portal, user.userName);
    });

    it('changes an email address, which counts as confirmed, and notifies the user', async () => {
      const { id, userName } = await makeUser(portal);
      const email = `${userName}.new@practice.example`;
      await portal.owner.query('update users set email_confirmed_at = null where id = $1', [id]);
      expect(await change(id, {})).toMatchObject({ status: 200, body: { emailConfirmed: false } });
      expect(await notices(userName)).toEqual([]);
      expect(await change(id, { email })).toMatchObject({
        status: 200,
        body: { email, emailConfirmed: true },
      });
      expect((await auditOf(portal, 'User', id)).at(-1)).toMatchObject({
        old_values: { email: `${userName}@practice.example`, emailConfirmed: false },
        new_values: { email, emailConfirmed: true },
      });
      expect(await change(id, { email: email.toUpperCase() })).toMatchObject({
        status: 200,
        body: { email },
      });
      expect(await notices(userName)).toEqual([
        `${admin.name} set your email address. Check it in your profile.`,
      ]);
    });

    it('confirms an address that the portal generated, and notifies the user even if they mute everything', async () => {
      const { id, userName } = await makeUser(portal);
      await portal.owner.query(
        `update users set email_confirmed_at = null, preferences = '{"mutedNotifications": ["EmailChanged"]}' where id = $1`,
        [id],
      );
      expect(await change(id, { emailConfirmed: false })).toMatchObject({ body: { emailConfirmed: false } });
      expect(await change(id, { emailConfirmed: true })).toMatchObject({ body: { emailConfirmed: true } });
      expect(await change(id, { emailConfirmed: true })).toMatchObject({ body: { emailConfirmed: true } });
      expect(await notices(userName)).toHaveLength(1);
    });

    it('lets users change their own name, and an Admin change another Admin', async () => {
      expect((await change(admin.id, { firstName: 'Own' })).status).toBe(200);
      const other = await makeUser(portal, { roles: ['Admin'] });
      expect((await change(other.id, { roleIds: [ids.Staff] })).status).toBe(200);
    });

    it('keeps a hidden office when an Admin edits its user', async () => {
      const officeId = await makeOffice(portal, { superAdminOnly: true });
      const { id } = await makeUser(portal, { officeId });
      expect((await change(id, { firstName: 'Edited' })).status).toBe(200);
      expect((await change(id, { officeId: null })).status).toBe(200);
      expect(await read(id)).toMatchObject({ firstName: 'Edited', officeId });
    });
  });

  describe('400', () => {
    it('reports all missing required fields at once', async () => {
      const body = { email: 'none', firstName: '', lastName: '', title: null, isActive: true, roleIds: [] };
      const answer = await portal.call(userUpdate, { params: { id: staff.id }, body }, admin);
      expect(answer).toMatchObject({
        status: 400,
        error: {
          errors: {
            email: ['Enter a valid email address'],
            firstName: ['First name is required'],
            lastName: ['Last name is required'],
            roleIds: ['Role is required'],
          },
        },
      });
    });

    it('requires a title for a provider, and refuses unknown IDs with field errors', async () => {
      const { id } = await makeUser(portal);
      const cases: [Partial<Body>, Record<string, string[]>][] = [
        [{ roleIds: [ids.ProviderPhysician] }, { title: ['Title is required for provider roles'] }],
        [{ roleIds: [ids.ProviderPhysician], title: 'md' }, { title: ['This title does not exist'] }],
        [{ roleIds: [ABSENT] }, { roleIds: ['This role does not exist'] }],
        [{ officeId: ABSENT }, { officeId: ['This office does not exist'] }],
        [{ employeeId: 'a\u0000' }, { employeeId: ['Employee ID contains characters that are not allowed'] }],
      ];
      for (const [fields, errors] of cases)
        expect(await change(id, fields)).toMatchObject({ status: 400, error: { errors } });
    });

    it('refuses unknown fields', async () => {
      for (const field of ['userName', 'id', 'password', 'roles', 'mustChangePassword', 'createdAt']) {
        const answer = await portal.raw({
          method: 'PUT',
          url: `/api/user/${staff.id}`,
          token: superAdmin.token,
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({ ...form(await read(staff.id)), [field]: 'x' }),
        });
        expect(answer).toMatchObject({
          status: 400,
          body: { errors: { [field]: ['Unknown field'] } },
        });
      }
    });
  });

  describe('401, 403 and 404', () => {
    it('requires role Admin, even for the user’s own record', async () => {
      const body = form(await read(staff.id), { roleIds: [ids.Admin] });
      expect((await portal.call(userUpdate, { params: { id: staff.id }, body })).status).toBe(401);
      expect((await portal.call(userUpdate, { params: { id: staff.id }, body }, staff)).status).toBe(403);
      expect((await read(staff.id)).roles).toEqual(['Staff']);
    });

    it('does not let an Admin change a SuperAdmin in any way', async () => {
      const other = await makeUser(portal, { roles: ['SuperAdmin', 'Staff'] });
      for (const fields of [{ firstName: 'Taken' }, { roleIds: [ids.Staff] }, { isActive: false }])
        expect(await change(other.id, fields)).toMatchObject({
          status: 403,
          error: { message: 'Only a SuperAdmin can change a SuperAdmin.' },
        });
      expect(await read(other.id)).toMatchObject({
        version: 1,
        isActive: true,
        roles: ['SuperAdmin', 'Staff'],
      });
    });

    it('does not let an Admin assign SuperAdmin to anyone', async () => {
      expect(await change(staff.id, { roleIds: [ids.Staff, ids.SuperAdmin] })).toMatchObject({
        status: 403,
        error: { errors: { roleIds: ['Only a SuperAdmin can assign the SuperAdmin role.'] } },
      });
      expect((await change(admin.id, { roleIds: [ids.SuperAdmin] })).status).toBe(403);
    });

    it('does not let users change their own roles, even to add one', async () => {
      for (const [caller, roleList] of [
        [admin, [ids.Admin, ids.Staff]],
        [admin, [ids.Staff]],
        [superAdmin, [ids.SuperAdmin, ids.Admin]],
      ] as const)
        expect(await change(caller.id, { roleIds: [...roleList] }, caller)).toMatchObject({
          status: 403,
          error: { errors: { roleIds: ['You cannot change your own roles.'] } },
        });
    });

    it('lets only a SuperAdmin change the email address of a SuperAdmin', async () => {
      const { email } = await read(superAdmin.id);
      expect(await change(superAdmin.id, { email: 'other@practice.example' })).toMatchObject({ status: 403 });
      expect((await read(superAdmin.id)).email).toBe(email);
    });

    it('does not let an Admin move users into or out of a SuperAdmin-only office', async () => {
      const hidden = await makeOffice(portal, { superAdminOnly: true });
      const open = await makeOffice(portal);
      const { id } = await makeUser(portal);
      expect(await change(id, { officeId: hidden })).toMatchObject({
        status: 400,
        error: { errors: { officeId: ['This office does not exist'] } },
      });
      expect(await change(id, { officeId: hidden }, superAdmin)).toMatchObject({ status: 200 });
      expect(await change(id, { officeId: open })).toMatchObject({ status: 403 });
      expect((await read(id)).officeId).toBe(hidden);
    });

    it('returns 404 for an unknown user', async () => {
      const body = form(await read(staff.id));
      const answer = await portal.call(userUpdate, { params: { id: ABSENT }, body }, admin);
      expect(answer).toMatchObject({ status: 404, error: { message: 'User not found' } });
    });
  });

  describe('409', () => {
    it('does not let users deactivate themselves', async () => {
      for (const caller of [admin, superAdmin])
        expect(await change(caller.id, { isActive: false }, caller)).toMatchObject({
          status: 409,
          error: { errors: { isActive: ['You cannot deactivate yourself.'] } },
        });
    });

    it('refuses a stale version with the current user', async () => {
      const { id } = await makeUser(portal);
      await change(id, { firstName: 'Second' });
      expect(await change(id, { firstName: 'Third', version: 1 })).toMatchObject({
        status: 409,
        error: { code: 'STALE', current: { id, firstName: 'Second', version: 2 } },
      });
    });

    it('refuses another user’s email address with a field error', async () => {
      const { id } = await makeUser(portal);
      const { email } = await read(staff.id);
      expect(await change(id, { email: email.toUpperCase() }, superAdmin)).toMatchObject({
        status: 409,
        error: { code: 'CONFLICT', errors: { email: ['Another user has this email address'] } },
      });
    });
  });
});
