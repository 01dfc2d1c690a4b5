import { MAX_CARD_HOURS } from '@portal/domain/timecard';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { MomentsRow, Span } from './timecard-repo.ts';

export type PersonMoments = MomentsRow & { readonly user_id: string };

/** Times in milliseconds, because parsing timestamps would take most of the time of a large report. */
interface PersonNumbers {
  readonly user_id: string;
  readonly clock_in_at: number;
  readonly clock_out_at: number | null;
  readonly lunch_start_at: number | null;
  readonly lunch_end_at: number | null;
  readonly hours_confirmed: boolean;
}
const ms = (column: string) => sql`date_part('epoch', ${sql.ref(column)}) * 1000 as ${sql.ref(column)}`;

/** Lists cards that may overlap a time range, of everyone or one user. No card counts for more than MAX_CARD_HOURS. */
export async function listReaching(
  db: Db,
  { from, to }: Span,
  userId: string | undefined,
): Promise<PersonMoments[]> {
  const before = new Date(from.getTime() - MAX_CARD_HOURS * 3_600_000);
  const { rows } =
    await sql<PersonNumbers>`select user_id, ${ms('clock_in_at')}, ${ms('clock_out_at')}, ${ms('lunch_start_at')}, ${ms('lunch_end_at')}, hours_confirmed
    from timecards where deleted_at is null ${userId === undefined ? sql`` : sql`and user_id = ${userId}`}
      and clock_in_at >= ${before} and clock_in_at < ${to} and (clock_out_at is null or clock_out_at > ${from})`.execute(
      db,
    );
  return rows.map((row) => ({
    user_id: row.user_id,
    clock_in_at: new Date(row.clock_in_at),
    clock_out_at: dateOf(row.clock_out_at),
    lunch_start_at: dateOf(row.lunch_start_at),
    lunch_end_at: dateOf(row.lunch_end_at),
    hours_confirmed: row.hours_confirmed,
  }));
}

const dateOf = (value: number | null) => (value === null ? null : new Date(value));

/** IDs of the active users with a shift in the week that starts on this Monday. */
export async function scheduledInWeek(db: Db, monday: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct s.user_id from timecard_schedules s join users u on u.id = s.user_id and u.is_active
    where s.effective_from <= ${monday}::date + 6 and (s.effective_to is null or s.effective_to >= ${monday}::date)
      and ${monday}::date + (s.day_of_week + 6) % 7 between s.effective_from and coalesce(s.effective_to, 'infinity')`.execute(
    db,
  );
  return rows.map(({ user_id: userId }) => userId);
}

export interface ScheduledPerson {
  readonly user_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly employee_id: string;
  readonly is_active: boolean;
  readonly start_time: string;
  readonly end_time: string;
  readonly grace_minutes: number;
}

/** Lists everyone with a shift on the day, by start time and name. */
export function listScheduled(db: Db, date: string, dayOfWeek: number): Promise<ScheduledPerson[]> {
  return db
    .selectFrom('timecard_schedules as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select([
      's.user_id',
      'u.first_name',
      'u.last_name',
      'u.employee_id',
      'u.is_active',
      's.start_time',
      's.end_time',
      's.grace_minutes',
    ])
    .where('s.day_of_week', '=', dayOfWeek)
    .where('s.effective_from', '<=', date)
    .where((eb) => eb.or([eb('s.effective_to', 'is', null), eb('s.effective_to', '>=', date)]))
    .orderBy('s.start_time')
    .orderBy(sql`lower(u.last_name)`)
    .orderBy(sql`lower(u.first_name)`)
    .orderBy('u.id')
    .execute();
}
