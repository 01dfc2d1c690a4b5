import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import type { userPreferences, userProfile } from '@portal/contract/users';
import { PERMISSIONS } from '@portal/domain/permissions';
import { changedValues } from '#audit/audit-entry.ts';
import { explainPermissions, type ExplainedPermission } from '#authz/effective-permissions.ts';
import { inTransaction } from '#request/transaction.ts';
import { AppError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { readPreferences } from './current-user.ts';
import { presentUser } from './present.ts';
import { findUser } from './user-repo.ts';

/** Returns the caller's profile: identity, preferences, and effective permissions with their sources. */
export async function getProfile(context: SignedInContext): Promise<AnswerOf<typeof userProfile>> {
  const { db } = context.deps;
  const row = await findUser(db, context.user.id);
  const own = await db
    .selectFrom('users')
    .select(['preferences', 'recovery_code_hashes'])
    .where('id', '=', context.user.id)
    .executeTakeFirst();
  if (row === undefined || own === undefined) throw new AppError('SESSION_EXPIRED');
  const permissions = await explainPermissions(db, context.user.id, context.now);
  return {
    user: await presentUser(context, db, row),
    preferences: readPreferences(own.preferences),
    permissions: permissions.flatMap((permission) => present(permission)),
    recoveryCodesLeft: own.recovery_code_hashes.length,
  };
}

function present(explained: ExplainedPermission): AnswerOf<typeof userProfile>['permissions'] {
  const entry = PERMISSIONS.find(({ name }) => name === explained.permission);
  if (entry === undefined) return [];
  return [
    {
      name: entry.name,
      description: entry.description,
      category: entry.category,
      isGranted: explained.isGranted,
      source: explained.source,
      sourceDetails: explained.sourceDetails,
      expiresAt: explained.expiresAt === null ? null : new Date(explained.expiresAt).toISOString(),
    },
  ];
}

/** Updates the caller's preferences. */
export async function setPreferences(
  context: SignedInContext,
  wanted: BodyOf<typeof userPreferences>,
): Promise<AnswerOf<typeof userPreferences>> {
  return inTransaction(context, async (tx) => {
    const before = await tx.db
      .selectFrom('users')
      .select('preferences')
      .where('id', '=', context.user.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    await tx.db
      .updateTable('users')
      .set({ preferences: JSON.stringify({ ...before.preferences, ...wanted }), updated_at: context.now })
      .where('id', '=', context.user.id)
      .execute();
    tx.audit({
      action: 'Updated',
      entityType: 'User',
      entityId: context.user.id,
      ...changedValues(readPreferences(before.preferences), wanted),
    });
    return wanted;
  });
}
