import type { createPool } from '@portal/server/db/database';

/** The last day with timecards, a Friday. */
export const LAST_DAY = '2026-11-20';
const YEARS = 5;
const EMPLOYEES = 500;
/** A small practice has as many employees as the demo. */
const FEW = 12;

/**
 * Five years of timecards and a weekly schedule for every employee, always the same: 500 employees for a million
 * patients. The constraint that compares each timecard with the others is restored at the end. The pool is the
 * owner’s.
 */
export async function fillTimecards(pool: ReturnType<typeof createPool>, patients: number): Promise<void> {
  const employees = Math.max(FEW, Math.min(EMPLOYEES, Math.round(patients / 2000)));
  const client = await pool.connect();
  try {
    await client.query(`set statement_timeout = 0; set maintenance_work_mem = '512MB'`);
    await client.query(
      `insert into users (user_name, email, first_name, last_name, employee_id, password_hash)
       select 'colleague' || n, 'colleague' || n || '@practice.example', 'Given' || n % 97, 'Family' || n % 211, 'E-' || n, '-'
       from generate_series(1, ${employees}) n`,
    );
    await client.query(
      `insert into timecard_schedules (user_id, day_of_week, start_time, end_time, lunch_start_time, lunch_minutes, grace_minutes,
         requires_lunch, effective_from, effective_to)
       select u.id, day, time '08:00' + n % 4 * interval '30 minutes', time '16:30' + n % 4 * interval '30 minutes', '12:00', 30, 5,
         true, date '${LAST_DAY}' - 365 * (year + 1), case when year > 0 then date '${LAST_DAY}' - 365 * year - 1 end
       from users u, lateral (select substr(u.user_name, 10)::int as n) numbered, generate_series(1, 5) day,
         generate_series(0, ${YEARS - 1}) year
       where u.user_name like 'colleague%'`,
    );
    const { rows } = await client.query<{ definition: string }>(
      `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'timecards_no_overlap'`,
    );
    await client.query('alter table timecards drop constraint timecards_no_overlap');
    await client.query('select setseed(0.42)');
    await client.query(
      `insert into timecards (user_id, clock_in_at, clock_out_at, lunch_start_at, lunch_end_at)
       select user_id, start, start + length, start + interval '4 hours', start + interval '4 hours 32 minutes'
       from (
         select u.id as user_id, day,
           day + interval '13 hours' + substr(u.user_name, 10)::int % 4 * interval '30 minutes'
             + random() * interval '14 minutes' - interval '9 minutes' as start,
           case when random() < 0.0003 then interval '20 hours' else interval '8 hours 20 minutes' + random() * interval '70 minutes' end
             as length
         from generate_series(date '${LAST_DAY}' - 365 * ${YEARS}, date '${LAST_DAY}', interval '1 day') day, users u
         where u.user_name like 'colleague%' and extract(isodow from day) < 6 and random() < 0.96
         order by day
       ) worked`,
    );
    await client.query(
      `alter table timecards add constraint timecards_no_overlap ${rows[0]?.definition ?? ''}`,
    );
    await client.query('vacuum (analyze) timecards, timecard_schedules, users');
  } finally {
    client.release(true);
  }
}
