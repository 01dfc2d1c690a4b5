import type { AnswerOf, QueryOf } from '@portal/contract/endpoint';
import {
  type permissionAuditLog,
  permissionAuditOfRole,
  permissionAuditOfUser,
} from '@portal/contract/permissions';
import { clampPage } from '@portal/domain/list';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { countChanges, listChanges } from './permission-audit-repo.ts';
import { presentChange } from './permission-audit-view.ts';
import { getUser } from './read-users.ts';
import { getRole } from './role-repo.ts';

type Answer = AnswerOf<typeof permissionAuditLog>;

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
