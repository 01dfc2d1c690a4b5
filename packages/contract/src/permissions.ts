import { z } from 'zod';
import { lostWork, reassignTo } from './waiting-work.ts';
import { roles } from './core/endpoint.ts';
import { dateOnly, id, idParams, instant, queryFlag, reason } from './core/fields.ts';
import { listTotals, page, pageSizeOf, search } from './core/list.ts';
import { acts, reads } from './core/verbs.ts';

/** Default page size for members, users and the permission audit. */
export const PERMISSION_PAGE_SIZE = 10;
/** Page sizes the screens offer. */
export const PERMISSION_PAGE_SIZES = [5, 10, 25, 50] as const;
/** Most users per bulk assignment. */
export const MAX_BULK_USERS = 200;

/** Permission administration is for SuperAdmins only. */
export const permissionAdmin = {
  tag: 'Permissions',
  guard: roles('SuperAdmin'),
  healthData: false,
} as const;

export const permissionPageSize = pageSizeOf(PERMISSION_PAGE_SIZE);

/** A permission as the administration screens show it. */
export const permissionEntry = z.object({
  id,
  name: z.string(),
  description: z.string(),
  category: z.string(),
});
export type PermissionEntry = z.output<typeof permissionEntry>;

/** Whether each permission appears at most once, so that no two changes contradict each other. */
export const oncePerPermission = (changes: readonly { readonly permissionId: string }[]): boolean =>
  new Set(changes.map(({ permissionId }) => permissionId)).size === changes.length;

/** When an override expires. The server checks that it is in the future. Absent or null means never. */
export const overrideExpiry = instant('Expiration')
  .nullish()
  .transform((value) => value ?? null);

export const permissionList = reads('/permissions', permissionAdmin, {
  summary: 'List all permissions in display order',
  response: z.array(permissionEntry),
  audit: null,
});
export const permissionsByCategory = reads('/permissions/by-category', permissionAdmin, {
  summary: 'List all permissions by category',
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
  /** Active overrides. */
  overrideCount: z.int(),
});
export type PermissionUser = z.output<typeof permissionUser>;
export const permissionUserList = reads('/permissions/users', permissionAdmin, {
  summary: 'List users with their roles and override counts; search by name, email, role or username',
  query: z.strictObject({ page, pageSize: permissionPageSize, search, includeInactive: queryFlag }),
  response: z.object({ users: z.array(permissionUser), totalCount: z.int() }),
  audit: null,
});

/** Overrides to set for several users; a null `isGranted` means inherit. */
const bulkFields = {
  userIds: z
    .array(id, { error: 'Choose at least one user' })
    .min(1, 'Choose at least one user')
    .max(MAX_BULK_USERS, `Choose at most ${MAX_BULK_USERS} users`),
  changes: z
    .array(
      z.strictObject({
        permissionId: id,
        isGranted: z.boolean({ error: 'Choose grant, revoke or inherit' }).nullable(),
      }),
      { error: 'Choose at least one change' },
    )
    .min(1, 'Choose at least one change')
    .max(100, 'Too many changes')
    .refine(oncePerPermission, 'Each permission can be changed only once'),
  expiresAt: overrideExpiry,
};
export const bulkAssignBody = z.strictObject({ ...bulkFields, reason, reassignTo });

/** The names of the permissions that a user gains and loses. */
const difference = { gained: z.array(z.string()), lost: z.array(z.string()) };
export const bulkAssignPreview = z.object({
  users: z.array(
    z.object({
      userId: id,
      userName: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      ...difference,
      /** Why this user is skipped; null for users who change. */
      skipReason: z.string().nullable(),
    }),
  ),
  affectedUserCount: z.int(),
  waitingWork: lostWork,
});
export type BulkPreview = z.output<typeof bulkAssignPreview>;

export const permissionBulkAssign = acts('/permissions/bulk-assign', permissionAdmin, {
  summary: 'Set overrides for several users in one transaction',
  body: bulkAssignBody,
  response: z.object({
    affectedUserCount: z.int(),
    skipped: z.array(z.object({ userId: id, reason: z.string() })),
  }),
  audit: 'PermissionChanged',
  creates: true,
  errors: ['CONFLICT', 'IDEMPOTENCY_MISMATCH'],
});
export const permissionBulkPreview = acts('/permissions/bulk-assign/preview', permissionAdmin, {
  summary: 'Preview what a bulk assignment would change, and which work would wait for nobody',
  body: z.strictObject(bulkFields),
  response: bulkAssignPreview,
  healthData: true,
  audit: 'Accessed',
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
  /** Full name, or "System" for automatic changes. */
  changedBy: z.string(),
  changedById: id.nullable(),
  affectedUserCount: z.int(),
  /** Granted, Not Granted, Revoked or Inherited. */
  oldValue: z.string(),
  newValue: z.string(),
  /** When the new override expires. */
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
const REVERSED = { error: 'The end date must not be before the start date', path: ['endDate'] };

const auditAnswer = z.object({
  items: z.array(permissionAuditEntry),
  totalCount: listTotals.totalCount,
  /** There are more changes than paging reaches; use the filters to find the others. */
  totalCountIsApproximate: listTotals.totalCountIsApproximate,
  page: z.int(),
  pageSize: z.int(),
  totalPages: z.int(),
});

export const permissionAuditLog = reads('/permissions/audit-log', permissionAdmin, {
  summary: 'List permission changes, newest first; dates are in the practice’s time zone',
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
  reads(path, permissionAdmin, {
    summary: `List permission changes of one ${what}, newest first`,
    params: idParams,
    query: z.strictObject({ ...auditPaging, ...auditDates }).refine(notReversed, REVERSED),
    response: auditAnswer,
    audit: null,
    errors: ['NOT_FOUND'],
  });
export const permissionAuditOfUser = auditOf('/permissions/audit-log/user/:id', 'user');
export const permissionAuditOfRole = auditOf('/permissions/audit-log/role/:id', 'role');

export const permissionCacheClear = acts('/permissions/cache/clear', permissionAdmin, {
  summary: 'Make every open screen reload its permissions',
  response: z.object({ clearedAt: z.string() }),
  audit: 'PermissionChanged',
});
