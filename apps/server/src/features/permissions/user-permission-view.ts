import type { AnswerOf } from '@portal/contract/endpoint';
import type { permissionUserList } from '@portal/contract/permissions';
import type { PermissionComparison, UserOverride, UserPermissions } from '@portal/contract/user-permissions';
import { fullName } from '@portal/domain/person-name';
import type { ExplainedPermission } from '#authz/effective-permissions.ts';
import type { CatalogEntry } from '#authz/permission-catalog.ts';
import type { OverrideRow } from './override-repo.ts';
import type { ListedUserRow, UserRow } from './permission-user-repo.ts';

/** A permission of the catalog and why a user has it or not. */
export interface Explained {
  readonly entry: CatalogEntry;
  readonly why: ExplainedPermission;
}

const identity = ({ id, name, category }: CatalogEntry) => ({
  permissionId: id,
  permissionName: name,
  category,
});

const isoOrNull = (instant: Date | string | null) =>
  instant === null ? null : new Date(instant).toISOString();

/** A user's effective permissions and their sources. */
export const presentUserPermissions = (
  user: UserRow,
  permissions: readonly Explained[],
): UserPermissions => ({
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
});

/** A permission by role compared with its effective value. */
export const presentComparison = ({ entry, why }: Explained): PermissionComparison => ({
  ...identity(entry),
  description: entry.description,
  roleDefault: why.roleDefault,
  userOverride: why.source === 'UserOverride' ? why.isGranted : null,
  effectiveValue: why.isGranted,
  overrideReason: why.reason,
  overrideExpiresAt: isoOrNull(why.expiresAt),
});

/** An override and its author. */
export const presentOverride = (entry: CatalogEntry, row: OverrideRow): UserOverride => ({
  ...identity(entry),
  isGranted: row.is_granted,
  reason: row.reason,
  expiresAt: isoOrNull(row.expires_at),
  createdAt: row.created_at.toISOString(),
  createdBy:
    row.by_id === null
      ? null
      : { id: row.by_id, firstName: row.first_name ?? '', lastName: row.last_name ?? '' },
});

/** A row of the User Permissions table. */
export const presentListedUser = (
  row: ListedUserRow,
): AnswerOf<typeof permissionUserList>['users'][number] => ({
  id: row.id,
  userName: row.user_name,
  firstName: row.first_name,
  lastName: row.last_name,
  title: row.title,
  email: row.email,
  isActive: row.is_active,
  roles: row.roles,
  overrideCount: row.override_count,
});
