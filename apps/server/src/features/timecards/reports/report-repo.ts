import { MAX_CARD_HOURS } from '@portal/domain/timecard';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import type { MomentsRow, Span } from '../timecard-repo.ts';

export type PersonMoments = MomentsRow & {
  readonly user_id: string;
  readonly own_correction: boolean;
  /** Counts nowhere. Only one that its owner deleted is listed, because reports mark it. */
  readonly is_deleted: boolean;
};

/** Times in milliseconds, because parsing timestamps would take most of the time of a large report. */
interface PersonNumbers {
  readonly user_id: string;
  readonly clock_in_at: number;
  readonly clock_out_at: number | null;
  readonly lunch_start_at: number | null;
  readonly lunch_end_at: number | null;
  readonly hours_confirmed: boolean;
  readonly own_correction: boolean;
  readonly is_deleted: boolean;
}
const ms = (column: string) => sql`date_part('epoch', ${sql.ref(column)}) * 1000 as ${sql.ref(column)}`;

/** Lists cards that may overlap a time range, of everyone or one user, and those that their owners deleted. No card counts for more than MAX_CARD_HOURS. */
export async function listReaching(
  db: Db,
  { from, to }: Span,
  userId: string | undefined,
): Promise<PersonMoments[]> {
  const before = new Date(from.getTime() - MAX_CARD_HOURS * 3_600_000);
  const inSpan = sql`${userId === undefined ? sql`` : sql`user_id = ${userId} and`}
    clock_in_at >= ${before} and clock_in_at < ${to} and (clock_out_at is null or clock_out_at > ${from})`;
  const columns = sql`user_id, ${ms('clock_in_at')}, ${ms('clock_out_at')}, ${ms('lunch_start_at')}, ${ms('lunch_end_at')}, hours_confirmed,
    own_correction, deleted_at is not null as is_deleted`;
  // Two parts, because each has an index of its own.
  const { rows } = await sql<PersonNumbers>`
    select ${columns} from timecards where deleted_at is null and ${inSpan}
    union all
    select ${columns} from timecards where own_correction and deleted_at is not null and ${inSpan}`.execute(
    db,
  );
  return rows.map((row) => ({
    user_id: row.user_id,
    clock_in_at: new Date(row.clock_in_at),
    clock_out_at: dateOf(row.clock_out_at),
    lunch_start_at: dateOf(row.lunch_start_at),
    lunch_end_at: dateOf(row.lunch_end_at),
    hours_confirmed: row.hours_confirmed,
    own_correction: row.own_correction,
    is_deleted: row.is_deleted,
  }));
}

const dateOf = (value: number | null) => (value === null ? null : new Date(value));

/** Whether the user of a shift `s` was active when the shift began on a date in a time zone. */
const wasActive = (date: RawBuilder<unknown>, zone: RawBuilder<unknown>) => sql<boolean>`not exists (
  select from user_inactive_periods p
  where p.user_id = s.user_id and p.from_at <= ((${date} + s.start_time) at time zone ${zone})
    and (p.to_at is null or p.to_at > ((${date} + s.start_time) at time zone ${zone})))`;

/** IDs of the users with a shift on one of these dates, who were active when it began. */
export async function scheduledOn(
  db: Db,
  dates: readonly string[],
  zoneOn: (date: string) => string,
): Promise<string[]> {
  const zones = dates.map((date) => zoneOn(date));
  const { rows } = await sql<{ user_id: string }>`
    select distinct s.user_id
    from unnest(${dates}::date[], ${zones}::text[]) as d (date, zone)
    join timecard_schedules s on s.day_of_week = extract(dow from d.date)::int
      and d.date between s.effective_from and coalesce(s.effective_to, 'infinity')
    where ${wasActive(sql`d.date`, sql`d.zone`)}`.execute(db);
  return rows.map(({ user_id: userId }) => userId);
}

export interface ScheduledPerson {
  readonly user_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly employee_id: string;
  /** When the shift began. */
  readonly was_active: boolean;
  readonly start_time: string;
  readonly end_time: string;
  readonly grace_minutes: number;
}

/** Lists everyone with a shift on the day, by start time and name. */
export function listScheduled(
  db: Db,
  date: string,
  dayOfWeek: number,
  zone: string,
): Promise<ScheduledPerson[]> {
  return db
    .selectFrom('timecard_schedules as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select([
      's.user_id',
      'u.first_name',
      'u.last_name',
      'u.employee_id',
      's.start_time',
      's.end_time',
      's.grace_minutes',
    ])
    .select(wasActive(sql`${date}::date`, sql`${zone}::text`).as('was_active'))
    .where('s.day_of_week', '=', dayOfWeek)
    .where('s.effective_from', '<=', date)
    .where((eb) => eb.or([eb('s.effective_to', 'is', null), eb('s.effective_to', '>=', date)]))
    .orderBy('s.start_time')
    .orderBy(sql`lower(u.last_name)`)
    .orderBy(sql`lower(u.first_name)`)
    .orderBy('u.id')
    .execute();
}
