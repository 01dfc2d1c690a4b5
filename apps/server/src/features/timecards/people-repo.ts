import type { TimecardPerson } from '@portal/contract/timecard-schedules';
import { fullName } from '@portal/domain/person-name';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import { anyId } from '#db/any-id.ts';
import type { UsersTable } from '#db/schema.ts';
import { folded } from '#db/folded-text.ts';

type PersonRow = Pick<
  Selectable<UsersTable>,
  'id' | 'first_name' | 'last_name' | 'employee_id' | 'is_active'
>;
const COLUMNS = ['u.id', 'u.first_name', 'u.last_name', 'u.employee_id', 'u.is_active'] as const;

/** Converts a row to an employee for pickers. */
export const presentPerson = (row: PersonRow): TimecardPerson => ({
  userId: row.id,
  userName: fullName(row.first_name, row.last_name),
  employeeId: row.employee_id,
  isActive: row.is_active,
});

/**
 * Locks these users until the transaction ends, so that concurrent changes to their cards or shifts are validated one after
 * the other. Returns the users that exist.
 */
export async function lockPeople(db: Db, ids: readonly string[]): Promise<PersonRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('users as u')
    .select(COLUMNS)
    .where('u.id', 'in', ids)
    .orderBy('u.id')
    .forNoKeyUpdate()
    .execute();
}

/** Same as `lockPeople`, for one user. */
export async function lockPerson(db: Db, id: string): Promise<PersonRow | undefined> {
  return (await lockPeople(db, [id]))[0];
}

/** Finds a user by ID. */
export function findPerson(db: Db, id: string): Promise<PersonRow | undefined> {
  return db.selectFrom('users as u').select(COLUMNS).where('u.id', '=', id).executeTakeFirst();
}

/** Finds users by ID, sorted by name. */
export async function findPeople(db: Db, ids: readonly string[]): Promise<PersonRow[]> {
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

const SEARCHED = folded(sql`concat_ws(' ', u.first_name, u.last_name, u.employee_id)`);

/** Condition for active users whose name or employee ID contains every word of the search. */
function matches(search: string): RawBuilder<boolean> {
  const words = search.split(/\s+/u).filter((word) => word !== '');
  const conditions = [
    sql`u.is_active`,
    ...words.map((word) => sql`strpos(${SEARCHED}, ${folded(sql`${word}::text`)}) > 0`),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Counts the active users that match the search. */
export async function countPeople(db: Db, search: string): Promise<number> {
  const row = await db
    .selectFrom('users as u')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(matches(search))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Lists a page of active users that match the search, by name. */
export function listPeople(
  db: Db,
  search: string,
  page: { readonly pageSize: number; readonly offset: number },
): Promise<PersonRow[]> {
  return db
    .selectFrom('users as u')
    .select(COLUMNS)
    .where(matches(search))
    .orderBy(sql`lower(u.last_name)`)
    .orderBy(sql`lower(u.first_name)`)
    .orderBy('u.id')
    .limit(page.pageSize)
    .offset(page.offset)
    .execute();
}
