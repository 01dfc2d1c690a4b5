import { z } from 'zod';
import { endpoint, roles } from './core/endpoint.ts';
import { dateOnly, id, idParams, instant, queryFlag, reason } from './core/fields.ts';
import { listTotals, page, pageSizeOf, search } from './core/list.ts';

/** Rows per page of members, users and the permission audit when nothing is said. */
export const PERMISSION_PAGE_SIZE = 10;
/** Page sizes the screens offer. */
export const PERMISSION_PAGE_SIZES = [5, 10, 25, 50] as const;
/** The most users one bulk assignment takes. */
export const MAX_BULK_USERS = 200;

/** Permission administration is for SuperAdmins only. */
export const permissionAdmin = {
  tag: 'Permissions',
  guard: roles('SuperAdmin'),
  healthData: false,
} as const;

export const permissionPageSize = pageSizeOf(PERMISSION_PAGE_SIZE);

/** A permission as it is shown. */
export const permissionEntry = z.object({
  id,
  name: z.string(),
  description: z.string(),
  category: z.string(),
});
export type PermissionEntry = z.output<typeof permissionEntry>;

/** Each at most once, so that no change contradicts another. */
export const oncePerPermission = (changes: readonly { readonly permissionId: string }[]): boolean =>
  new Set(changes.map(({ permissionId }) => permissionId)).size === changes.length;

/** Until when an override counts; in the future, which the server's clock decides. Absent and null: without end. */
export const overrideExpiry = instant('The expiry')
  .nullish()
  .transform((value) => value ?? null);

export const permissionList = endpoint({
  ...permissionAdmin,
  method: 'GET',
  path: '/permissions',
  summary: 'Every permission, in the order the screens show them',
  response: z.array(permissionEntry),
  audit: null,
});
export const permissionsByCategory = endpoint({
  ...permissionAdmin,
  method: 'GET',
  path: '/permissions/by-category',
  summary: 'Every permission, by category',
  response: z.array(z.object({ category: z.string(), permissions: z.array(permissionEntry) })),
  audit: null,
});

export const permissionUser = z.object({
  id,
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  title: z.string().nullable(),
  email: z.string(),
  isActive: z.boolean(),
  roles: z.array(z.string()),
  /** Overrides in force. */
  overrideCount: z.int(),
});
export type PermissionUser = z.output<typeof permissionUser>;
export const permissionUserList = endpoint({
  ...permissionAdmin,
  method: 'GET',
  path: '/permissions/users',
  summary: 'Users for the User Permissions list, by last name; searched by name, email, role or user name',
  query: z.strictObject({ page, pageSize: permissionPageSize, search, includeInactive: queryFlag }),
  response: z.object({ users: z.array(permissionUser), totalCount: z.int() }),
  audit: null,
});

/** What many users' overrides are to be; `isGranted` null: inherit. */
const bulkFields = {
  userIds: z
    .array(id, { error: 'Choose at least one user' })
    .min(1, 'Choose at least one user')
    .max(MAX_BULK_USERS, `Choose at most ${MAX_BULK_USERS} users`),
  changes: z
    .array(
      z.strictObject({
        permissionId: id,
        isGranted: z.boolean({ error: 'Grant, revoke or inherit' }).nullable(),
      }),
      { error: 'Choose at least one change' },
    )
    .min(1, 'Choose at least one change')
    .max(100, 'Too many changes')
    .refine(oncePerPermission, 'Each permission can be changed once only'),
  expiresAt: overrideExpiry,
};
export const bulkAssignBody = z.strictObject({ ...bulkFields, reason });

/** What somebody gains and loses, by the permissions' names. */
const difference = { gained: z.array(z.string()), lost: z.array(z.string()) };
export const bulkPreview = z.object({
  users: z.array(
    z.object({
      userId: id,
      userName: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      ...difference,
      /** Why nothing happens to this user; null for those who change. */
      skipReason: z.string().nullable(),
    }),
  ),
  affectedUserCount: z.int(),
});
export type BulkPreview = z.output<typeof bulkPreview>;

