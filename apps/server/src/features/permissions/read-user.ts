import type { PermissionComparison, UserOverride, UserPermissions } from '@portal/contract/user-permissions';
import { fullName } from '@portal/domain/person-name';
import { sql } from 'kysely';
import { explainPermissions, type ExplainedPermission } from '#authz/effective-permissions.ts';
import { listPermissions, type CatalogEntry } from '#authz/permission-catalog.ts';
import type { Db } from '#db/database.ts';
import { notFound } from '#platform/app-error.ts';

/** Gets a user's effective permissions and their sources. Throws NOT_FOUND. */
export async function presentUserPermissions(db: Db, id: string, now: Date): Promise<UserPermissions> {
  const user = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.user_name', 'u.first_name', 'u.last_name', 'u.is_active'])
    .select(
      sql<
        string[]
      >`array(select r.name from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id order by r.display_order)`.as(
        'roles',
      ),
    )
    .where('u.id', '=', id)
    .executeTakeFirst();
  if (user === undefined) throw notFound('User not found');
  const permissions = await explained(db, id, now);
  return {
    userId: user.id,
    userFullName: fullName(user.first_name, user.last_name),
    userName: user.user_name,
    isActive: user.is_active,
    roles: user.roles,
    totalPermissions: permissions.length,
    grantedPermissions: permissions.filter(({ why }) => why.isGranted).length,
    overriddenPermissions: permissions.filter(({ why }) => why.source === 'UserOverride').length,
    permissions: permissions.map(({ entry, why }) => ({
      ...identity(entry),
      description: entry.description,
      isGranted: why.isGranted,
      source: why.source,
      sourceDetails: why.sourceDetails,
      expiresAt: isoOrNull(why.expiresAt),
    })),
  };
}

/** Compares a user's role permissions with the effective ones. Throws NOT_FOUND. */
export async function getComparison(db: Db, id: string, now: Date): Promise<PermissionComparison[]> {
  await requireUser(db, id);
  return (await explained(db, id, now)).map(({ entry, why }) => {
    const isOverridden = why.source === 'UserOverride';
    return {
      ...identity(entry),
      description: entry.description,
      roleDefault: why.roleDefault,
      userOverride: isOverridden ? why.isGranted : null,
      effectiveValue: why.isGranted,
      overrideReason: why.reason,
      overrideExpiresAt: isoOrNull(why.expiresAt),
    };
  });
}

/** Lists a user's active overrides in catalog order. Throws NOT_FOUND. */
export async function getOverrides(db: Db, id: string, now: Date): Promise<UserOverride[]> {
  await requireUser(db, id);
  const rows = await db
    .selectFrom('user_permission_overrides as o')
    .leftJoin('users as by', 'by.id', 'o.created_by')
    .select([
      'o.permission_id',
      'o.is_granted',
      'o.reason',
      'o.expires_at',
      'o.created_at',
      'by.id as by_id',
      'by.first_name',
      'by.last_name',
    ])
    .where('o.user_id', '=', id)
    .where((eb) => eb.or([eb('o.expires_at', 'is', null), eb('o.expires_at', '>', now)]))
    .execute();
  return (await listPermissions(db)).flatMap((entry) =>
    rows
      .filter((row) => row.permission_id === entry.id)
      .map((row) => ({
        ...identity(entry),
        isGranted: row.is_granted,
        reason: row.reason,
        expiresAt: row.expires_at?.toISOString() ?? null,
        createdAt: row.created_at.toISOString(),
        createdBy:
          row.by_id === null
            ? null
            : { id: row.by_id, firstName: row.first_name ?? '', lastName: row.last_name ?? '' },
      })),
  );
}

/** Throws NOT_FOUND for a user that does not exist. */
export async function requireUser(db: Db, id: string): Promise<void> {
  const user = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
  if (user === undefined) throw notFound('User not found');
}

async function explained(
  db: Db,
  id: string,
  now: Date,
): Promise<{ entry: CatalogEntry; why: ExplainedPermission }[]> {
  const catalog = await listPermissions(db);
  const permissions = await explainPermissions(db, id, now);
  return catalog.flatMap((entry) =>
    permissions.filter(({ permission }) => permission === entry.name).map((why) => ({ entry, why })),
  );
}

const identity = ({ id, name, category }: CatalogEntry) => ({
  permissionId: id,
  permissionName: name,
  category,
});

const isoOrNull = (instant: Date | string | null) =>
  instant === null ? null : new Date(instant).toISOString();
