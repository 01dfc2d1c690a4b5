import { z } from 'zod';
import { reassignTo } from './waiting-work.ts';
import { id, idParams, reason } from './core/fields.ts';
import { userRef } from './core/refs.ts';
import { overrideExpiry, permissionAdmin } from './permissions.ts';
import { acts, reads, removes } from './core/verbs.ts';

/** A user's effective permission and where it comes from. */
export const effectivePermission = z.object({
  permissionId: id,
  permissionName: z.string(),
  description: z.string(),
  category: z.string(),
  isGranted: z.boolean(),
  source: z.enum(['Role', 'UserOverride']),
  /** Display text: which roles grant it, or who set the override and why. */
  sourceDetails: z.string(),
  expiresAt: z.string().nullable(),
});
export type UserPermission = z.output<typeof effectivePermission>;

export const userPermissions = z.object({
  userId: id,
  userFullName: z.string(),
  userName: z.string(),
  isActive: z.boolean(),
  roles: z.array(z.string()),
  totalPermissions: z.int(),
  grantedPermissions: z.int(),
  overriddenPermissions: z.int(),
  permissions: z.array(effectivePermission),
});
export type UserPermissions = z.output<typeof userPermissions>;

export const permissionOverride = z.object({
  permissionId: id,
  permissionName: z.string(),
  category: z.string(),
  isGranted: z.boolean(),
  reason: z.string(),
  expiresAt: z.string().nullable(),
  createdAt: z.string(),
  createdBy: userRef.nullable(),
});
export type UserOverride = z.output<typeof permissionOverride>;

export const permissionComparison = z.object({
  permissionId: id,
  permissionName: z.string(),
  description: z.string(),
  category: z.string(),
  roleDefault: z.boolean(),
  userOverride: z.boolean().nullable(),
  effectiveValue: z.boolean(),
  overrideReason: z.string().nullable(),
  overrideExpiresAt: z.string().nullable(),
});
export type PermissionComparison = z.output<typeof permissionComparison>;

const ofUser = { ...permissionAdmin, params: idParams } as const;

export const userPermissionsGet = reads('/users/:id/permissions', ofUser, {
  summary: 'Get a user’s effective permissions and their sources',
  response: userPermissions,
  audit: null,
  errors: ['NOT_FOUND'],
});
export const userOverrides = reads('/users/:id/permissions/overrides', ofUser, {
  summary: 'List a user’s active overrides',
  response: z.array(permissionOverride),
  audit: null,
  errors: ['NOT_FOUND'],
});
export const userPermissionComparison = reads('/users/:id/permissions/comparison', ofUser, {
  summary: 'Compare a user’s role permissions with the effective ones',
  response: z.array(permissionComparison),
  audit: null,
  errors: ['NOT_FOUND'],
});

const changes = { ...ofUser, audit: 'PermissionChanged' } as const;

/** One override. An absent or null `isGranted` means inherit. */
export const overrideBody = z.strictObject({
  userId: id.optional(),
  permissionId: id,
  isGranted: z
    .boolean({ error: 'Choose grant, revoke or inherit' })
    .nullish()
    .transform((value) => value ?? null),
  reason,
  expiresAt: overrideExpiry,
  reassignTo,
});
export const userOverrideSet = acts('/users/:id/permissions/override', changes, {
  summary: 'Grant, revoke or inherit one permission for a user; returns the effective permissions',
  body: overrideBody,
  response: userPermissions,
  creates: true,
  errors: ['NOT_FOUND', 'CONFLICT', 'IDEMPOTENCY_MISMATCH'],
});
export const userOverrideRemove = removes('/users/:id/permissions/:permissionId', changes, {
  summary: 'Remove an override; same as inherit',
  params: z.strictObject({ id, permissionId: id }),
  body: z.strictObject({ reason, reassignTo }),
  response: userPermissions,
  errors: ['NOT_FOUND'],
});
export const userPermissionsReset = acts('/users/:id/permissions/reset', changes, {
  summary: 'Remove all of a user’s overrides',
  body: z.strictObject({ reason, reassignTo }),
  response: userPermissions,
  errors: ['NOT_FOUND', 'CONFLICT'],
});
export const userPermissionsCopy = acts('/users/:id/permissions/copy', changes, {
  summary: 'Replace a user’s overrides with another user’s; roles are unchanged',
  body: z.strictObject({ sourceUserId: id, reason, reassignTo }),
  response: userPermissions,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

/** The effects of copying another user's overrides. */
export const userCopyPreview = z.object({
  changes: z.array(
    z.object({
      permissionId: id,
      permissionName: z.string(),
      from: z.boolean().nullable(),
      to: z.boolean().nullable(),
      expiresAt: z.string().nullable(),
    }),
  ),
  gained: z.array(z.string()),
  lost: z.array(z.string()),
});
export type UserCopyPreview = z.output<typeof userCopyPreview>;
export const userPermissionsCopyPreview = acts('/users/:id/permissions/copy/preview', ofUser, {
  summary: 'Preview what copying another user’s overrides would change',
  body: z.strictObject({ sourceUserId: id }),
  response: userCopyPreview,
  audit: null,
  errors: ['NOT_FOUND'],
});
