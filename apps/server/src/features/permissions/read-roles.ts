import type { AnswerOf, QueryOf } from '@portal/contract/endpoint';
import type { RolePermissions, RoleSummary, roleMembers } from '@portal/contract/role-permissions';
import { clampPage } from '@portal/domain/list';
import { isPermissionName, type PermissionName } from '@portal/domain/permissions';
import { isRoleName, type RoleName } from '@portal/domain/roles';
import { sql } from 'kysely';
import { listPermissions } from '#authz/permission-catalog.ts';
import type { Db } from '#db/database.ts';
import { notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { folded } from '#db/folded-text.ts';

/** A role with its permissions. SuperAdmin always has all permissions, regardless of its rows. */
export interface RoleRecord {
  readonly id: string;
  readonly name: RoleName;
  readonly description: string;
  readonly version: number;
  readonly modifiedAt: Date | null;
  readonly userCount: number;
  readonly granted: readonly PermissionName[];
}

/** Lists the roles, most powerful first. */
export async function readRoles(db: Db): Promise<RoleRecord[]> {
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
export async function findRole(db: Db, id: string): Promise<RoleRecord> {
  const role = (await readRoles(db)).find((each) => each.id === id);
  if (role === undefined) throw notFound('Role not found');
  return role;
}

const summary = (role: RoleRecord, totalPermissions: number): RoleSummary => ({
  roleId: role.id,
  roleName: role.name,
  description: role.description,
  grantedPermissions: role.granted.length,
  totalPermissions,
  userCount: role.userCount,
  lastModified: role.modifiedAt?.toISOString() ?? null,
  isEditable: role.name !== 'SuperAdmin',
});

/** Lists the rows of the Role Permissions table. */
export async function getRoleSummaries({ deps: { db } }: SignedInContext): Promise<RoleSummary[]> {
  const catalog = await listPermissions(db);
  return (await readRoles(db)).map((role) => summary(role, catalog.length));
}

/** Gets a role with all permissions, granted or not. Throws NOT_FOUND. */
export async function presentRole(db: Db, id: string): Promise<RolePermissions> {
  const role = await findRole(db, id);
  const catalog = await listPermissions(db);
  return {
    ...summary(role, catalog.length),
    version: role.version,
    permissions: catalog.map((entry) => ({
      permissionId: entry.id,
      permissionName: entry.name,
      description: entry.description,
      category: entry.category,
      isGranted: role.granted.includes(entry.name),
      roleName: role.name,
    })),
  };
}

const searched = folded(sql`concat_ws(' ', u.user_name, u.first_name, u.last_name, u.email)`);

/** Lists a page of a role's members by last name. Throws NOT_FOUND. */
export async function getMembers(
  { deps: { db } }: SignedInContext,
  roleId: string,
  query: QueryOf<typeof roleMembers>,
): Promise<AnswerOf<typeof roleMembers>> {
  await findRole(db, roleId);
  const words = query.searchTerm.split(/\s+/u).filter((word) => word !== '');
  const members = db
    .selectFrom('users as u')
    .innerJoin('user_roles as ur', 'ur.user_id', 'u.id')
    .where('ur.role_id', '=', roleId)
    .$if(!query.includeInactive, (some) => some.where('u.is_active', '=', true))
    .where(
      sql<boolean>`(${sql.join([sql`true`, ...words.map((word) => sql`strpos(${searched}, ${folded(sql`${word}::text`)}) > 0`)], sql` and `)})`,
    );
  const { count } = await members
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const totalCount = Number(count);
  const { pageSize, offset } = clampPage({ ...query, totalCount });
  const rows = await members
    .select([
      'u.id',
      'u.user_name',
      'u.first_name',
      'u.last_name',
      'u.title',
      'u.email',
      'u.is_active',
      'u.last_login_at',
      'u.created_at',
    ])
    .orderBy(sql`lower(u.last_name)`)
    .orderBy(sql`lower(u.first_name)`)
    .orderBy('u.id')
    .limit(pageSize)
    .offset(offset)
    .execute();
  return {
    totalCount,
    users: rows.map((row) => ({
      id: row.id,
      userName: row.user_name,
      firstName: row.first_name,
      lastName: row.last_name,
      title: row.title,
      email: row.email,
      isActive: row.is_active,
      lastLoginDate: row.last_login_at?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
    })),
  };
}
