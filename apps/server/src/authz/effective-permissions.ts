import { isPermissionName, resolveEffective, type EffectivePermission } from '@portal/domain/permissions';
import { isRoleName } from '@portal/domain/roles';
import type { Db } from '#db/database.ts';

/** An effective permission with the reason for its value. */
export interface ExplainedPermission extends EffectivePermission {
  /** Whether the roles alone would grant it. */
  readonly roleDefault: boolean;
  /** The reason of the override; null if a role decides. */
  readonly reason: string | null;
}

/**
 * Returns every permission of a user with its value at `now` and its source: the granting roles, or the override with its
 * author and reason. The session lookup applies the same rule in SQL; a property test compares the two.
 */
export async function explainPermissions(db: Db, userId: string, now: Date): Promise<ExplainedPermission[]> {
  const [grants, overrides] = [await readGrants(db, userId), await readOverrides(db, userId)];
  const roles = [...Map.groupBy(grants, ({ role }) => role)].flatMap(([role, rows]) =>
    isRoleName(role) ? [{ role, permissions: rows.flatMap(({ permission }) => known(permission)) }] : [],
  );
  const base = { roles, now, isSuperAdmin: roles.some(({ role }) => role === 'SuperAdmin') };
  const byRoles = resolveEffective({ ...base, overrides: [] });
  const effective = resolveEffective({
    ...base,
    overrides: overrides.flatMap((row) =>
      known(row.permission).map((permission) => ({
        permission,
        isGranted: row.is_granted,
        expiresAt: row.expires_at,
      })),
    ),
  });
  return effective.map((permission, index) => {
    const override =
      permission.source === 'Role'
        ? undefined
        : overrides.find((row) => row.permission === permission.permission);
    return {
      ...permission,
      sourceDetails: withAuthor(permission.sourceDetails, override),
      roleDefault: byRoles[index]?.isGranted ?? false,
      reason: override?.reason ?? null,
    };
  });
}

/** Adds author and reason: "Revoked for this user by Margaret Okafor: leaves the front desk". */
function withAuthor(
  text: string,
  override: { readonly created_by: string | null; readonly reason: string } | undefined,
): string {
  if (override === undefined) return text;
  const by = override.created_by === null ? '' : ` by ${override.created_by}`;
  return `${text}${by}: ${override.reason}`;
}

const known = (name: string | null) => (name !== null && isPermissionName(name) ? [name] : []);

/** One row per role and permission; a role without permissions has one row with a null permission. */
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
      'o.reason',
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
