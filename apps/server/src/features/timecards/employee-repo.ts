import { sql, type Selectable } from 'kysely';
import { holdsPermission } from '#authz/holds-permission.ts';
import type { Db } from '#db/database.ts';
import { anyId } from '#db/any-id.ts';
import type { UsersTable } from '#db/schema.ts';
import { containsWords } from '#db/folded-text.ts';

export type EmployeeRow = Pick<
  Selectable<UsersTable>,
  'id' | 'first_name' | 'last_name' | 'employee_id' | 'is_active'
>;
const COLUMNS = ['u.id', 'u.first_name', 'u.last_name', 'u.employee_id', 'u.is_active'] as const;

/**
 * Locks these users until the transaction ends, so that concurrent changes to their cards or shifts are validated one after
 * the other. Returns the users that exist.
 */
export async function lockEmployees(db: Db, ids: readonly string[]): Promise<EmployeeRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('users as u')
    .select(COLUMNS)
    .where('u.id', 'in', ids)
    .orderBy('u.id')
    .forNoKeyUpdate()
    .execute();
}

/** Same as `lockEmployees`, for one user. */
export async function lockEmployee(db: Db, id: string): Promise<EmployeeRow | undefined> {
  return (await lockEmployees(db, [id]))[0];
}

/** Whether somebody else may correct timecards. */
export async function canOthersCorrect(db: Db, userId: string, now: Date): Promise<boolean> {
  const other = await db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', '!=', userId)
    .where('u.is_active', '=', true)
    .where(holdsPermission('Timecard.ManageTimecards', now))
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Finds a user by ID. */
export function findEmployee(db: Db, id: string): Promise<EmployeeRow | undefined> {
  return db.selectFrom('users as u').select(COLUMNS).where('u.id', '=', id).executeTakeFirst();
}

/** Finds users by ID, sorted by name. */
export async function findEmployees(db: Db, ids: readonly string[]): Promise<EmployeeRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('users as u')
    .select(COLUMNS)
    .where('u.id', '=', anyId(ids))
    .orderBy(sql`lower(u.last_name)`)
    .orderBy(sql`lower(u.first_name)`)
    .orderBy('u.id')
    .execute();
}

/** Query of active users whose name or employee ID contains every word of the search. */
const matching = (db: Db, search: string) =>
  db
    .selectFrom('users as u')
    .where('u.is_active', '=', true)
    .where(containsWords(sql`concat_ws(' ', u.first_name, u.last_name, u.employee_id, u.title)`, search));

/** Counts the active users that match the search. */
export async function countEmployees(db: Db, search: string): Promise<number> {
  const row = await matching(db, search)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Lists a page of active users that match the search, by name. */
export function listEmployees(
  db: Db,
  search: string,
  page: { readonly pageSize: number; readonly offset: number },
): Promise<EmployeeRow[]> {
  return matching(db, search)
    .select(COLUMNS)
    .orderBy(sql`lower(u.last_name)`)
    .orderBy(sql`lower(u.first_name)`)
    .orderBy('u.id')
    .limit(page.pageSize)
    .offset(page.offset)
    .execute();
}
