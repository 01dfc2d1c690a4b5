import { permissionUserList } from '@portal/contract/permissions';
import type { PermissionComparison, UserOverride, UserPermissions } from '@portal/contract/user-permissions';
import { clampPage } from '@portal/domain/list';
import { explainPermissions } from '#authz/effective-permissions.ts';
import { listPermissions } from '#authz/permission-catalog.ts';
import type { Db } from '#db/database.ts';
import { notFound } from '#platform/app-error.ts';
import { operation } from '#http/operation.ts';
import { listActiveOverrides } from './override-repo.ts';
import { countUsers, findUsers, listUsers, type UserRow } from './permission-user-repo.ts';
import {
  presentComparison,
  presentListedUser,
  presentOverride,
  presentUserPermissions,
  type Explained,
} from './user-permission-view.ts';

/** Lists users by last name; searches by name, email, role or username. Active users only by default. */
export const getPermissionUsers = operation(permissionUserList, async ({ deps: { db }, now }, { query }) => {
  const totalCount = await countUsers(db, query);
  const rows = await listUsers(db, query, { ...clampPage({ ...query, totalCount }), now });
  return { totalCount, users: rows.map((row) => presentListedUser(row)) };
});

/** Gets a user's effective permissions and their sources. Throws NOT_FOUND. */
export async function getUserPermissions(db: Db, id: string, now: Date): Promise<UserPermissions> {
  return presentUserPermissions(await getUser(db, id), await explain(db, id, now));
}

/** Compares a user's role permissions with the effective ones. Throws NOT_FOUND. */
export async function getComparison(db: Db, id: string, now: Date): Promise<PermissionComparison[]> {
  await getUser(db, id);
  return (await explain(db, id, now)).map((explained) => presentComparison(explained));
}

/** Lists a user's active overrides in catalog order. Throws NOT_FOUND. */
export async function getOverrides(db: Db, id: string, now: Date): Promise<UserOverride[]> {
  await getUser(db, id);
  const rows = await listActiveOverrides(db, id, now);
  return (await listPermissions(db)).flatMap((entry) =>
    rows.filter((row) => row.permission_id === entry.id).map((row) => presentOverride(entry, row)),
  );
}

/** Gets a user. Throws NOT_FOUND. */
export async function getUser(db: Db, id: string): Promise<UserRow> {
  const [user] = await findUsers(db, [id]);
  if (user === undefined) throw notFound('User not found');
  return user;
}

async function explain(db: Db, id: string, now: Date): Promise<Explained[]> {
  const catalog = await listPermissions(db);
  const permissions = await explainPermissions(db, id, now);
  return catalog.flatMap((entry) =>
    permissions.filter(({ permission }) => permission === entry.name).map((why) => ({ entry, why })),
  );
}
