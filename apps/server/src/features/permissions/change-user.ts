import {
  userOverrideRemove,
  userOverrideSet,
  type UserPermissions,
  userPermissionsCopy,
  userPermissionsCopyPreview,
  userPermissionsReset,
} from '@portal/contract/user-permissions';
import {
  planOverrides,
  replacementChanges,
  type Holder,
  type OverrideChange,
} from '@portal/domain/permission-changes';
import type { PermissionOverride } from '@portal/domain/permissions';
import { idIn, listPermissions, type CatalogEntry } from '#authz/permission-catalog.ts';
import { listPermissionHolders } from '#authz/permission-holders.ts';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#request/transaction.ts';
import { conflict, fieldError, notFound, type AppError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { settleWork } from '#features/waiting-work/index.ts';
import { lockUsers, requireOthers } from './authority.ts';
import { getUserPermissions } from './read-users.ts';
import { saveOverrides } from './save-overrides.ts';

/**
 * Grants, revokes or inherits one permission. Throws VALIDATION, NOT_FOUND for an unknown user and for inheriting a permission
 * without an override, FORBIDDEN for the caller's own account, CONFLICT if the override already exists.
 */
export const setOverride = operation(userOverrideSet, async (context, { params: { id: userId }, body }) => {
  if (body.userId !== undefined && body.userId !== userId)
    throw fieldError('userId', 'userId does not match the URL');
  requireFuture(context, body.expiresAt);
  if (body.isGranted === null && body.expiresAt !== null)
    throw fieldError('expiresAt', 'An inherited permission cannot have an expiration');
  return change(context, userId, body, ({ catalog }) => {
    const entry = catalog.find(({ id }) => id === body.permissionId);
    if (entry === undefined) throw fieldError('permissionId', 'This permission does not exist');
    return {
      wishes: [{ permission: entry.name, isGranted: body.isGranted, expiresAt: body.expiresAt }],
      otherwise: body.isGranted === null ? NO_OVERRIDE() : conflict('This user already has this override.'),
    };
  });
});

/** Removes one override. Throws NOT_FOUND if there is none, FORBIDDEN for the caller's own account. */
export const removeOverride = operation(userOverrideRemove, async (context, { params, body: how }) => {
  const { id: userId, permissionId } = params;
  return change(context, userId, how, ({ catalog }) => {
    const entry = catalog.find(({ id }) => id === permissionId);
    if (entry === undefined) throw NO_OVERRIDE();
    return {
      wishes: [{ permission: entry.name, isGranted: null, expiresAt: null }],
      otherwise: NO_OVERRIDE(),
    };
  });
});

/** Removes all overrides. Throws NOT_FOUND, CONFLICT if there are none, FORBIDDEN for the caller's own account. */
export const resetUser = operation(userPermissionsReset, async (context, { params, body: how }) => {
  const { id: userId } = params;
  return change(context, userId, how, ({ holder }) => ({
    wishes: replacementChanges(holder, [], context.now),
    otherwise: conflict('This user has no overrides.'),
  }));
});

/** Replaces the overrides with another user's. Throws VALIDATION for an invalid source user, CONFLICT if they are the same. */
export const copyUser = operation(userPermissionsCopy, async (context, { params: { id: userId }, body }) => {
  const { sourceUserId, ...how } = body;
  return change(context, userId, how, async ({ db, holder }) => ({
    wishes: replacementChanges(holder, await overridesOf(db, userId, sourceUserId), context.now),
    otherwise: conflict('Both users already have the same overrides.'),
  }));
});

/** Previews `copyUser`. */
export const previewUserCopy = operation(
  userPermissionsCopyPreview,
  async ({ deps: { db }, now }, { params: { id: userId }, body }) => {
    const sourceUserId = body.sourceUserId;
    const holder = await findHolder(db, userId);
    const catalog = await listPermissions(db);
    const wishes = replacementChanges(holder, await overridesOf(db, userId, sourceUserId), now);
    const { steps, gained, lost } = planOverrides(holder, wishes, now);
    return {
      changes: steps.map(({ permission, before, after }) => ({
        permissionId: idIn(catalog, permission),
        permissionName: permission,
        from: before?.isGranted ?? null,
        to: after?.isGranted ?? null,
        expiresAt:
          after === null || after.expiresAt === null ? null : new Date(after.expiresAt).toISOString(),
      })),
      gained: [...gained],
      lost: [...lost],
    };
  },
);

/** Throws VALIDATION on expiresAt unless it is in the future. */
export function requireFuture({ now }: SignedInContext, expiresAt: string | null): void {
  if (expiresAt !== null && new Date(expiresAt) <= now)
    throw fieldError('expiresAt', 'Expiration must be in the future');
}

const NO_OVERRIDE = () => notFound('This user has no override for this permission.');

/** The reason, and who takes the work that the user can no longer do. */
interface How {
  readonly reason: string;
  readonly reassignTo: string | null;
}

interface Wanted {
  readonly wishes: readonly OverrideChange[];
  /** Thrown when nothing would change. */
  readonly otherwise: AppError;
}

async function change(
  context: SignedInContext,
  userId: string,
  { reason, reassignTo }: How,
  want: (now: { db: Db; holder: Holder; catalog: readonly CatalogEntry[] }) => Wanted | Promise<Wanted>,
): Promise<UserPermissions> {
  return inTransaction(context, async (tx) => {
    const users = await lockUsers(context, tx, { userIds: [userId] });
    const user = users.get(userId);
    if (user === undefined) throw notFound('User not found');
    requireOthers(context, [userId]);
    const holder = await findHolder(tx.db, userId);
    const catalog = await listPermissions(tx.db);
    const { wishes, otherwise } = await want({ db: tx.db, holder, catalog });
    const { steps, lost } = planOverrides(holder, wishes, context.now);
    if (steps.length === 0) throw otherwise;
    await saveOverrides(context, tx, [{ user, steps }], { catalog, reason });
    await settleWork(context, tx, [{ userId, lost }], reassignTo);
    return getUserPermissions(tx.db, userId, context.now);
  });
}

async function findHolder(db: Db, userId: string): Promise<Holder> {
  const [holder] = await listPermissionHolders(db, { userIds: [userId] });
  if (holder === undefined) throw notFound('User not found');
  return holder;
}

async function overridesOf(
  db: Db,
  userId: string,
  sourceUserId: string,
): Promise<readonly PermissionOverride[]> {
  if (sourceUserId === userId) throw fieldError('sourceUserId', 'Choose a different user');
  const [source] = await listPermissionHolders(db, { userIds: [sourceUserId] });
  if (source === undefined) throw fieldError('sourceUserId', 'This user does not exist');
  return source.overrides;
}
