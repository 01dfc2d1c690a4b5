import { instantMs } from '@portal/domain/date';
import { overrideValue, type OverrideStep } from '@portal/domain/permission-changes';
import type { PermissionOverride } from '@portal/domain/permissions';
import { recordPermissionChanges } from '#authz/permission-audit.ts';
import { idIn, type CatalogEntry } from '#authz/permission-catalog.ts';
import type { Tx } from '#request/transaction.ts';
import type { SignedInContext } from '#request/context.ts';
import type { LockedUser } from './authority.ts';
import { deleteOverrides, insertOverrides } from './override-repo.ts';

/** Planned override changes of one user. */
export interface OverrideWrite {
  readonly user: LockedUser;
  readonly steps: readonly OverrideStep[];
}

/**
 * Writes planned override changes with entries in both audit logs, and notifies open connections. The users must be locked,
 * so that the plan is still valid.
 */
export async function saveOverrides(
  context: SignedInContext,
  tx: Tx,
  writes: readonly OverrideWrite[],
  { catalog, reason }: { readonly catalog: readonly CatalogEntry[]; readonly reason: string },
): Promise<void> {
  for (const { user, steps } of writes) {
    await deleteOverrides(
      tx.db,
      user.id,
      steps.map(({ permission }) => idIn(catalog, permission)),
    );
    await insertOverrides(
      tx.db,
      steps.flatMap(({ permission, after }) =>
        after === null
          ? []
          : [
              {
                user_id: user.id,
                permission_id: idIn(catalog, permission),
                is_granted: after.isGranted,
                reason,
                expires_at: expirationOf(after),
                created_by: context.user.id,
                created_at: context.now,
              },
            ],
      ),
    );
  }
  await recordPermissionChanges(
    tx.db,
    writes.flatMap(({ user, steps }) =>
      steps.map((step) => ({
        changed_at: context.now,
        entity_type: 'User' as const,
        entity_id: user.id,
        permission_id: idIn(catalog, step.permission),
        change_type: step.changeType,
        changed_by: context.user.id,
        affected_user_count: 1,
        old_value: overrideValue(step.before?.isGranted ?? null),
        new_value: overrideValue(step.after?.isGranted ?? null),
        expires_at: expirationOf(step.after),
        reason,
      })),
    ),
  );
  for (const { user, steps } of writes) {
    tx.audit({
      action: 'PermissionChanged',
      entityType: 'User',
      entityId: user.id,
      reason,
      oldValues: Object.fromEntries(steps.map((step) => [step.permission, formatOverride(step.before)])),
      newValues: Object.fromEntries(steps.map((step) => [step.permission, formatOverride(step.after)])),
    });
    tx.notify('permissions', { userId: user.id });
  }
  addActivity(tx, writes);
}

function addActivity(tx: Tx, writes: readonly OverrideWrite[]): void {
  const [first] = writes;
  if (first === undefined) return;
  const isOne = writes.length === 1;
  tx.activity({
    event: 'permission.user_changed',
    description: isOne
      ? `Permissions for ${first.user.userName} were changed`
      : `Permissions for ${writes.length} users were changed`,
    icon: 'Security',
    color: 'warning',
    entityType: isOne ? 'User' : 'Permission',
    entityId: isOne ? first.user.id : null,
    requiredRole: 'SuperAdmin',
  });
}

const expirationOf = (override: PermissionOverride | null): Date | null =>
  override === null || override.expiresAt === null ? null : new Date(instantMs(override.expiresAt));

/** For example "Granted until 2026-12-01T09:00:00.000Z". */
function formatOverride(override: PermissionOverride | null): string {
  const expiration = expirationOf(override);
  const value = overrideValue(override?.isGranted ?? null);
  return expiration === null ? value : `${value} until ${expiration.toISOString()}`;
}
