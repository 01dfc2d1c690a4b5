import { z } from 'zod';
import { id, reason } from './core/fields.ts';
import { page, search } from './core/list.ts';
import { permissionAdmin, permissionPageSize } from './permissions.ts';
import { changes, reads } from './core/verbs.ts';

/** Most days of grace. */
export const MAX_GRACE_DAYS = 90;
const GRACE = `Enter a whole number of days from 0 to ${MAX_GRACE_DAYS}`;

/** For which roles 2FA is required, and the days of grace. */
export const twoFactorPolicy = z.object({
  roles: z.array(
    z.object({
      roleId: id,
      roleName: z.string(),
      /** Null: not required. */
      requiredSince: z.string().nullable(),
      /** Active members, and those of them without 2FA. */
      userCount: z.int(),
      lackingCount: z.int(),
    }),
  ),
  graceDays: z.int(),
  version: z.int(),
});
export type TwoFactorPolicy = z.output<typeof twoFactorPolicy>;

export const twoFactorPolicyGet = reads('/permissions/two-factor', permissionAdmin, {
  summary: 'Get the roles for which 2FA is required, and the days of grace',
  response: twoFactorPolicy,
  audit: null,
});

/** Body of an update; the version is required, because the roles replace those before. */
export const twoFactorPolicyBody = z.strictObject({
  requiredRoleIds: z
    .array(id, { error: 'Choose the roles' })
    .max(6, 'Too many roles')
    .refine((ids) => new Set(ids).size === ids.length, 'Each role can be chosen only once'),
  graceDays: z.int({ error: GRACE }).min(0, GRACE).max(MAX_GRACE_DAYS, GRACE),
  reason,
  version: z.int({ error: 'Version must be a whole number' }).min(1),
});
export const twoFactorPolicyUpdate = changes('/permissions/two-factor', permissionAdmin, {
  summary: 'Choose the roles for which 2FA is required, and the days of grace',
  body: twoFactorPolicyBody,
  response: twoFactorPolicy,
  audit: 'PermissionChanged',
  errors: ['STALE', 'CONFLICT'],
});

/** An active user who must use 2FA and does not. */
export const twoFactorLacking = z.object({
  id,
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  title: z.string().nullable(),
  roles: z.array(z.string()),
  requiredSince: z.string(),
  dueAt: z.string(),
  isOverdue: z.boolean(),
});
export type TwoFactorLacking = z.output<typeof twoFactorLacking>;

export const twoFactorLackingList = reads('/permissions/two-factor/users', permissionAdmin, {
  summary: 'List active users who must use 2FA and do not, the earliest deadline first',
  query: z.strictObject({ page, pageSize: permissionPageSize, search }),
  response: z.object({ users: z.array(twoFactorLacking), totalCount: z.int() }),
  audit: null,
});
