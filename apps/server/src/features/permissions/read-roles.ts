import { roleMembers, type RolePermissions, roleSummaryList } from '@portal/contract/role-permissions';
import { clampPage } from '@portal/domain/list';
import { listPermissions } from '#authz/permission-catalog.ts';
import type { Db } from '#db/database.ts';
import { operation } from '#http/operation.ts';
import { countMembers, getRole, listMembers, listRoles } from './role-repo.ts';
import { presentMember, presentRole, presentSummary } from './role-view.ts';

/** Lists the rows of the Role Permissions table. */
export const getRoleSummaries = operation(roleSummaryList, async ({ deps: { db } }) => {
  const catalog = await listPermissions(db);
  return (await listRoles(db)).map((role) => presentSummary(role, catalog.length));
});

/** Gets a role with all permissions, granted or not. Throws NOT_FOUND. */
export async function getRolePermissions(db: Db, id: string): Promise<RolePermissions> {
  return presentRole(await getRole(db, id), await listPermissions(db));
}

/** Lists a page of a role's members by last name. Throws NOT_FOUND. */
export const getMembers = operation(roleMembers, async ({ deps: { db } }, { params, query }) => {
  const { id: roleId } = params;
  await getRole(db, roleId);
  const filter = { roleId, search: query.searchTerm, includeInactive: query.includeInactive };
  const totalCount = await countMembers(db, filter);
  const rows = await listMembers(db, filter, clampPage({ ...query, totalCount }));
  return { totalCount, users: rows.map((row) => presentMember(row)) };
});
