import { z } from 'zod';
import { lostWork, reassignTo } from './waiting-work.ts';
import { id, idParams, queryFlag, reason, version } from './core/fields.ts';
import { page, search } from './core/list.ts';
import { oncePerPermission, permissionAdmin, permissionPageSize } from './permissions.ts';
import { acts, changes, reads } from './core/verbs.ts';

/** A row of the Role Permissions table. */
export const roleSummary = z.object({
  roleId: id,
  roleName: z.string(),
  description: z.string(),
  grantedPermissions: z.int(),
  totalPermissions: z.int(),
  /** Active members. */
  userCount: z.int(),
  lastModified: z.string().nullable(),
  /** False for SuperAdmin. */
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

/** Changes to a role's grants; permissions that are not listed are unchanged. */
const roleChange = {
  permissions: z
    .array(z.strictObject({ permissionId: id, isGranted: z.boolean({ error: 'Must be true or false' }) }), {
      error: 'Choose at least one change',
    })
    .min(1, 'Choose at least one change')
    .max(100, 'Too many changes')
    .refine(oncePerPermission, 'Each permission can be changed only once'),
  /** True (the default): members inherit the change. False: members keep their previous values as overrides. */
  applyToExistingUsers: z.boolean({ error: 'Must be true or false' }).optional().default(true),
};

/** The effects of a role change. */
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
  /** Active members who gain or lose a permission. */
  affectedUserCount: z.int(),
  /** Members who get overrides that preserve their current permissions. */
  keepingUserCount: z.int(),
  waitingWork: lostWork,
});
export type RoleChangePreview = z.output<typeof roleChangePreview>;

const NOT_EDITABLE = ['NOT_FOUND', 'CONFLICT'] as const;

export const roleSummaryList = reads('/roles/permissions/summary', permissionAdmin, {
  summary: 'List roles with their permission counts',
  response: z.array(roleSummary),
  audit: null,
});
export const rolePermissionsGet = reads('/roles/:id/permissions', permissionAdmin, {
  summary: 'Get one role and its permissions',
  params: idParams,
  response: rolePermissions,
  audit: null,
  errors: ['NOT_FOUND'],
});
export const rolePermissionsUpdate = changes('/roles/:id/permissions', permissionAdmin, {
  summary: 'Update a role’s permissions',
  params: idParams,
  body: z.strictObject({ roleId: id.optional(), ...roleChange, reason, reassignTo, version }),
  response: rolePermissions,
  audit: 'PermissionChanged',
  errors: [...NOT_EDITABLE, 'STALE'],
});
export const rolePermissionsPreview = acts('/roles/:id/permissions/preview', permissionAdmin, {
  summary: 'Preview the effects of a role change, and which work would wait for nobody',
  params: idParams,
  body: z.strictObject(roleChange),
  response: roleChangePreview,
  healthData: true,
  audit: 'Accessed',
  errors: NOT_EDITABLE,
});
export const rolePermissionsCopy = acts('/roles/:id/permissions/copy', permissionAdmin, {
  summary: 'Replace a role’s permissions with another role’s; the path names the target role',
  params: idParams,
  body: z.strictObject({ sourceRoleId: id, reason, reassignTo }),
  response: rolePermissions,
  audit: 'PermissionChanged',
  errors: NOT_EDITABLE,
});
export const rolePermissionsCopyPreview = acts('/roles/:id/permissions/copy/preview', permissionAdmin, {
  summary:
    'Preview what copying another role’s permissions would change, and which work would wait for nobody',
  params: idParams,
  body: z.strictObject({ sourceRoleId: id }),
  response: roleChangePreview,
  healthData: true,
  audit: 'Accessed',
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
export const roleMembers = reads('/roles/:id/users', permissionAdmin, {
  summary: 'List the members of a role by last name; active members only by default',
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
