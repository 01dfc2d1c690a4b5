import { auditEntryId } from '#audit/entry-id.ts';
import { overrideValue } from '@portal/domain/permission-changes';
import type { Transaction } from 'kysely';
import { appendEntries } from '#audit/append.ts';
import { notify } from '#db/notifier.ts';
import type { Database } from '#db/schema.ts';
import { EXPIRY_NOTICE_DAYS } from '@portal/domain/notification';
import { recordPermissionChanges } from '#authz/permission-audit.ts';
import { isPermissionName } from '@portal/domain/permissions';
import { announceLostWork } from '#live/unassigned-news.ts';
import { addExpiryNotifications } from '#live/notification-store.ts';
import { deleteExpired, listExpiring, permissionNames } from './override-repo.ts';

const REASON = 'The override expired';

/** Notifies the users of overrides that expire within the next days. */
export async function announceExpiringOverrides(tx: Transaction<Database>, now: Date): Promise<void> {
  const soon = new Date(now.getTime() + EXPIRY_NOTICE_DAYS * 24 * 3_600_000);
  await addExpiryNotifications(tx, 'PermissionExpiring', await listExpiring(tx, now, soon), now);
}

/**
 * Removes expired overrides, optionally of the given users only, notifies these users and those who can take their work that waits for
 * nobody now, and audits it without a user. Returns how many were removed. They had no effect since they expired, because every permission check compares with the current time.
 */
export async function removeExpiredOverrides(
  tx: Transaction<Database>,
  { auditKey, now, userIds }: { auditKey: Buffer; now: Date; userIds?: readonly string[] },
): Promise<number> {
  const ended = await deleteExpired(tx, now, userIds);
  if (ended.length === 0) return 0;
  const names = await permissionNames(tx);
  await recordPermissionChanges(
    tx,
    ended.map((override) => ({
      changed_at: override.expires_at ?? now,
      entity_type: 'User',
      entity_id: override.user_id,
      permission_id: override.permission_id,
      change_type: 'UserOverrideExpired',
      changed_by: null,
      affected_user_count: 1,
      old_value: overrideValue(override.is_granted),
      new_value: overrideValue(null),
      expires_at: null,
      reason: REASON,
    })),
  );
  await appendEntries(
    tx,
    auditKey,
    ended.map((override) => {
      const name = names.get(override.permission_id) ?? override.permission_id;
      return {
        id: auditEntryId(now),
        at: now,
        userId: null,
        sessionId: null,
        apiKeyId: null,
        action: 'PermissionChanged',
        entityType: 'User',
        entityId: override.user_id,
        patientId: null,
        ipAddress: null,
        reason: REASON,
        requestId: null,
        oldValues: { [name]: overrideValue(override.is_granted) },
        newValues: { [name]: overrideValue(null) },
      };
    }),
  );
  await addExpiryNotifications(tx, 'PermissionExpired', ended, now);
  const losses = [...Map.groupBy(ended, (override) => override.user_id)].map(([userId, own]) => ({
    userId,
    lost: own.map((override) => names.get(override.permission_id) ?? '').filter(isPermissionName),
  }));
  await announceLostWork(tx, now, losses);
  for (const userId of new Set(ended.map((override) => override.user_id)))
    await notify(tx, 'permissions', { userId });
  return ended.length;
}
