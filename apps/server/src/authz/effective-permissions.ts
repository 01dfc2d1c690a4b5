import { isPermissionName, resolveEffective, type EffectivePermission } from '@portal/domain/permissions';
import { isRoleName } from '@portal/domain/roles';
import type { Db } from '#db/database.ts';

export interface ExplainedPermission extends EffectivePermission {
  /** Who made the override that decides; null where a role decides or the person is not known. */
  readonly overriddenBy: string | null;
}

/**
 * Every permission of a user with its value at `now` and why (decisions 19, 22). The same rule as the session look-up's, which
 * only needs the names; a property test holds the two together.
 */
export async function explainPermissions(db: Db, userId: string, now: Date): Promise<ExplainedPermission[]> {
  const [grants, overrides] = await Promise.all([readGrants(db, userId), readOverrides(db, userId)]);
  const roles = [...Map.groupBy(grants, ({ role }) => role)].flatMap(([role, rows]) =>
    isRoleName(role) ? [{ role, permissions: rows.flatMap(({ permission }) => known(permission)) }] : [],
  );
  const effective = resolveEffective({
    roles,
    overrides: overrides.flatMap((row) =>
      known(row.permission).map((permission) => ({
        permission,
        isGranted: row.is_granted,
        expiresAt: row.expires_at?.toISOString() ?? null,
      })),
    ),
    now,
    isSuperAdmin: roles.some(({ role }) => role === 'SuperAdmin'),
  });
  return effective.map((permission) => ({
    ...permission,
    overriddenBy:
      permission.source === 'Role'
        ? null
        : (overrides.find((row) => row.permission === permission.permission)?.created_by ?? null),
  }));
}

const known = (name: string | null) => (name !== null && isPermissionName(name) ? [name] : []);

/** One row per role and permission; a role that grants nothing has one row without a permission. */
function readGrants(db: Db, userId: string): Promise<{ role: string; permission: string | null }[]> {
  return db
    .selectFrom('user_roles as ur')
    .innerJoin('roles as r', 'r.id', 'ur.role_id')
    .leftJoin('role_permissions as rp', 'rp.role_id', 'r.id')
    .leftJoin('permissions as p', 'p.id', 'rp.permission_id')
    .select(['r.name as role', 'p.name as permission'])
    .where('ur.user_id', '=', userId)
    .orderBy('r.display_order')
    .orderBy('p.name')
    .execute();
}

function readOverrides(db: Db, userId: string) {
  return db
    .selectFrom('user_permission_overrides as o')
    .innerJoin('permissions as p', 'p.id', 'o.permission_id')
    .leftJoin('users as by', 'by.id', 'o.created_by')
    .select((eb) => [
      'p.name as permission',
      'o.is_granted',
      'o.expires_at',
      eb
        .case()
        .when('by.id', 'is not', null)
        .then(eb.fn<string>('concat_ws', [eb.val(' '), 'by.first_name', 'by.last_name']))
        .end()
        .as('created_by'),
    ])
    .where('o.user_id', '=', userId)
    .execute();
}
