import { LISTS, type Area, type Row } from './area.ts';

const budget = LISTS;

const read = (name: string, path: string): Row => ({
  name,
  call: () => ({ method: 'GET', path }),
  budget,
});

/** Roles, a user’s effective permissions, the user list and the permission audit. */
export const permissions: Area = {
  name: 'permissions',
  rows: async (pool) => {
    const { rows: users } = await pool.query<{ id: string }>(
      `select distinct user_id as id from user_permission_overrides order by user_id limit 100`,
    );
    const { rows: roles } = await pool.query<{ id: string }>(
      `select id from roles order by display_order desc limit 1`,
    );
    const { rows: catalog } = await pool.query<{ id: string }>(
      `select id from permissions where name = 'Order.Create'`,
    );
    const user = (turn: number) => users[turn % users.length]?.id ?? '';
    const role = roles[0]?.id ?? '';
    const permissionId = catalog[0]?.id ?? '';
    return [
      read('permissions, roles', '/roles/permissions/summary'),
      {
        name: 'permissions of a user',
        call: (turn) => ({ method: 'GET', path: `/users/${user(turn)}/permissions` }),
        budget,
      },
      read('permissions, users', '/permissions/users'),
      read('permissions, users searched by role', '/permissions/users?search=medicalassistant'),
      read('permissions, members of a role', `/roles/${role}/users`),
      {
        name: 'permissions, preview of a role change',
        call: () => ({
          method: 'POST',
          path: `/roles/${role}/permissions/preview`,
          body: { permissions: [{ permissionId, isGranted: true }] },
        }),
        budget,
      },
      read('permission audit', '/permissions/audit-log'),
      read('permission audit, page 1000', '/permissions/audit-log?page=1000'),
      read('permission audit of roles', '/permissions/audit-log?entityType=Role'),
      {
        name: 'permission audit of a user',
        call: (turn) => ({ method: 'GET', path: `/permissions/audit-log/user/${user(turn)}` }),
        budget,
      },
      {
        name: 'permission audit by an administrator in a month',
        call: (turn) => ({
          method: 'GET',
          path: `/permissions/audit-log?changedBy=${user(turn)}&startDate=2026-09-01&endDate=2026-09-30`,
        }),
        budget,
      },
    ];
  },
  cleanUp: async () => undefined,
};
