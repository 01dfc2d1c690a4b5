import type { AnswerOf } from '@portal/contract/endpoint';
import type { permissionAuditLog } from '@portal/contract/permissions';
import { fullName } from '@portal/domain/person-name';
import type { ChangeRow } from './permission-audit-repo.ts';

/** An entry of the permission audit. */
export const presentChange = (row: ChangeRow): AnswerOf<typeof permissionAuditLog>['items'][number] => ({
  id: row.id,
  changedAt: row.changed_at.toISOString(),
  entityType: row.entity_type,
  entityId: row.entity_id,
  entityName: row.role ?? fullNameOrNull(row.first_name, row.last_name) ?? 'Unknown',
  permissionId: row.permission_id,
  permissionName: row.permission,
  changeType: row.change_type,
  changedBy: fullNameOrNull(row.by_first_name, row.by_last_name) ?? 'System',
  changedById: row.changed_by,
  affectedUserCount: row.affected_user_count,
  oldValue: row.old_value,
  newValue: row.new_value,
  expiresAt: row.expires_at?.toISOString() ?? null,
  reason: row.reason,
});

const fullNameOrNull = (first: string | null, last: string | null): string | null =>
  first === null || last === null ? null : fullName(first, last);
