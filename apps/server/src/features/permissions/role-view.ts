import type { AnswerOf } from '@portal/contract/endpoint';
import type { RolePermissions, RoleSummary, roleMembers } from '@portal/contract/role-permissions';
import type { CatalogEntry } from '#authz/permission-catalog.ts';
import type { MemberRow, Role } from './role-repo.ts';

/** A row of the Role Permissions table. */
export const presentSummary = (role: Role, totalPermissions: number): RoleSummary => ({
  roleId: role.id,
  roleName: role.name,
  description: role.description,
  grantedPermissions: role.granted.length,
  totalPermissions,
  userCount: role.userCount,
  lastModified: role.modifiedAt?.toISOString() ?? null,
  isEditable: role.name !== 'SuperAdmin',
});

/** A role with all permissions, granted or not. */
export const presentRole = (role: Role, catalog: readonly CatalogEntry[]): RolePermissions => ({
  ...presentSummary(role, catalog.length),
  version: role.version,
  permissions: catalog.map((entry) => ({
    permissionId: entry.id,
    permissionName: entry.name,
    description: entry.description,
    category: entry.category,
    isGranted: role.granted.includes(entry.name),
    roleName: role.name,
  })),
});

/** A member of a role. */
export const presentMember = (row: MemberRow): AnswerOf<typeof roleMembers>['users'][number] => ({
  id: row.id,
  userName: row.user_name,
  firstName: row.first_name,
  lastName: row.last_name,
  title: row.title,
  email: row.email,
  isActive: row.is_active,
  lastLoginDate: row.last_login_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});
