import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import type {
  UserPermissions,
  userOverrideSet,
  userPermissionsCopy,
  userPermissionsCopyPreview,
} from '@portal/contract/user-permissions';
import {
  planOverrides,
  replacingWishes,
  type Holder,
  type OverrideWish,
} from '@portal/domain/permission-changes';
import type { PermissionOverride } from '@portal/domain/permissions';
import { idIn, readCatalogue, type CatalogueEntry } from '#authz/permission-catalog.ts';
import { readHolders } from '#authz/permission-holders.ts';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#request/transaction.ts';
import type { AppError } from '#platform/app-error.ts';
import { fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { conflict, lockPeople, requireOthers } from './authority.ts';
import { presentUserPermissions } from './read-user.ts';
import { writeOverrides } from './write-overrides.ts';

/**
 * Grants, revokes or inherits one permission. Throws NOT_FOUND for an unknown user and for inheriting what is
 * not overridden, VALIDATION, FORBIDDEN for oneself, CONFLICT when it is so already.
 */
export async function setOverride(
  context: SignedInContext,
  userId: string,
  body: BodyOf<typeof userOverrideSet>,
): Promise<UserPermissions> {
  if (body.userId !== undefined && body.userId !== userId)
    throw fieldError('userId', 'This is another user than the address names');
  requireFuture(context, body.expiresAt);
  if (body.isGranted === null && body.expiresAt !== null)
    throw fieldError('expiresAt', 'Inherited permissions have no expiry');
  return change(context, userId, body.reason, ({ catalogue }) => {
    const entry = catalogue.find(({ id }) => id === body.permissionId);
    if (entry === undefined) throw fieldError('permissionId', 'This permission does not exist');
    return {
      wishes: [{ permission: entry.name, isGranted: body.isGranted, expiresAt: body.expiresAt }],
      otherwise:
        body.isGranted === null ? NO_OVERRIDE() : conflict('The user has exactly this override already.'),
    };
  });
}

/** Takes one override away. Throws NOT_FOUND when there is none, FORBIDDEN for oneself. */
export async function removeOverride(
  context: SignedInContext,
  userId: string,
  permissionId: string,
  reason: string,
): Promise<UserPermissions> {
  return change(context, userId, reason, ({ catalogue }) => {
    const entry = catalogue.find(({ id }) => id === permissionId);
    if (entry === undefined) throw NO_OVERRIDE();
    return {
      wishes: [{ permission: entry.name, isGranted: null, expiresAt: null }],
      otherwise: NO_OVERRIDE(),
    };
  });
}

/** Takes all overrides away. Throws CONFLICT when there are none, NOT_FOUND, FORBIDDEN for oneself. */
export async function resetUser(
  context: SignedInContext,
  userId: string,
  reason: string,
): Promise<UserPermissions> {
  return change(context, userId, reason, ({ holder }) => ({
    wishes: replacingWishes(holder, [], context.now),
    otherwise: conflict('This user has no overrides.'),
  }));
}

/** Replaces the overrides with another user's. Throws VALIDATION for the source, CONFLICT when they are the same. */
export async function copyUser(
  context: SignedInContext,
  userId: string,
  { sourceUserId, reason }: BodyOf<typeof userPermissionsCopy>,
): Promise<UserPermissions> {
  return change(context, userId, reason, async ({ db, holder }) => ({
    wishes: replacingWishes(holder, await overridesOf(db, userId, sourceUserId), context.now),
    otherwise: conflict('Both users have the same overrides already.'),
  }));
}

/** What `copyUser` would do. */
export async function previewUserCopy(
  { deps: { db }, now }: SignedInContext,
  userId: string,
  sourceUserId: string,
): Promise<AnswerOf<typeof userPermissionsCopyPreview>> {
  const holder = await findHolder(db, userId);
  const catalogue = await readCatalogue(db);
  const wishes = replacingWishes(holder, await overridesOf(db, userId, sourceUserId), now);
  const { steps, gained, lost } = planOverrides(holder, wishes, now);
  return {
    changes: steps.map(({ permission, before, after }) => ({
      permissionId: idIn(catalogue, permission),
      permissionName: permission,
      from: before?.isGranted ?? null,
      to: after?.isGranted ?? null,
      expiresAt: after === null || after.expiresAt === null ? null : new Date(after.expiresAt).toISOString(),
    })),
    gained: [...gained],
    lost: [...lost],
  };
}

/** Throws VALIDATION on expiresAt unless it is in the future. */
export function requireFuture({ now }: SignedInContext, expiresAt: string | null): void {
  if (expiresAt !== null && new Date(expiresAt) <= now)
    throw fieldError('expiresAt', 'The expiry must be in the future');
}

const NO_OVERRIDE = () => notFound('This user has no override for this permission.');

interface Wanted {
  readonly wishes: readonly OverrideWish[];
  /** Thrown when nothing would change. */
  readonly otherwise: AppError;
}

async function change(
  context: SignedInContext,
  userId: string,
  reason: string,
  want: (now: { db: Db; holder: Holder; catalogue: readonly CatalogueEntry[] }) => Wanted | Promise<Wanted>,
): Promise<UserPermissions> {
  return inTransaction(context, async (tx) => {
    const people = await lockPeople(context, tx, { userIds: [userId] });
    const person = people.get(userId);
    if (person === undefined) throw notFound('User not found');
    requireOthers(context, [userId]);
    const holder = await findHolder(tx.db, userId);
    const catalogue = await readCatalogue(tx.db);
    const { wishes, otherwise } = await want({ db: tx.db, holder, catalogue });
    const { steps } = planOverrides(holder, wishes, context.now);
    if (steps.length === 0) throw otherwise;
    await writeOverrides(context, tx, [{ person, steps }], { catalogue, reason });
    return presentUserPermissions(tx.db, userId, context.now);
  });
}

async function findHolder(db: Db, userId: string): Promise<Holder> {
  const [holder] = await readHolders(db, { userIds: [userId] });
  if (holder === undefined) throw notFound('User not found');
  return holder;
}

async function overridesOf(
  db: Db,
  userId: string,
  sourceUserId: string,
): Promise<readonly PermissionOverride[]> {
  if (sourceUserId === userId) throw fieldError('sourceUserId', 'Choose another user than this one');
  const [source] = await readHolders(db, { userIds: [sourceUserId] });
  if (source === undefined) throw fieldError('sourceUserId', 'This user does not exist');
  return source.overrides;
}