export const permissionBulkAssign = endpoint({
  ...permissionAdmin,
  method: 'POST',
  path: '/permissions/bulk-assign',
  summary: 'Set overrides of many users at once, all or nothing',
  body: bulkAssignBody,
  response: z.object({
    affectedUserCount: z.int(),
    skipped: z.array(z.object({ userId: id, reason: z.string() })),
  }),
  audit: 'PermissionChanged',
  creates: true,
  errors: ['CONFLICT', 'IDEMPOTENCY_MISMATCH'],
});
export const permissionBulkPreview = endpoint({
  ...permissionAdmin,
  method: 'POST',
  path: '/permissions/bulk-assign/preview',
  summary: 'What a bulk assignment would change, without changing it',
  body: z.strictObject(bulkFields),
  response: bulkPreview,
  audit: null,
});

export const PERMISSION_AUDIT_ENTITIES = ['User', 'Role'] as const;
export const PERMISSION_CHANGE_TYPES = [
  'RoleTemplateUpdate',
  'UserOverrideAdded',
  'UserOverrideUpdated',
  'UserOverrideRemoved',
  'UserOverrideExpired',
] as const;
export type PermissionChangeType = (typeof PERMISSION_CHANGE_TYPES)[number];

export const permissionAuditEntry = z.object({
  id,
  changedAt: z.string(),
  entityType: z.enum(PERMISSION_AUDIT_ENTITIES),
  entityId: id,
  entityName: z.string(),
  permissionId: id,
  permissionName: z.string(),
  changeType: z.enum(PERMISSION_CHANGE_TYPES),
  /** Full name; "System" where nobody did it. */
  changedBy: z.string(),
  changedById: id.nullable(),
  affectedUserCount: z.int(),
  /** Granted, Not Granted, Revoked or Inherited. */
  oldValue: z.string(),
  newValue: z.string(),
  /** Until when the new override counts. */
  expiresAt: z.string().nullable(),
  reason: z.string(),
});
export type PermissionAuditEntry = z.output<typeof permissionAuditEntry>;

const auditDates = { startDate: dateOnly('Start date').optional(), endDate: dateOnly('End date').optional() };
const auditPaging = { page, pageSize: permissionPageSize };
const notReversed = ({
  startDate,
  endDate,
}: {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}) => startDate === undefined || endDate === undefined || startDate <= endDate;
const REVERSED = { error: 'The end date is before the start date', path: ['endDate'] };

const auditAnswer = z.object({
  items: z.array(permissionAuditEntry),
  totalCount: listTotals.totalCount,
  /** There are more changes than can be paged through; the filters lead to the others. */
  totalCountIsApproximate: listTotals.totalCountIsApproximate,
  page: z.int(),
  pageSize: z.int(),
  totalPages: z.int(),
});

export const permissionAuditLog = endpoint({
  ...permissionAdmin,
  method: 'GET',
  path: '/permissions/audit-log',
  summary: 'Changes of permissions, newest first; days are those of the practice’s zone',
  query: z
    .strictObject({
      ...auditPaging,
      ...auditDates,
      entityType: z.enum(PERMISSION_AUDIT_ENTITIES, { error: 'Must be User or Role' }).optional(),
      entityId: id.optional(),
      permissionId: id.optional(),
      changedBy: id.optional(),
    })
    .refine(notReversed, REVERSED),
  response: auditAnswer,
  audit: null,
});
const auditOf = (path: '/permissions/audit-log/user/:id' | '/permissions/audit-log/role/:id', what: string) =>
  endpoint({
    ...permissionAdmin,
    method: 'GET',
    path,
    summary: `Changes of one ${what}’s permissions, newest first`,
    params: idParams,
    query: z.strictObject({ ...auditPaging, ...auditDates }).refine(notReversed, REVERSED),
    response: auditAnswer,
    audit: null,
    errors: ['NOT_FOUND'],
  });
export const permissionAuditOfUser = auditOf('/permissions/audit-log/user/:id', 'user');
export const permissionAuditOfRole = auditOf('/permissions/audit-log/role/:id', 'role');

export const permissionCacheClear = endpoint({
  ...permissionAdmin,
  method: 'POST',
  path: '/permissions/cache/clear',
  summary: 'Make every open screen read its rights again',
  response: z.object({ clearedAt: z.string() }),
  audit: 'PermissionChanged',
});
