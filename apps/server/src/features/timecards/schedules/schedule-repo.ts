import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { TimecardSchedulesTable, UsersTable } from '#db/schema.ts';

export type ScheduleRow = Selectable<TimecardSchedulesTable> &
  Pick<Selectable<UsersTable>, 'first_name' | 'last_name'>;

/** Monday first, as the screens show them. */
const WEEK_ORDER = sql`(s.day_of_week + 6) % 7`;

function schedules(db: Db) {
  return db
    .selectFrom('timecard_schedules as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select([
      's.id',
      's.user_id',
      's.day_of_week',
      's.start_time',
      's.end_time',
      's.lunch_start_time',
      's.lunch_minutes',
      's.grace_minutes',
      's.requires_lunch',
      's.effective_from',
      's.effective_to',
      's.version',
      'u.first_name',
      'u.last_name',
    ]);
}

/** Lists a user's shifts in effect on or after a date, or all, by day of the week and effective date. */
export function listFrom(db: Db, userId: string, date: string | null): Promise<ScheduleRow[]> {
  return schedules(db)
    .where('s.user_id', '=', userId)
    .$if(date !== null, (query) =>
      query.where((eb) => eb.or([eb('s.effective_to', 'is', null), eb('s.effective_to', '>=', date)])),
    )
    .orderBy(WEEK_ORDER)
    .orderBy('s.effective_from')
    .execute();
}

/** Lists the shifts of several users in effect on a date, by day of the week. */
export async function listWeeks(db: Db, userIds: readonly string[], date: string): Promise<ScheduleRow[]> {
  if (userIds.length === 0) return [];
  return schedules(db)
    .where('s.user_id', 'in', userIds)
    .where('s.effective_from', '<=', date)
    .where((eb) => eb.or([eb('s.effective_to', 'is', null), eb('s.effective_to', '>=', date)]))
    .orderBy(WEEK_ORDER)
    .execute();
}

/** Finds a user's shift on a date with this day of the week. */
export function findShift(
  db: Db,
  userId: string,
  date: string,
  dayOfWeek: number,
): Promise<ScheduleRow | undefined> {
  return schedules(db)
    .where('s.user_id', '=', userId)
    .where('s.day_of_week', '=', dayOfWeek)
    .where('s.effective_from', '<=', date)
    .where((eb) => eb.or([eb('s.effective_to', 'is', null), eb('s.effective_to', '>=', date)]))
    .executeTakeFirst();
}

/** Finds a shift by ID. */
export function findSchedule(db: Db, id: string): Promise<ScheduleRow | undefined> {
  return schedules(db).where('s.id', '=', id).executeTakeFirst();
}

/** Lists a user's shifts in effect between two dates; null means no end date. */
export function listBetween(db: Db, userId: string, from: string, to: string | null): Promise<ScheduleRow[]> {
  return schedules(db)
    .where('s.user_id', '=', userId)
    .where(
      sql<boolean>`daterange(s.effective_from, s.effective_to, '[]') && daterange(${from}::date, ${to}::date, '[]')`,
    )
    .orderBy('s.effective_from')
    .orderBy(WEEK_ORDER)
    .execute();
}

/** Whether one of these users has had a shift in effect before a date. */
export async function haveScheduleBefore(db: Db, userIds: readonly string[], date: string): Promise<boolean> {
  const row = await db
    .selectFrom('timecard_schedules')
    .select('id')
    .where('user_id', 'in', userIds)
    .where('effective_from', '<', date)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Inserts shifts and returns their IDs. */
export async function insertSchedules(
  db: Db,
  rows: readonly Insertable<TimecardSchedulesTable>[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const inserted = await db.insertInto('timecard_schedules').values(rows).returning('id').execute();
  return inserted.map(({ id }) => id);
}

/** Updates a shift and increments its version. */
export async function updateSchedule(
  db: Db,
  id: string,
  change: Updateable<TimecardSchedulesTable>,
): Promise<void> {
  await db
    .updateTable('timecard_schedules')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Deletes a shift. */
export async function deleteSchedule(db: Db, id: string): Promise<void> {
  await db.deleteFrom('timecard_schedules').where('id', '=', id).execute();
}

/** Clears schedules from a date on: current shifts end the day before, later ones are deleted. */
export async function clearFrom(
  db: Db,
  userIds: readonly string[],
  date: string,
  dayBefore: string,
): Promise<void> {
  await db
    .deleteFrom('timecard_schedules')
    .where('user_id', 'in', userIds)
    .where('effective_from', '>=', date)
    .execute();
  await db
    .updateTable('timecard_schedules')
    .set((eb) => ({ effective_to: dayBefore, version: eb('version', '+', 1) }))
    .where('user_id', 'in', userIds)
    .where((eb) => eb.or([eb('effective_to', 'is', null), eb('effective_to', '>=', date)]))
    .execute();
}
