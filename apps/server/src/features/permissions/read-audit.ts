import type { AnswerOf, QueryOf } from '@portal/contract/endpoint';
import {
  type permissionAuditLog,
  permissionAuditOfRole,
  permissionAuditOfUser,
} from '@portal/contract/permissions';
import { clampPage } from '@portal/domain/list';
import { fullName } from '@portal/domain/person-name';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { countChanges, listChanges, type ChangeRow } from './permission-audit-repo.ts';
import { getUser } from './read-users.ts';
import { getRole } from './role-repo.ts';

type Answer = AnswerOf<typeof permissionAuditLog>;

/** An entry of the permission audit. */
const presentChange = (row: ChangeRow): AnswerOf<typeof permissionAuditLog>['items'][number] => ({
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

/** Lists permission changes, newest first. Paging covers the newest 10,001 matches; use the filters to find older ones. */
export async function getAudit(
  { deps: { db, config } }: SignedInContext,
  query: QueryOf<typeof permissionAuditLog>,
): Promise<Answer> {
  const filter = { ...query, timeZone: config.practice.timeZone };
  const total = await countChanges(db, filter);
  const page = clampPage({ ...query, totalCount: total.totalCount });
  const rows = await listChanges(db, filter, page);
  return {
    items: rows.map((row) => presentChange(row)),
    ...total,
    page: page.page,
    pageSize: page.pageSize,
    totalPages: Math.ceil(total.totalCount / page.pageSize),
  };
}

/** Lists one user's permission changes. Throws NOT_FOUND. */
export const getUserAudit = operation(permissionAuditOfUser, async (context, { params: { id }, query }) => {
  await getUser(context.deps.db, id);
  return getAudit(context, { ...query, entityType: 'User', entityId: id });
});

/** Lists one role's permission changes. Throws NOT_FOUND. */
export const getRoleAudit = operation(permissionAuditOfRole, async (context, { params: { id }, query }) => {
  await getRole(context.deps.db, id);
  return getAudit(context, { ...query, entityType: 'Role', entityId: id });
});
