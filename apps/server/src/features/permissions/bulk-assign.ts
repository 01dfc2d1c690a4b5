import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import type { permissionBulkAssign, permissionBulkPreview } from '@portal/contract/permissions';
import { planOverrides, type OverridePlan, type OverrideWish } from '@portal/domain/permission-changes';
import { readCatalogue, type CatalogueEntry } from '#authz/permission-catalog.ts';
import { readHolders } from '#authz/permission-holders.ts';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#request/transaction.ts';
import { AppError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { conflict, lockPeople, requireOthers } from './authority.ts';
import { requireFuture } from './change-user.ts';
import { writeOverrides } from './write-overrides.ts';

type Preview = AnswerOf<typeof permissionBulkPreview>;

const SAME_ALREADY = 'Has exactly these overrides already';
const ONESELF = 'You cannot change your own permissions';

/**
 * Sets overrides of many users, all or nothing: an unknown user or permission refuses the whole and says which. Users
 * whom nothing changes for are skipped, and so is the caller. Throws VALIDATION, FORBIDDEN for the caller alone, CONFLICT when all would be
 * skipped.
 */
export async function bulkAssign(
  context: SignedInContext,
  body: BodyOf<typeof permissionBulkAssign>,
): Promise<AnswerOf<typeof permissionBulkAssign>> {
  requireFuture(context, body.expiresAt);
  return inTransaction(context, async (tx) => {
    const people = await lockPeople(context, tx, { userIds: body.userIds });
    if (body.userIds.every((id) => id === context.user.id)) requireOthers(context, body.userIds);
    const { plans, catalogue } = await planBulk(context, tx.db, body);
    const writes = plans.flatMap(({ userId, skipReason, plan: { steps } }) => {
      const person = people.get(userId);
      return person === undefined || skipReason !== null ? [] : [{ person, steps }];
    });
    if (writes.length === 0) throw conflict('Nothing would change for any of these users.');
    await writeOverrides(context, tx, writes, { catalogue, reason: body.reason });
    return {
      affectedUserCount: writes.length,
      skipped: plans.flatMap(({ userId, skipReason }) =>
        skipReason === null ? [] : [{ userId, reason: skipReason }],
      ),
    };
  });
}

/** What `bulkAssign` would do. */
export async function previewBulk(
  context: SignedInContext,
  body: BodyOf<typeof permissionBulkPreview>,
): Promise<Preview> {
  const { db } = context.deps;
  requireFuture(context, body.expiresAt);
  const { plans } = await planBulk(context, db, body);
  const rows = await db
    .selectFrom('users')
    .select(['id', 'user_name', 'first_name', 'last_name'])
    .where('id', 'in', body.userIds)
    .execute();
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
  return { users, affectedUserCount: users.filter(({ skipReason }) => skipReason === null).length };
}

interface BulkPlan {
  /** In the order of the request, each user once. */
  readonly plans: readonly {
    readonly userId: string;
    readonly plan: OverridePlan;
    /** Why nothing is done for this user; null for one who is changed. */
    readonly skipReason: string | null;
  }[];
  readonly catalogue: readonly CatalogueEntry[];
}

async function planBulk(
  { now, user }: SignedInContext,
  db: Db,
  body: BodyOf<typeof permissionBulkPreview>,
): Promise<BulkPlan> {
  const catalogue = await readCatalogue(db);
  const userIds = [...new Set(body.userIds)];
  const holders = new Map((await readHolders(db, { userIds })).map((holder) => [holder.userId, holder]));
  requireKnown(body, catalogue, holders);
  const wishes = body.changes.flatMap(({ permissionId, isGranted }): OverrideWish[] =>
    catalogue
      .filter(({ id }) => id === permissionId)
      .map(({ name }) => ({
        permission: name,
        isGranted,
        expiresAt: isGranted === null ? null : body.expiresAt,
      })),
  );
  return {
    catalogue,
    plans: userIds.flatMap((userId) => {
      const holder = holders.get(userId);
      if (holder === undefined) return [];
      const plan = planOverrides(holder, wishes, now);
      const skipReason = userId === user.id ? ONESELF : plan.steps.length === 0 ? SAME_ALREADY : null;
      return [{ userId, plan, skipReason }];
    }),
  };
}

/** Throws VALIDATION that names every id nobody knows. */
function requireKnown(
  body: BodyOf<typeof permissionBulkPreview>,
  catalogue: readonly CatalogueEntry[],
  users: ReadonlyMap<string, unknown>,
): void {
  const known = new Set(catalogue.map(({ id }) => id));
  const errors = Object.fromEntries([
    ...body.userIds.flatMap((id, index) =>
      users.has(id) ? [] : [[`userIds.${index}`, [`There is no user with the id ${id}`]] as const],
    ),
    ...body.changes.flatMap(({ permissionId }, index) =>
      known.has(permissionId)
        ? []
        : [
            [
              `changes.${index}.permissionId`,
              [`There is no permission with the id ${permissionId}`],
            ] as const,
          ],
    ),
  ]);
  const messages = Object.values(errors).flat();
  if (messages.length > 0) throw new AppError('VALIDATION', { message: messages.join('. '), errors });
}
