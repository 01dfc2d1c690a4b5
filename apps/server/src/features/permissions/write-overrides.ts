import { instantMs } from '@portal/domain/date';
import { overrideValue, type OverrideStep } from '@portal/domain/permission-changes';
import type { PermissionOverride } from '@portal/domain/permissions';
import { recordPermissionChanges } from '#authz/permission-audit.ts';
import { idIn, type CatalogEntry } from '#authz/permission-catalog.ts';
import type { Tx } from '#request/transaction.ts';
import type { SignedInContext } from '#request/context.ts';
import type { Person } from './authority.ts';

/** Planned override changes of one user. */
export interface OverrideWrite {
  readonly person: Person;
  readonly steps: readonly OverrideStep[];
}

/**
 * Writes planned override changes with entries in both audit logs, and notifies open connections. The users must be locked,
 * so that the plan is still valid.
 */
export async function writeOverrides(
  context: SignedInContext,
  tx: Tx,
  writes: readonly OverrideWrite[],
  { catalog, reason }: { readonly catalog: readonly CatalogEntry[]; readonly reason: string },
): Promise<void> {
  for (const { person, steps } of writes) await writeSteps(context, tx, person, steps, { catalog, reason });
  await recordPermissionChanges(
    tx.db,
    writes.flatMap(({ person, steps }) =>
      steps.map((step) => ({
        changed_at: context.now,
        entity_type: 'User' as const,
        entity_id: person.id,
        permission_id: idIn(catalog, step.permission),
        change_type: step.changeType,
        changed_by: context.user.id,
        affected_user_count: 1,
        old_value: overrideValue(step.before?.isGranted ?? null),
        new_value: overrideValue(step.after?.isGranted ?? null),
        expires_at: endOf(step.after),
        reason,
      })),
    ),
  );
  for (const { person, steps } of writes) {
    tx.audit({
      action: 'PermissionChanged',
      entityType: 'User',
      entityId: person.id,
      reason,
      oldValues: Object.fromEntries(steps.map((step) => [step.permission, formatOverride(step.before)])),
      newValues: Object.fromEntries(steps.map((step) => [step.permission, formatOverride(step.after)])),
    });
    tx.notify('permissions', { userId: person.id });
  }
  announce(tx, writes);
}

async function writeSteps(
  context: SignedInContext,
  tx: Tx,
  { id }: Person,
  steps: readonly OverrideStep[],
  { catalog, reason }: { readonly catalog: readonly CatalogEntry[]; readonly reason: string },
): Promise<void> {
  await tx.db
    .deleteFrom('user_permission_overrides')
    .where('user_id', '=', id)
    .where(
      'permission_id',
      'in',
      steps.map(({ permission }) => idIn(catalog, permission)),
    )
    .execute();
  const rows = steps.flatMap(({ permission, after }) =>
    after === null
      ? []
      : [
          {
            user_id: id,
            permission_id: idIn(catalog, permission),
            is_granted: after.isGranted,
            reason,
            expires_at: endOf(after),
            created_by: context.user.id,
            created_at: context.now,
          },
        ],
  );
  if (rows.length > 0) await tx.db.insertInto('user_permission_overrides').values(rows).execute();
}

function announce(tx: Tx, writes: readonly OverrideWrite[]): void {
  const [first] = writes;
  if (first === undefined) return;
  const isOne = writes.length === 1;
  tx.activity({
    description: isOne
      ? `Permissions for ${first.person.userName} were changed`
      : `Permissions for ${writes.length} users were changed`,
    icon: 'Security',
    color: 'warning',
    entityType: isOne ? 'User' : 'Permission',
    entityId: isOne ? first.person.id : null,
    requiredRole: 'SuperAdmin',
  });
}

const endOf = (override: PermissionOverride | null): Date | null =>
  override === null || override.expiresAt === null ? null : new Date(instantMs(override.expiresAt));

/** For example "Granted until 2026-12-01T09:00:00.000Z". */
function formatOverride(override: PermissionOverride | null): string {
  const end = endOf(override);
  const value = overrideValue(override?.isGranted ?? null);
  return end === null ? value : `${value} until ${end.toISOString()}`;
}
