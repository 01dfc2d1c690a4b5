import type { Holder } from '@portal/domain/permission-changes';
import { isPermissionName, type PermissionOverride } from '@portal/domain/permissions';
import { isRoleName } from '@portal/domain/roles';
import type { Db } from '#db/database.ts';

/** Returns users by ID, or the members of a role, with their roles, grants and overrides. Sorted by ID. */
export async function listPermissionHolders(
  db: Db,
  who: { readonly userIds: readonly string[] } | { readonly roleId: string },
): Promise<Holder[]> {
  const users = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.is_active'])
    .$if('userIds' in who, (query) => query.where('u.id', 'in', 'userIds' in who ? [...who.userIds] : []))
    .$if('roleId' in who, (query) =>
      query
        .innerJoin('user_roles as held', 'held.user_id', 'u.id')
        .where('held.role_id', '=', 'roleId' in who ? who.roleId : ''),
    )
    .orderBy('u.id')
    .execute();
  if (users.length === 0) return [];
  const ids = users.map(({ id }) => id);
  const [grants, roles, overrides] = [
    await readGrants(db),
    await readRoles(db, ids),
    await readOverrides(db, ids),
  ];
  return users.map(({ id, is_active: isActive }) => ({
    userId: id,
    isActive,
    roles: (roles.get(id) ?? []).flatMap(({ name }) =>
      isRoleName(name) ? [{ role: name, permissions: grants.get(name) ?? [] }] : [],
    ),
    overrides: overrides.get(id) ?? [],
  }));
}

/** Role name → the permissions that it grants. */
async function readGrants(db: Db) {
  const rows = await db
    .selectFrom('role_permissions as rp')
    .innerJoin('roles as r', 'r.id', 'rp.role_id')
    .innerJoin('permissions as p', 'p.id', 'rp.permission_id')
    .select(['r.name as role', 'p.name as permission'])
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ role }) => role)].map(([role, granted]) => [
      role,
      granted.flatMap(({ permission }) => (isPermissionName(permission) ? [permission] : [])),
    ]),
  );
}

async function readRoles(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('user_roles as ur')
    .innerJoin('roles as r', 'r.id', 'ur.role_id')
    .select(['ur.user_id', 'r.name'])
    .where('ur.user_id', 'in', ids)
    .orderBy('r.display_order')
    .execute();
  return Map.groupBy(rows, ({ user_id: userId }) => userId);
}

async function readOverrides(db: Db, ids: readonly string[]): Promise<Map<string, PermissionOverride[]>> {
  const rows = await db
    .selectFrom('user_permission_overrides as o')
    .innerJoin('permissions as p', 'p.id', 'o.permission_id')
    .select(['o.user_id', 'p.name', 'o.is_granted', 'o.expires_at'])
    .where('o.user_id', 'in', ids)
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ user_id: userId }) => userId)].map(([userId, mine]) => [
      userId,
      mine.flatMap(({ name, is_granted: isGranted, expires_at: expiresAt }) =>
        isPermissionName(name) ? [{ permission: name, isGranted, expiresAt }] : [],
      ),
    ]),
  );
}
