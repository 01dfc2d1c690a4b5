import { overrideValue, roleValue, type RolePlan } from '@portal/domain/permission-changes';
import { recordPermissionChanges } from '#authz/permission-audit.ts';
import { idIn, type CatalogEntry } from '#authz/permission-catalog.ts';
import type { Tx } from '#request/transaction.ts';
import type { SignedInContext } from '#request/context.ts';
import type { RoleRecord } from './read-roles.ts';

interface RoleWrite {
  readonly role: RoleRecord;
  readonly plan: RolePlan;
  readonly catalog: readonly CatalogEntry[];
  readonly reason: string;
}

/** Writes a planned role change: grants, version, overrides that preserve members' permissions, and the permission audit. */
export async function writeRolePlan(context: SignedInContext, tx: Tx, write: RoleWrite): Promise<void> {
  const { role, plan, catalog } = write;
  const ids = (isGranted: boolean) =>
    plan.steps
      .filter((step) => step.isGranted === isGranted)
      .map(({ permission }) => idIn(catalog, permission));
  const [added, removed] = [ids(true), ids(false)];
  if (removed.length > 0)
    await tx.db
      .deleteFrom('role_permissions')
      .where('role_id', '=', role.id)
      .where('permission_id', 'in', removed)
      .execute();
  if (added.length > 0)
    await tx.db
      .insertInto('role_permissions')
      .values(
        added.map((permissionId) => ({
          role_id: role.id,
          permission_id: permissionId,
          granted_at: context.now,
          granted_by: context.user.id,
        })),
      )
      .execute();
  await tx.db
    .updateTable('roles')
    .set((eb) => ({
      version: eb('version', '+', 1),
      modified_at: context.now,
      modified_by: context.user.id,
    }))
    .where('id', '=', role.id)
    .execute();
  await insertOverrides(context, tx, write);
  await recordRole(context, tx, write);
}

/** Overrides per statement: PostgreSQL allows 65,535 parameters. */
const CHUNK = 2_000;

async function insertOverrides(context: SignedInContext, tx: Tx, { plan, catalog, reason }: RoleWrite) {
  const rows = plan.kept.map(({ userId, permission, isGranted }) => ({
    user_id: userId,
    permission_id: idIn(catalog, permission),
    is_granted: isGranted,
    reason,
    expires_at: null,
    created_by: context.user.id,
    created_at: context.now,
  }));
  for (let start = 0; start < rows.length; start += CHUNK)
    await tx.db
      .insertInto('user_permission_overrides')
      .values(rows.slice(start, start + CHUNK))
      .execute();
  await recordPermissionChanges(
    tx.db,
    rows.map((row) => ({
      changed_at: context.now,
      entity_type: 'User',
      entity_id: row.user_id,
      permission_id: row.permission_id,
      change_type: 'UserOverrideAdded',
      changed_by: context.user.id,
      affected_user_count: 1,
      old_value: overrideValue(null),
      new_value: overrideValue(row.is_granted),
      expires_at: null,
      reason,
    })),
  );
  for (const [userId, kept] of Map.groupBy(plan.kept, (each) => each.userId))
    tx.audit({
      action: 'PermissionChanged',
      entityType: 'User',
      entityId: userId,
      reason,
      oldValues: Object.fromEntries(kept.map(({ permission }) => [permission, overrideValue(null)])),
      newValues: Object.fromEntries(
        kept.map(({ permission, isGranted }) => [permission, overrideValue(isGranted)]),
      ),
    });
}

function recordRole(context: SignedInContext, tx: Tx, { role, plan, catalog, reason }: RoleWrite) {
  return recordPermissionChanges(
    tx.db,
    plan.steps.map((step) => ({
      changed_at: context.now,
      entity_type: 'Role',
      entity_id: role.id,
      permission_id: idIn(catalog, step.permission),
      change_type: 'RoleTemplateUpdate',
      changed_by: context.user.id,
      affected_user_count: step.gainingUsers + step.losingUsers,
      old_value: roleValue(!step.isGranted),
      new_value: roleValue(step.isGranted),
      expires_at: null,
      reason,
    })),
  );
}
