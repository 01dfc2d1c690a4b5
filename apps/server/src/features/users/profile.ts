import type { AnswerOf } from '@portal/contract/endpoint';
import { userPreferences, userProfile } from '@portal/contract/users';
import { PERMISSIONS } from '@portal/domain/permissions';
import { changedValues } from '#audit/audit-entry.ts';
import { explainPermissions, type ExplainedPermission } from '#authz/effective-permissions.ts';
import { inTransaction } from '#request/transaction.ts';
import { AppError } from '#platform/app-error.ts';
import { operation } from '#http/operation.ts';
import { readPreferences } from './current-user.ts';
import { presentUser } from './user-view.ts';
import { lockPreferences, updatePreferences } from './preference-repo.ts';
import { findSignedInUser, findUser } from './user-repo.ts';

/** Returns the caller's profile: identity, preferences, and effective permissions with their sources. */
export const getProfile = operation(userProfile, async (context) => {
  const { db } = context.deps;
  const row = await findUser(db, context.user.id);
  const own = await findSignedInUser(db, context.user.id);
  if (row === undefined || own === undefined) throw new AppError('SESSION_EXPIRED');
  const permissions = await explainPermissions(db, context.user.id, context.now);
  return {
    user: await presentUser(context, db, row),
    preferences: readPreferences(own.preferences),
    permissions: permissions.flatMap((permission) => presentPermission(permission)),
    recoveryCodesLeft: own.recovery_codes_left,
    twoFactorRequired: own.two_factor_required,
  };
});

function presentPermission(explained: ExplainedPermission): AnswerOf<typeof userProfile>['permissions'] {
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
export const updateMyPreferences = operation(userPreferences, async (context, { body: wanted }) => {
  return inTransaction(context, async (tx) => {
    const before = await lockPreferences(tx.db, context.user.id);
    const stored = { ...before, ...wanted };
    const after = readPreferences(stored);
    await updatePreferences(tx.db, context.user.id, stored, context.now);
    tx.audit({
      action: 'Updated',
      entityType: 'User',
      entityId: context.user.id,
      ...changedValues(readPreferences(before), after),
    });
    return after;
  });
});
