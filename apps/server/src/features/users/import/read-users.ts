import type { AnswerOf, QueryOf } from '@portal/contract/endpoint';
import {
  publicUser,
  titleActive,
  userByOffice,
  userByRole,
  userGet,
  type userList,
  userProviders,
  userRoles,
} from '@portal/contract/users';
import { clampPage } from '@portal/domain/list';
import { passesRoleCheck, PROVIDER_ROLES } from '@portal/domain/roles';
import { notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { findOfficeAccess, listActiveTitles } from '../assignable-repo.ts';
import { isSuperAdmin } from '../authority.ts';
import { listAssignableRoles, listRoles } from '../role-repo.ts';
import { presentUser, presentUsers } from '../user-view.ts';
import { countUsers, findUser, listByOffice, listByRole, listUsers } from '../user-repo.ts';

/** Returns a page of users; by default only active ones, sorted by username. */
export async function getUsers(
  context: SignedInContext,
  query: QueryOf<typeof userList>,
): Promise<AnswerOf<typeof userList>> {
  const { db } = context.deps;
  const totalCount = await countUsers(db, query);
  const { pageSize, offset } = clampPage({ ...query, totalCount });
  const rows = await listUsers(db, query, {
    orderBy: query.orderBy ?? 'username',
    sortDirection: query.sortDirection ?? 'asc',
    pageSize,
    offset,
  });
  return { users: await presentUsers(context, db, rows), totalCount, totalCountIsApproximate: false };
}

/** Returns a user: the full record for Admins, the public fields for others. Throws NOT_FOUND. */
export const getUser = operation(userGet, async (context, { params: { id } }) => {
  const row = await findUser(context.deps.db, id);
  if (row === undefined) throw notFound('User not found');
  const user = await presentUser(context, context.deps.db, row);
  return passesRoleCheck(context.user.roles, ['Admin']) ? user : publicUser.parse(user);
});

/** Returns the roles that the caller may assign; only SuperAdmins may assign SuperAdmin. */
export const getAssignableRoles = operation(userRoles, ({ deps, user }) =>
  listAssignableRoles(deps.db, { includeSuperAdmin: isSuperAdmin(user) }),
);

/** Returns the active provider titles in display order. */
export const getActiveTitles = operation(titleActive, ({ deps }) => listActiveTitles(deps.db));

/** Returns the active users with a role. Throws NOT_FOUND for an unknown role. */
export const getByRole = operation(userByRole, async (context, { params: { id: roleId } }) => {
  const { db } = context.deps;
  const [role] = await listRoles(db, [roleId]);
  if (role === undefined) throw notFound('Role not found');
  return presentUsers(context, db, await listByRole(db, [role.name]));
});

/** Returns the active users of an office. Throws NOT_FOUND, also if only SuperAdmins may see the office. */
export const getByOffice = operation(userByOffice, async (context, { params: { id: officeId } }) => {
  const { db } = context.deps;
  const office = await findOfficeAccess(db, officeId);
  if (office === undefined || (office.super_admin_only && !isSuperAdmin(context.user)))
    throw notFound('Office not found');
  return presentUsers(context, db, await listByOffice(db, officeId));
});

/** Returns active providers with the fields that pickers show. */
export const getProviders = operation(userProviders, async (context) => {
  const rows = await listByRole(context.deps.db, PROVIDER_ROLES);
  return rows.map((row) => ({
    id: row.id,
    userName: row.user_name,
    username: row.user_name,
    firstName: row.first_name,
    lastName: row.last_name,
    title: row.title,
    roles: row.roles,
  }));
});
