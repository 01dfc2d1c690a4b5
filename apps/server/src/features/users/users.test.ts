import {
  titleActive,
  userByOffice,
  userByRole,
  userGet,
  userList,
  userListOlder,
  userProviders,
  userRoles,
} from '@portal/contract/users';
import { ROLE_DESCRIPTIONS, ROLE_NAMES } from '@portal/domain/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOffice, makeUser, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { roleIds } from './test/new-user.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';

describe('reading users', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let superAdmin: SignedInUser;
  let staff: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    superAdmin = await signedInAs(portal, 'SuperAdmin');
    staff = await signedInAs(portal, 'Staff');
  });
  afterAll(() => portal.close());

  const list = async (query: Record<string, string>, caller = admin) =>
    (await portal.succeed(userList, { query }, caller)).users.map(({ id }) => id);

  describe('200', () => {
    it('returns the same for GET /user and GET /user/list, with userName, username and role names', async () => {
      const listed = await portal.succeed(userList, {}, admin);
      expect(await portal.succeed(userListOlder, {}, admin)).toEqual(listed);
      expect(listed.users.find(({ id }) => id === admin.id)).toMatchObject({
        userName: admin.userName,
        username: admin.userName,
        roles: ['Admin'],
        title: null,
        office: null,
        isSlowedDown: false,
        secondFactorEnabled: false,
      });
      expect(listed.totalCountIsApproximate).toBe(false);
    });

    it('lists only active users by default', async () => {
      const gone = await makeUser(portal, { isActive: false });
      expect(await list({ search: gone.userName })).toEqual([]);
      expect(await list({ search: gone.userName, includeInactive: 'true' })).toEqual([gone.id]);
    });

    it('finds users by every word of a search in username, name, email address or employee ID', async () => {
      const { id, userName } = await makeUser(portal, { firstName: 'José', lastName: 'O’Núñez 100%' });
      await portal.deps.db
        .updateTable('users')
        .set({ employee_id: 'E-77_x', email: `Jose.${userName}@Elsewhere.example` })
        .where('id', '=', id)
        .execute();
      for (const search of ["o'nun", 'NÚÑEZ jose', '00% e-77_', 'elsewhere.EXAMPLE', ` ${userName}  jos `])
        expect(await list({ search })).toContain(id);
      for (const search of ['o’núñez, josé', `@${userName}`, `José O’Núñez (${userName})`, 'jose,'])
        expect(await list({ search })).toContain(id);
      for (const search of ['jose nobody', 'E-77%x', '10_%'])
        expect(await list({ search })).not.toContain(id);
    });

    it('finds nothing for characters that no name contains, without an error', async () => {
      for (const search of [
        '\u0000',
        'a\u0000b',
        "';--",
        '\\',
        '%'.repeat(200),
        ',',
        '@',
        '(',
        'x'.repeat(10_000),
      ])
        expect((await portal.call(userList, { query: { search } }, admin)).status).toBe(200);
    });

    it('sorts by every column on the server, in both directions', async () => {
      const tag = 'Sortable';
      const a = await makeUser(portal, { firstName: 'Zoe', lastName: `${tag} alpha`, roles: ['Staff'] });
      const b = await makeUser(portal, {
        firstName: 'Amy',
        lastName: `${tag} Beta`,
        roles: ['Admin', 'Staff'],
      });
      const c = await makeUser(portal, {
        firstName: 'Bob',
        lastName: `${tag} beta`,
        roles: ['Admin'],
        isActive: false,
      });
      const logins = [
        [b.id, '2026-11-02T10:00:00Z'],
        [c.id, '2026-11-01T10:00:00Z'],
      ] as const;
      for (const [id, at] of logins)
        await portal.deps.db
          .updateTable('users')
          .set({ last_login_at: new Date(at) })
          .where('id', '=', id)
          .execute();
      const sorted = (orderBy: string, sortDirection: string) =>
        list({ search: tag, includeInactive: 'true', orderBy, sortDirection });
      const expected = {
        username: [a.id, b.id, c.id],
        name: [a.id, b.id, c.id],
        email: [a.id, b.id, c.id],
        roles: [c.id, b.id, a.id],
      };
      for (const [key, ids] of Object.entries(expected)) {
        expect([key, await sorted(key, 'asc')]).toEqual([key, ids]);
        expect([key, await sorted(key, 'desc')]).toEqual([key, ids.toReversed()]);
      }
      // Users who never signed in come last in both directions.
      expect(await sorted('lastLogin', 'asc')).toEqual([c.id, b.id, a.id]);
      expect(await sorted('lastLogin', 'desc')).toEqual([b.id, c.id, a.id]);
      await portal.owner.query('delete from user_roles where user_id = $1', [c.id]);
      expect(await sorted('roles', 'asc')).toEqual([b.id, a.id, c.id]);
      expect(await sorted('roles', 'desc')).toEqual([a.id, b.id, c.id]);
      expect((await sorted('status', 'asc')).at(-1)).toBe(c.id);
      expect((await sorted('status', 'desc')).at(0)).toBe(c.id);
    });

    it('pages without overlap despite ties, clamped to the last page', async () => {
      const made = await Promise.all(
        Array.from({ length: 7 }, () => makeUser(portal, { firstName: 'Same', lastName: 'Tiebreaker' })),
      );
      const pages = await Promise.all(
        ['1', '2', '3', '4'].map((page) =>
          list({ search: 'Tiebreaker', orderBy: 'status', page, pageSize: '2' }),
        ),
      );
      expect(pages.flat().toSorted()).toEqual(made.map(({ id }) => id).toSorted());
      expect(await list({ search: 'Tiebreaker', orderBy: 'status', page: '99', pageSize: '2' })).toEqual(
        pages[3],
      );
      expect(await list({ search: 'Tiebreaker', page: '0', pageSize: '1000' })).toHaveLength(7);
    });

    it('offers the SuperAdmin role to SuperAdmins only', async () => {
      const offered = await portal.succeed(userRoles, {}, superAdmin);
      expect(offered.map(({ name }) => name)).toEqual([...ROLE_NAMES]);
      expect(offered[0]).toMatchObject({ description: ROLE_DESCRIPTIONS.SuperAdmin });
      expect((await portal.succeed(userRoles, {}, admin)).map(({ name }) => name)).toEqual(
        ROLE_NAMES.slice(1),
      );
    });

    it('lists active titles in display order for any signed-in user', async () => {
      const { db } = portal.deps;
      await db
        .insertInto('titles')
        .values([
          { code: 'OLD', description: 'Retired', display_order: 1, is_active: false },
          { code: 'FIRST', description: 'First', display_order: 0 },
        ])
        .execute();
      const titles = await portal.succeed(titleActive, {}, staff);
      expect(titles[0]).toMatchObject({ code: 'FIRST', description: 'First' });
      expect(titles.map(({ code }) => code)).not.toContain('OLD');
      await db.deleteFrom('titles').where('code', 'in', ['OLD', 'FIRST']).execute();
    });

    it('lists only active users by role, by office and as providers', async () => {
      const officeId = await makeOffice(portal, { name: 'Where they work' });
      const provider = await makeUser(portal, { roles: ['ProviderMidLevel', 'Staff'], officeId });
      const gone = await makeUser(portal, { roles: ['ProviderMidLevel'], officeId, isActive: false });
      const ids = await roleIds(portal);
      const byRole = await portal.succeed(userByRole, { params: { id: ids.ProviderMidLevel } }, admin);
      expect(byRole.map(({ id }) => id)).toEqual([provider.id]);
      const byOffice = await portal.succeed(userByOffice, { params: { id: officeId } }, admin);
      expect(byOffice).toMatchObject([
        { id: provider.id, office: { id: officeId, name: 'Where they work' } },
      ]);
      const providers = await portal.succeed(userProviders, {}, staff);
      expect(providers.map(({ id }) => id)).toContain(provider.id);
      expect(providers.map(({ id }) => id)).not.toContain(gone.id);
      for (const person of providers) expect(person).not.toHaveProperty('email');
    });

    it('shows SuperAdmins to Admins', async () => {
      const user = await portal.succeed(userGet, { params: { id: superAdmin.id } }, admin);
      expect(user.roles).toEqual(['SuperAdmin']);
    });

    it('hides a SuperAdmin-only office of a user from Admins', async () => {
      const officeId = await makeOffice(portal, { name: 'Hidden', superAdminOnly: true });
      const { id } = await makeUser(portal, { officeId });
      const seen = await portal.succeed(userGet, { params: { id } }, superAdmin);
      expect(seen).toMatchObject({ officeId, office: { name: 'Hidden' } });
      const hidden = await portal.succeed(userGet, { params: { id } }, admin);
      expect(hidden).toMatchObject({ officeId: null, office: null });
      expect((await portal.call(userByOffice, { params: { id: officeId } }, admin)).status).toBe(404);
      expect(await portal.succeed(userByOffice, { params: { id: officeId } }, superAdmin)).toHaveLength(1);
    });
  });

  describe('400', () => {
    it.each([
      ['page', 'two', 'Page must be a whole number'],
      ['orderBy', 'passwordHash', 'Sort by one of: username, name, email, roles, lastLogin, status'],
      ['sortDirection', 'up', 'Sort direction must be asc or desc'],
      ['includeInactive', 'maybe', 'Must be true or false'],
      ['role', 'Admin', 'Unknown field'],
    ])('refuses %s=%s', async (field, value, message) => {
      const answer = await portal.raw({
        method: 'GET',
        url: `/api/user/list?${field}=${value}`,
        token: admin.token,
      });
      expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: [message] } } });
    });

    it('refuses a malformed ID', async () => {
      const answer = await portal.call(userGet, { params: { id: "1' or '1'='1" } }, admin);
      expect(answer).toMatchObject({ status: 400, error: { errors: { id: ['Not a valid id'] } } });
    });
  });

  describe('401, 403 and 404', () => {
    it('requires role Admin, which SuperAdmin passes', async () => {
      const calls = (caller: SignedInUser) => [
        portal.call(userList, {}, caller),
        portal.call(userListOlder, {}, caller),
        portal.call(userGet, { params: { id: caller.id } }, caller),
        portal.call(userRoles, {}, caller),
      ];
      for (const answer of await Promise.all(calls(staff)))
        expect(answer).toMatchObject({ ok: false, status: 403, error: { code: 'FORBIDDEN' } });
      for (const answer of await Promise.all(calls(superAdmin))) expect(answer.status).toBe(200);
      expect((await portal.call(userList, {})).status).toBe(401);
      expect((await portal.call(userProviders, {})).status).toBe(401);
      expect((await portal.call(titleActive, {})).status).toBe(401);
    });

    it('returns "User not found" for an unknown user', async () => {
      const params = { id: ABSENT };
      expect(await portal.call(userGet, { params }, admin)).toMatchObject({
        status: 404,
        error: { message: 'User not found' },
      });
      expect((await portal.call(userByRole, { params }, admin)).status).toBe(404);
      expect((await portal.call(userByOffice, { params }, admin)).status).toBe(404);
    });
  });
});
