import { isPermissionName, type PermissionName } from '@portal/domain/permissions';
import { isRoleName, type RoleName } from '@portal/domain/roles';
import { sql, type Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import { containsWords } from '#db/folded-text.ts';
import type { UsersTable } from '#db/schema.ts';
import { notFound } from '#platform/app-error.ts';

/** A role with its permissions. SuperAdmin always has all permissions, regardless of its rows. */
export interface Role {
  readonly id: string;
  readonly name: RoleName;
  readonly description: string;
  readonly version: number;
  readonly modifiedAt: Date | null;
  readonly userCount: number;
  readonly granted: readonly PermissionName[];
}

/** Lists the roles, most powerful first. */
export async function listRoles(db: Db): Promise<Role[]> {
  const rows = await db
    .selectFrom('roles as r')
    .select([
      'r.id',
      'r.name',
      'r.description',
      'r.version',
      'r.modified_at',
      sql<string>`(select count(*) from user_roles ur join users u on u.id = ur.user_id and u.is_active
        where ur.role_id = r.id)`.as('user_count'),
      sql<string[]>`array(select p.name from permissions p where r.name = 'SuperAdmin' or exists (
        select from role_permissions rp where rp.role_id = r.id and rp.permission_id = p.id))`.as('granted'),
    ])
    .orderBy('r.display_order')
    .execute();
  return rows.flatMap((row) =>
    isRoleName(row.name)
      ? [
          {
            id: row.id,
            name: row.name,
            description: row.description,
            version: row.version,
            modifiedAt: row.modified_at,
            userCount: Number(row.user_count),
            granted: row.granted.filter((name) => isPermissionName(name)),
          },
        ]
      : [],
  );
}

/** Gets one role. Throws NOT_FOUND. */
export async function getRole(db: Db, id: string): Promise<Role> {
  const role = (await listRoles(db)).find((each) => each.id === id);
  if (role === undefined) throw notFound('Role not found');
  return role;
}

/** Locks a role until the transaction ends. */
export async function lockRole(db: Db, id: string): Promise<void> {
  await db.selectFrom('roles').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Adds and removes permissions of a role, by ID, and increments the role's version. */
export async function updateRoleGrants(
  db: Db,
  roleId: string,
  change: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly by: string;
    readonly now: Date;
  },
): Promise<void> {
  const { added, removed, by, now } = change;
  if (removed.length > 0)
    await db
      .deleteFrom('role_permissions')
      .where('role_id', '=', roleId)
      .where('permission_id', 'in', removed)
      .execute();
  if (added.length > 0)
    await db
      .insertInto('role_permissions')
      .values(added.map((id) => ({ role_id: roleId, permission_id: id, granted_at: now, granted_by: by })))
      .execute();
  await db
    .updateTable('roles')
    .set((eb) => ({ version: eb('version', '+', 1), modified_at: now, modified_by: by }))
    .where('id', '=', roleId)
    .execute();
}

/** Which members of a role to list. */
export interface MemberFilter {
  readonly roleId: string;
  /** Every word must occur in the username, names or email address; '' for no search. */
  readonly search: string;
  readonly includeInactive: boolean;
}

const members = (db: Db, { roleId, search, includeInactive }: MemberFilter) =>
  db
    .selectFrom('users as u')
    .innerJoin('user_roles as ur', 'ur.user_id', 'u.id')
    .where('ur.role_id', '=', roleId)
    .$if(!includeInactive, (some) => some.where('u.is_active', '=', true))
    .where(
      containsWords(sql`concat_ws(' ', u.user_name, u.first_name, u.last_name, u.email, u.title)`, search),
    );

/** Counts the matching members of a role. */
export async function countMembers(db: Db, filter: MemberFilter): Promise<number> {
  const row = await members(db, filter)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export type MemberRow = Pick<
  Selectable<UsersTable>,
  | 'id'
  | 'user_name'
  | 'first_name'
  | 'last_name'
  | 'title'
  | 'email'
  | 'is_active'
  | 'last_login_at'
  | 'created_at'
>;

/** Lists a page of the matching members of a role, by last name. */
export function listMembers(
  db: Db,
  filter: MemberFilter,
  page: { readonly pageSize: number; readonly offset: number },
): Promise<MemberRow[]> {
  return members(db, filter)
    .select(['u.id', 'u.user_name', 'u.first_name', 'u.last_name', 'u.title', 'u.email', 'u.is_active'])
    .select(['u.last_login_at', 'u.created_at'])
    .orderBy(sql`lower(u.last_name)`)
    .orderBy(sql`lower(u.first_name)`)
    .orderBy('u.id')
    .limit(page.pageSize)
    .offset(page.offset)
    .execute();
}
