import { changePassword, login } from '@portal/contract/session';
import { userCreate, userList } from '@portal/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makeOffice, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { newUser, roleIds } from './test/new-user.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';

describe('creating a user', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let superAdmin: SignedInUser;
  let staff: SignedInUser;
  let ids: Awaited<ReturnType<typeof roleIds>>;
  beforeAll(async () => {
    portal = await openTestPortal({ env: { EMAIL_DOMAIN: 'clinic.example' } });
    admin = await signedInAs(portal, 'Admin');
    superAdmin = await signedInAs(portal, 'SuperAdmin');
    staff = await signedInAs(portal, 'Staff');
    ids = await roleIds(portal);
  });
  afterAll(() => portal.close());

  describe('201', () => {
    it('generates a unique username, an email address and a temporary password', async () => {
      const body = { ...newUser([ids.Staff]), firstName: 'Anna', lastName: 'Lindqvist-Å' };
      const first = await portal.succeed(userCreate, { body }, admin);
      expect(first.user).toMatchObject({
        userName: 'alindqvista',
        username: 'alindqvista',
        email: 'alindqvista@clinic.example',
        emailConfirmed: false,
        roles: ['Staff'],
        isActive: true,
        mustChangePassword: true,
        lastLoginDate: null,
        employeeId: '',
        office: null,
        version: 1,
      });
      expect(first.temporaryPassword).toHaveLength(16);
      const twins = await Promise.all([1, 2, 3].map(() => portal.succeed(userCreate, { body }, admin)));
      expect(twins.map(({ user }) => user.userName).toSorted()).toEqual([
        'alindqvista2',
        'alindqvista3',
        'alindqvista4',
      ]);
    });

    it('stores the NPI of a provider, which nobody else can have, and none for others', async () => {
      const provider = { ...newUser([ids.ProviderPhysician]), title: 'MD', npi: '123-456-7893' };
      await portal.deps.db
        .insertInto('titles')
        .values({ code: 'MD', description: 'Doctor', display_order: 1 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { user } = await portal.succeed(userCreate, { body: provider }, admin);
      expect(user.npi).toBe('1234567893');
      expect((await auditOf(portal, 'User', user.id))[0]).toMatchObject({
        new_values: { npi: '1234567893' },
      });
      expect(await portal.call(userCreate, { body: provider }, admin)).toMatchObject({
        status: 409,
        error: { errors: { npi: ['Another user has this NPI'] } },
      });
      const other = { ...newUser([ids.Staff]), npi: '1234567893' };
      expect((await portal.succeed(userCreate, { body: other }, admin)).user.npi).toBeNull();
      expect(
        await portal.call(userCreate, { body: { ...provider, npi: '1234567894' } }, admin),
      ).toMatchObject({
        status: 400,
        error: { errors: { npi: ['NPI must have 10 digits with a correct check digit'] } },
      });
      const found = await portal.succeed(userList, { query: { search: '1234567893' } }, admin);
      expect(found.users.map(({ id }) => id)).toEqual([user.id]);
    });

    it('takes an email address that the caller enters, and audits it', async () => {
      const body = { ...newUser([ids.Staff]), email: ' Given.Name@Elsewhere.example ' };
      const { user } = await portal.succeed(userCreate, { body }, admin);
      expect(user).toMatchObject({ email: 'Given.Name@Elsewhere.example', emailConfirmed: true });
      expect((await auditOf(portal, 'User', user.id))[0]).toMatchObject({
        new_values: { email: 'Given.Name@Elsewhere.example', emailConfirmed: true },
      });
      const taken = { ...newUser([ids.Staff]), email: 'given.name@elsewhere.EXAMPLE' };
      expect(await portal.call(userCreate, { body: taken }, admin)).toMatchObject({
        status: 409,
        error: { errors: { email: ['Another user has this email address'] } },
      });
      const wrong = { ...newUser([ids.Staff]), email: 'not an address' };
      expect(await portal.call(userCreate, { body: wrong }, admin)).toMatchObject({
        status: 400,
        error: { errors: { email: ['Enter a valid email address'] } },
      });
    });

    it('generates another username when its address was entered for somebody else', async () => {
      const named = { ...newUser([ids.Staff]), firstName: 'Joan', lastName: 'Smithers' };
      const other = { ...newUser([ids.Staff]), email: 'JSmithers@clinic.example' };
      await portal.succeed(userCreate, { body: other }, admin);
      const { user } = await portal.succeed(userCreate, { body: named }, admin);
      expect(user).toMatchObject({ userName: 'jsmithers2', email: 'jsmithers2@clinic.example' });
      const blank = await portal.succeed(userCreate, { body: { ...named, email: '' } }, admin);
      expect(blank.user).toMatchObject({ email: 'jsmithers3@clinic.example', emailConfirmed: false });
    });

    it('creates a temporary password that is valid for 72 hours and only for changing it', async () => {
      const { user, temporaryPassword } = await portal.succeed(
        userCreate,
        { body: { ...newUser([ids.Admin]), lastName: 'Temporary' } },
        superAdmin,
      );
      const password = temporaryPassword ?? '';
      const { token } = await portal.succeed(login, { body: { username: user.username, password } });
      expect(await portal.call(userList, {}, { token })).toMatchObject({
        status: 403,
        error: { code: 'PASSWORD_CHANGE_REQUIRED' },
      });
      const body = { currentPassword: password, newPassword: 'Quiet-Meadow-Signal-88' };
      expect((await portal.call(changePassword, { body }, { token })).status).toBe(204);
      expect((await portal.call(userList, {}, { token })).status).toBe(200);
    });

    it('accepts office, employee ID and hire date, and audits everything except the password', async () => {
      const officeId = await makeOffice(portal, { name: 'Desk' });
      const { user, temporaryPassword } = await portal.succeed(
        userCreate,
        {
          body: {
            ...newUser([ids.ProviderPhysician, ids.Staff, ids.Staff]),
            title: 'MD',
            officeId,
            employeeId: ' E-9 ',
            hireDate: '2026-01-31',
          },
        },
        admin,
      );
      expect(user).toMatchObject({
        officeId,
        office: { name: 'Desk' },
        employeeId: 'E-9',
        hireDate: '2026-01-31',
        title: 'MD',
        roles: ['ProviderPhysician', 'Staff'],
      });
      const [entry] = await auditOf(portal, 'User', user.id);
      expect(entry).toMatchObject({
        action: 'Created',
        user_id: admin.id,
        new_values: { userName: user.userName, officeId, title: 'MD', hireDate: '2026-01-31' },
      });
      for (const role of ['ProviderPhysician', 'Staff'] as const) {
        const entityId = JSON.stringify({ UserId: user.id, RoleId: ids[role] });
        expect(await auditOf(portal, 'UserRoleAssignment', entityId)).toMatchObject([
          { action: 'AssignRoles', new_values: { role } },
        ]);
      }
      const audited = await portal.owner.query('select old_values, new_values from audit_log');
      expect(JSON.stringify(audited.rows)).not.toContain(temporaryPassword);
      expect(portal.logged()).not.toContain(temporaryPassword);
    });

    it('clears the title for roles that are not providers', async () => {
      const body = { ...newUser([ids.MedicalAssistant]), title: 'MD' };
      expect((await portal.succeed(userCreate, { body }, admin)).user.title).toBeNull();
    });

    it('returns the temporary password once: a repeated key gets the same user without it', async () => {
      const call = () =>
        portal.succeed(
          userCreate,
          { body: { ...newUser([ids.Staff]), lastName: 'Repeated' } },
          { ...admin, headers: { 'idempotency-key': 'user-1' } },
        );
      const answers = await Promise.all([call(), call(), call()]);
      const passwords = answers.map(({ temporaryPassword }) => temporaryPassword);
      expect(passwords.filter((each) => each !== null)).toEqual([expect.any(String)]);
      expect(new Set(answers.map(({ user }) => user.id)).size).toBe(1);
      expect(await call()).toEqual({ temporaryPassword: null, user: answers[0].user });
      const found = await portal.succeed(userList, { query: { search: 'drepeated' } }, admin);
      expect(found.totalCount).toBe(1);
    });
  });

  describe('400', () => {
    it('requires first name, last name and role, and reports all at once', async () => {
      const answer = await portal.raw({
        method: 'POST',
        url: '/api/user',
        token: admin.token,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ firstName: ' ', lastName: '', title: null, employeeId: '', roleIds: [] }),
      });
      expect(answer).toMatchObject({
        status: 400,
        body: {
          errors: {
            firstName: ['First name is required'],
            lastName: ['Last name is required'],
            roleIds: ['Role is required'],
          },
        },
      });
    });

    it.each(['ProviderPhysician', 'ProviderMidLevel'] as const)('requires a title for %s', async (role) => {
      for (const title of [null, '', ' ']) {
        const answer = await portal.call(
          userCreate,
          { body: { ...newUser([ids.Staff, ids[role]]), title } },
          admin,
        );
        expect(answer).toMatchObject({
          status: 400,
          error: { errors: { title: ['Title is required for provider roles'] } },
        });
      }
    });

    it('refuses unknown and inactive roles, titles and offices with field errors', async () => {
      const inactiveOffice = await makeOffice(portal, { isActive: false });
      const cases = [
        [{ roleIds: [ids.Staff, ABSENT] }, { roleIds: ['This role does not exist'] }],
        [{ roleIds: ['Staff'] }, { 'roleIds.0': ['Not a valid id'] }],
        [{ roleIds: [ids.ProviderPhysician], title: 'XX' }, { title: ['This title does not exist'] }],
        [{ officeId: ABSENT }, { officeId: ['This office does not exist'] }],
        [{ officeId: inactiveOffice }, { officeId: ['This office is inactive'] }],
        [{ hireDate: '2026-02-30' }, { hireDate: ['Hire date must be a valid date (MM/DD/YYYY)'] }],
        [{ lastName: 'x'.repeat(101) }, { lastName: ['Last name can have at most 100 characters'] }],
        [{ lastName: 'a\u0000b' }, { lastName: ['Last name contains characters that are not allowed'] }],
      ] as const;
      for (const [change, errors] of cases) {
        const body = {
          ...newUser([ids.Staff]),
          ...change,
          roleIds: [...('roleIds' in change ? change.roleIds : [ids.Staff])],
        };
        expect(await portal.call(userCreate, { body }, admin)).toMatchObject({
          status: 400,
          error: { errors },
        });
      }
    });

    it('accepts only the form’s fields: no username, password, ID or flags', async () => {
      for (const extra of [
        { userName: 'root' },
        { emailConfirmed: true },
        { passwordHash: 'x' },
        { password: 'x' },
        { id: ABSENT },
        { isActive: false },
        { mustChangePassword: false },
        { roles: ['SuperAdmin'] },
        { __proto__x: 1 },
      ]) {
        const [field = ''] = Object.keys(extra);
        const answer = await portal.raw({
          method: 'POST',
          url: '/api/user',
          token: admin.token,
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({ ...newUser([ids.Staff]), ...extra }),
        });
        expect(answer).toMatchObject({
          status: 400,
          body: { errors: { [field]: ['Unknown field'] } },
        });
      }
    });
  });

  describe('401 and 403', () => {
    it('requires role Admin', async () => {
      const body = newUser([ids.Staff]);
      expect((await portal.call(userCreate, { body })).status).toBe(401);
      expect((await portal.call(userCreate, { body }, staff)).status).toBe(403);
    });

    it('lets only a SuperAdmin create a SuperAdmin, alone or among other roles', async () => {
      for (const roles of [[ids.SuperAdmin], [ids.Staff, ids.SuperAdmin]])
        expect(await portal.call(userCreate, { body: newUser(roles) }, admin)).toMatchObject({
          status: 403,
          error: { errors: { roleIds: ['Only a SuperAdmin can assign the SuperAdmin role.'] } },
        });
      const made = await portal.succeed(userCreate, { body: newUser([ids.SuperAdmin]) }, superAdmin);
      expect(made.user.roles).toEqual(['SuperAdmin']);
    });

    it('refuses an Admin a SuperAdmin-only office, and hides that it exists', async () => {
      const officeId = await makeOffice(portal, { superAdminOnly: true });
      const body = { ...newUser([ids.Staff]), officeId };
      expect(await portal.call(userCreate, { body }, admin)).toMatchObject({
        status: 400,
        error: { errors: { officeId: ['This office does not exist'] } },
      });
      expect((await portal.succeed(userCreate, { body }, superAdmin)).user.officeId).toBe(officeId);
    });
  });
});
