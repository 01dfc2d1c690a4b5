import type { BodyOf } from '@portal/contract/endpoint';
import { permissionBulkAssign, permissionBulkPreview } from '@portal/contract/permissions';
import { planOverrides, type OverrideChange, type OverridePlan } from '@portal/domain/permission-changes';
import { listPermissions, type CatalogEntry } from '#authz/permission-catalog.ts';
import { listPermissionHolders } from '#authz/permission-holders.ts';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#request/transaction.ts';
import { AppError, conflict } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { previewLostWork, settleWork } from '#features/waiting-work/index.ts';
import { lockUsers, requireOthers } from './authority.ts';
import { requireFuture } from './change-user.ts';
import { findUsers } from './permission-user-repo.ts';
import { saveOverrides } from './save-overrides.ts';

const UNCHANGED = 'Already has these overrides';
const OWN_ACCOUNT = 'You cannot change your own permissions';

/**
 * Sets overrides for several users in one transaction. Skips the caller and users for whom nothing changes. Throws VALIDATION
 * that names unknown users and permissions, FORBIDDEN if the caller is the only user, CONFLICT if all users would be skipped.
 */
export const bulkAssign = operation(permissionBulkAssign, async (context, { body }) => {
  requireFuture(context, body.expiresAt);
  return inTransaction(context, async (tx) => {
    const users = await lockUsers(context, tx, { userIds: body.userIds });
    if (body.userIds.every((id) => id === context.user.id)) requireOthers(context, body.userIds);
    const { plans, catalog } = await planBulk(context, tx.db, body);
    const writes = plans.flatMap(({ userId, skipReason, plan: { steps, lost } }) => {
      const user = users.get(userId);
      return user === undefined || skipReason !== null ? [] : [{ user, steps, lost }];
    });
    if (writes.length === 0) throw conflict('Nothing would change for any of the selected users.');
    await saveOverrides(context, tx, writes, { catalog, reason: body.reason });
    await settleWork(
      context,
      tx,
      writes.map(({ user, lost }) => ({ userId: user.id, lost })),
      body.reassignTo,
    );
    return {
      affectedUserCount: writes.length,
      skipped: plans.flatMap(({ userId, skipReason }) =>
        skipReason === null ? [] : [{ userId, reason: skipReason }],
      ),
    };
  });
});

/** Previews `bulkAssign`. */
export const previewBulk = operation(permissionBulkPreview, async (context, { body }) => {
  const { db } = context.deps;
  requireFuture(context, body.expiresAt);
  const { plans } = await planBulk(context, db, body);
  const rows = await findUsers(db, body.userIds);
  const users = plans.flatMap(({ userId, plan, skipReason }) =>
    rows
      .filter(({ id }) => id === userId)
      .map((row) => ({
        userId,
        userName: row.user_name,
        firstName: row.first_name,
        lastName: row.last_name,
        gained: skipReason === null ? [...plan.gained] : [],
        lost: skipReason === null ? [...plan.lost] : [],
        skipReason,
      })),
  );
  const losses = plans.flatMap(({ userId, plan: { lost }, skipReason }) =>
    skipReason === null ? [{ userId, lost }] : [],
  );
  return {
    users,
    affectedUserCount: users.filter(({ skipReason }) => skipReason === null).length,
    waitingWork: await previewLostWork(context, losses, { entityType: 'User', entityId: null }),
  };
});

interface BulkPlan {
  /** Each user once, in the order of the request. */
  readonly plans: readonly {
    readonly userId: string;
    readonly plan: OverridePlan;
    /** Why this user is skipped; null for users who change. */
    readonly skipReason: string | null;
  }[];
  readonly catalog: readonly CatalogEntry[];
}

async function planBulk(
  { now, user }: SignedInContext,
  db: Db,
  body: BodyOf<typeof permissionBulkPreview>,
): Promise<BulkPlan> {
  const catalog = await listPermissions(db);
  const userIds = [...new Set(body.userIds)];
  const holders = new Map(
    (await listPermissionHolders(db, { userIds })).map((holder) => [holder.userId, holder]),
  );
  requireKnown(body, catalog, holders);
  const wishes = body.changes.flatMap(({ permissionId, isGranted }): OverrideChange[] =>
    catalog
      .filter(({ id }) => id === permissionId)
      .map(({ name }) => ({
        permission: name,
        isGranted,
        expiresAt: isGranted === null ? null : body.expiresAt,
      })),
  );
  return {
    catalog,
    plans: userIds.flatMap((userId) => {
      const holder = holders.get(userId);
      if (holder === undefined) return [];
      const plan = planOverrides(holder, wishes, now);
      const skipReason = userId === user.id ? OWN_ACCOUNT : plan.steps.length === 0 ? UNCHANGED : null;
      return [{ userId, plan, skipReason }];
    }),
  };
}

/** Throws VALIDATION that names every unknown ID. */
function requireKnown(
  body: BodyOf<typeof permissionBulkPreview>,
  catalog: readonly CatalogEntry[],
  users: ReadonlyMap<string, unknown>,
): void {
  const known = new Set(catalog.map(({ id }) => id));
  const errors = Object.fromEntries([
    ...body.userIds.flatMap((id, index) =>
      users.has(id) ? [] : [[`userIds.${index}`, [`No user with ID ${id}`]] as const],
    ),
    ...body.changes.flatMap(({ permissionId }, index) =>
      known.has(permissionId)
        ? []
        : [[`changes.${index}.permissionId`, [`No permission with ID ${permissionId}`]] as const],
    ),
  ]);
  const messages = Object.values(errors).flat();
  if (messages.length > 0) throw new AppError('VALIDATION', { message: messages.join('. '), errors });
}
