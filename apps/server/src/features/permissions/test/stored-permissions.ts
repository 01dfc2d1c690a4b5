import type { PermissionName } from '@portal/domain/permissions';
import type { RoleName } from '@portal/domain/roles';
import { permissions } from '@portal/contract/session';
import type { TestPortal } from '#test/harness.ts';

export const ABSENT = '00000000-0000-7000-8000-000000000000';
export const REASON = 'Covers the front desk in March';

/** Looks up the IDs of this portal's roles and permissions by name. */
export async function readIds(portal: TestPortal): Promise<{
  readonly role: (name: RoleName) => string;
  readonly permission: (name: PermissionName) => string;
}> {
  const { db } = portal.deps;
  const roles = await db.selectFrom('roles').select(['id', 'name']).execute();
  const known = await db.selectFrom('permissions').select(['id', 'name']).execute();
  return { role: (name) => idOf(roles, name), permission: (name) => idOf(known, name) };
}

const idOf = (rows: readonly { readonly id: string; readonly name: string }[], name: string): string =>
  rows.find((row) => row.name === name)?.id ?? ABSENT;

/** The permissions of a user at their next request. */
export async function held(portal: TestPortal, user: { readonly token: string }): Promise<string[]> {
  return (await portal.succeed(permissions, {}, user)).map(({ name }) => name);
}

/** A snapshot of roles, overrides and both audit logs, to compare before and after a refused request. */
export async function stored(portal: TestPortal): Promise<unknown> {
  const { rows } = await portal.owner.query(
    `select (select count(*) from role_permissions) as grants, (select sum(version) from roles) as versions,
       (select json_agg(o order by user_id, permission_id) from user_permission_overrides o) as overrides,
       (select count(*) from permission_audit) as changes,
       (select count(*) from audit_log where action = 'PermissionChanged') as entries`,
  );
  return rows[0];
}
