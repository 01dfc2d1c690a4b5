import { z } from 'zod';
import { endpoint } from './core/endpoint.ts';
import { id, idParams, reason } from './core/fields.ts';
import { userRef } from './core/refs.ts';
import { overrideExpiry, permissionAdmin } from './permissions.ts';

/** A user's permission and why. */
export const effectivePermission = z.object({
  permissionId: id,
  permissionName: z.string(),
  description: z.string(),
  category: z.string(),
  isGranted: z.boolean(),
  source: z.enum(['Role', 'UserOverride']),
  /** A text for people: which roles, or who overrode it and why. */
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

export const userPermissionsGet = endpoint({
  ...ofUser,
  method: 'GET',
  path: '/users/:id/permissions',
  summary: 'What a user may do, and why',
  response: userPermissions,
  audit: null,
  errors: ['NOT_FOUND'],
});
export const userOverrides = endpoint({
  ...ofUser,
  method: 'GET',
  path: '/users/:id/permissions/overrides',
  summary: 'A user’s overrides in force',
  response: z.array(permissionOverride),
  audit: null,
  errors: ['NOT_FOUND'],
});
export const userPermissionComparison = endpoint({
  ...ofUser,
  method: 'GET',
  path: '/users/:id/permissions/comparison',
  summary: 'What the roles grant beside what the overrides make of it',
  response: z.array(permissionComparison),
  audit: null,
  errors: ['NOT_FOUND'],
});

const changes = { ...ofUser, audit: 'PermissionChanged' } as const;

/** One override; absent or null `isGranted` means inherit. */
export const overrideBody = z.strictObject({
  userId: id.optional(),
  permissionId: id,
  isGranted: z
    .boolean({ error: 'Grant, revoke or inherit' })
    .nullish()
    .transform((value) => value ?? null),
  reason,
  expiresAt: overrideExpiry,
});
export const userOverrideSet = endpoint({
  ...changes,
  method: 'POST',
  path: '/users/:id/permissions/override',
  summary: 'Grant, revoke or inherit one permission of a user; answers what the user may do now',
  body: overrideBody,
  response: userPermissions,
  creates: true,
  errors: ['NOT_FOUND', 'CONFLICT', 'IDEMPOTENCY_MISMATCH'],
});
export const userOverrideRemove = endpoint({
  ...changes,
  method: 'DELETE',
  path: '/users/:id/permissions/:permissionId',
  summary: 'Take an override away: the same as inherit',
  params: z.strictObject({ id, permissionId: id }),
  body: z.strictObject({ reason }),
  response: userPermissions,
  errors: ['NOT_FOUND'],
});
export const userPermissionsReset = endpoint({
  ...changes,
  method: 'POST',
  path: '/users/:id/permissions/reset',
  summary: 'Take all of a user’s overrides away',
  body: z.strictObject({ reason }),
  response: userPermissions,
  errors: ['NOT_FOUND', 'CONFLICT'],
});
export const userPermissionsCopy = endpoint({
  ...changes,
  method: 'POST',
  path: '/users/:id/permissions/copy',
  summary: 'Replace a user’s overrides with another’s; roles stay',
  body: z.strictObject({ sourceUserId: id, reason }),
  response: userPermissions,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

/** What copying somebody’s overrides would change. */
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
export const userPermissionsCopyPreview = endpoint({
  ...ofUser,
  method: 'POST',
  path: '/users/:id/permissions/copy/preview',
  summary: 'What copying another user’s overrides would change, without changing it',
  body: z.strictObject({ sourceUserId: id }),
  response: userCopyPreview,
  audit: null,
  errors: ['NOT_FOUND'],
});
