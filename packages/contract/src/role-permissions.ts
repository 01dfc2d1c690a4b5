import { z } from 'zod';
import { endpoint } from './core/endpoint.ts';
import { id, idParams, queryFlag, reason, version } from './core/fields.ts';
import { page, search } from './core/list.ts';
import { oncePerPermission, permissionAdmin, permissionPageSize } from './permissions.ts';

/** A line of the Role Permissions table. */
export const roleSummary = z.object({
  roleId: id,
  roleName: z.string(),
  description: z.string(),
  grantedPermissions: z.int(),
  totalPermissions: z.int(),
  /** Active members. */
  userCount: z.int(),
  lastModified: z.string().nullable(),
  /** SuperAdmin's role cannot be edited. */
  isEditable: z.boolean(),
});
export type RoleSummary = z.output<typeof roleSummary>;

export const rolePermission = z.object({
  permissionId: id,
  isGranted: z.boolean(),
  roleName: z.string(),
  permissionName: z.string(),
  description: z.string(),
  category: z.string(),
});
export const rolePermissions = roleSummary.extend({
  permissions: z.array(rolePermission),
  version: z.int(),
});
export type RolePermissions = z.output<typeof rolePermissions>;

/** What a role is to grant; permissions that are not named stay as they are. */
const roleChange = {
  permissions: z
    .array(z.strictObject({ permissionId: id, isGranted: z.boolean({ error: 'Must be true or false' }) }), {
      error: 'Choose at least one change',
    })
    .min(1, 'Choose at least one change')
    .max(100, 'Too many changes')
    .refine(oncePerPermission, 'Each permission can be changed once only'),
  /** Default true: members inherit the change. False: they keep what they had as overrides. */
  applyToExistingUsers: z.boolean({ error: 'Must be true or false' }).optional().default(true),
};

/** What a change of a role would do. */
export const roleChangePreview = z.object({
  changes: z.array(
    z.object({
      permissionId: id,
      permissionName: z.string(),
      isGranted: z.boolean(),
      gainingUsers: z.int(),
      losingUsers: z.int(),
    }),
  ),
  /** Active members who gain or lose something. */
  affectedUserCount: z.int(),
  /** Members who get overrides that keep what they had. */
  keepingUserCount: z.int(),
});
export type RoleChangePreview = z.output<typeof roleChangePreview>;

const NOT_EDITABLE = ['NOT_FOUND', 'CONFLICT'] as const;

export const roleSummaryList = endpoint({
  ...permissionAdmin,
  method: 'GET',
  path: '/roles/permissions/summary',
  summary: 'The roles with their permissions counted',
  response: z.array(roleSummary),
  audit: null,
});
export const rolePermissionsGet = endpoint({
  ...permissionAdmin,
  method: 'GET',
  path: '/roles/:id/permissions',
  summary: 'One role and what it grants',
  params: idParams,
  response: rolePermissions,
  audit: null,
  errors: ['NOT_FOUND'],
});
export const rolePermissionsUpdate = endpoint({
  ...permissionAdmin,
  method: 'PUT',
  path: '/roles/:id/permissions',
  summary: 'Change what a role grants',
  params: idParams,
  body: z.strictObject({ roleId: id.optional(), ...roleChange, reason, version }),
  response: rolePermissions,
  audit: 'PermissionChanged',
  errors: [...NOT_EDITABLE, 'STALE'],
});
export const rolePermissionsPreview = endpoint({
  ...permissionAdmin,
  method: 'POST',
  path: '/roles/:id/permissions/preview',
  summary: 'What changing a role would do, without doing it',
  params: idParams,
  body: z.strictObject(roleChange),
  response: roleChangePreview,
  audit: null,
  errors: NOT_EDITABLE,
});
export const rolePermissionsCopy = endpoint({
  ...permissionAdmin,
  method: 'POST',
  path: '/roles/:id/permissions/copy',
  summary: 'Replace what a role grants with what another grants; the path holds the target',
  params: idParams,
  body: z.strictObject({ sourceRoleId: id, reason }),
  response: rolePermissions,
  audit: 'PermissionChanged',
  errors: NOT_EDITABLE,
});
export const rolePermissionsCopyPreview = endpoint({
  ...permissionAdmin,
  method: 'POST',
  path: '/roles/:id/permissions/copy/preview',
  summary: 'What copying a role’s permissions would change, without changing it',
  params: idParams,
  body: z.strictObject({ sourceRoleId: id }),
  response: roleChangePreview,
  audit: null,
  errors: NOT_EDITABLE,
});

/** A member of a role. */
export const roleMember = z.object({
  id,
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  title: z.string().nullable(),
  email: z.string(),
  isActive: z.boolean(),
  lastLoginDate: z.string().nullable(),
  createdAt: z.string(),
});
export type RoleMember = z.output<typeof roleMember>;
export const roleMembers = endpoint({
  ...permissionAdmin,
  method: 'GET',
  path: '/roles/:id/users',
  summary: 'Members of a role by last name, active ones unless told',
  params: idParams,
  query: z.strictObject({
    page,
    pageSize: permissionPageSize,
    searchTerm: search,
    includeInactive: queryFlag,
  }),
  response: z.object({ users: z.array(roleMember), totalCount: z.int() }),
  audit: null,
  errors: ['NOT_FOUND'],
});
