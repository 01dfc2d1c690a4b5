import { overrideValue, roleValue } from '@portal/domain/permission-changes';
import type { PermissionName } from '@portal/domain/permissions';
import type { RoleName } from '@portal/domain/roles';
import type { Insertable, Transaction } from 'kysely';
import { recordPermissionChanges, type PermissionChange } from '@portal/server/authz/permission-audit';
import type { Database } from '@portal/server/db/schema';
import { idsByName } from './ids-by-name.ts';

const DAY_MS = 86_400_000;

interface DemoOverride {
  readonly userName: string;
  readonly permission: PermissionName;
  readonly isGranted: boolean;
  readonly reason: string;
  /** Days before now. */
  readonly daysAgo: number;
  /** Days from now; null means no expiration. Expired overrides are only in the audit. */
  readonly endsIn: number | null;
}

/** Overrides of colleagues, so that the demo accounts have exactly the permissions of their roles. */
const OVERRIDES: readonly DemoOverride[] = [
  {
    userName: 'ljohansson',
    permission: 'Order.Create',
    isGranted: true,
    reason: 'Enters orders in Annapolis while Keisha is on leave',
    daysAgo: 9,
    endsIn: 21,
  },
  {
    userName: 'ljohansson',
    permission: 'Timecard.ViewReports',
    isGranted: true,
    reason: 'Prepares payroll starting in October',
    daysAgo: 44,
    endsIn: null,
  },
  {
    userName: 'cvaldez',
    permission: 'Patient.ViewSsn',
    isGranted: false,
    reason: 'Does not do billing and does not need Social Security numbers',
    daysAgo: 120,
    endsIn: null,
  },
  {
    userName: 'cvaldez',
    permission: 'Document.Delete',
    isGranted: true,
    reason: 'Removing documents that were scanned twice in Columbia',
    daysAgo: 35,
    endsIn: -7,
  },
  {
    userName: 'sfitzgerald',
    permission: 'Dictation.ManageTemplates',
    isGranted: true,
    reason: 'Revising the follow-up templates with Dr. Raman',
    daysAgo: 18,
    endsIn: 45,
  },
];

interface DemoRoleChange {
  readonly role: RoleName;
  readonly permission: PermissionName;
  readonly isGranted: boolean;
  readonly reason: string;
  readonly daysAgo: number;
  readonly affectedUserCount: number;
}

/** Granted and revoked again, so that roles have the permissions of a new installation. */
const ROLE_CHANGES: readonly DemoRoleChange[] = [
  {
    role: 'MedicalAssistant',
    permission: 'Document.Delete',
    isGranted: true,
    reason: 'Assistants are cleaning up the spring faxes',
    daysAgo: 95,
    affectedUserCount: 2,
  },
  {
    role: 'MedicalAssistant',
    permission: 'Document.Delete',
    isGranted: false,
    reason: 'Fax cleanup is finished; only administrators delete documents',
    daysAgo: 61,
    affectedUserCount: 2,
  },
];

/** Adds active overrides and the permission audit of the last months, all by the demo’s SuperAdmin. */
export async function insertDemoPermissions(tx: Transaction<Database>, now: Date): Promise<void> {
  const users = idsByName(await tx.selectFrom('users').select(['id', 'user_name as name']).execute());
  const permissions = idsByName(await tx.selectFrom('permissions').select(['id', 'name']).execute());
  const roles = idsByName(await tx.selectFrom('roles').select(['id', 'name']).execute());
  const boss = users('superadmin');
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS);
  await tx
    .insertInto('user_permission_overrides')
    .values(
      OVERRIDES.filter(({ endsIn }) => endsIn === null || endsIn > 0).map(
        (each): Insertable<Database['user_permission_overrides']> => ({
          user_id: users(each.userName),
          permission_id: permissions(each.permission),
          is_granted: each.isGranted,
          reason: each.reason,
          expires_at: each.endsIn === null ? null : at(each.endsIn),
          created_by: boss,
          created_at: at(-each.daysAgo),
        }),
      ),
    )
    .execute();
  for (const { role, daysAgo } of ROLE_CHANGES)
    await tx
      .updateTable('roles')
      .set((eb) => ({ version: eb('version', '+', 1), modified_at: at(-daysAgo), modified_by: boss }))
      .where('id', '=', roles(role))
      .execute();
  const changes: PermissionChange[] = [
    ...ROLE_CHANGES.map((each): PermissionChange => ({
      changed_at: at(-each.daysAgo),
      entity_type: 'Role',
      entity_id: roles(each.role),
      permission_id: permissions(each.permission),
      change_type: 'RoleTemplateUpdate',
      changed_by: boss,
      affected_user_count: each.affectedUserCount,
      old_value: roleValue(!each.isGranted),
      new_value: roleValue(each.isGranted),
      expires_at: null,
      reason: each.reason,
    })),
    ...OVERRIDES.flatMap((each): PermissionChange[] => {
      const added: PermissionChange = {
        changed_at: at(-each.daysAgo),
        entity_type: 'User',
        entity_id: users(each.userName),
        permission_id: permissions(each.permission),
        change_type: 'UserOverrideAdded',
        changed_by: boss,
        affected_user_count: 1,
        old_value: overrideValue(null),
        new_value: overrideValue(each.isGranted),
        expires_at: each.endsIn === null ? null : at(each.endsIn),
        reason: each.reason,
      };
      if (each.endsIn === null || each.endsIn > 0) return [added];
      const ended: PermissionChange = {
        ...added,
        changed_at: at(each.endsIn),
        change_type: 'UserOverrideExpired',
        changed_by: null,
        old_value: added.new_value,
        new_value: overrideValue(null),
        expires_at: null,
        reason: 'The override expired',
      };
      return [added, ended];
    }),
  ];
  await recordPermissionChanges(
    tx,
    changes.toSorted((a, b) => Number(a.changed_at) - Number(b.changed_at)),
  );
}
