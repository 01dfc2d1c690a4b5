import type { Timecard } from '@portal/contract/timecards';
import { LONG_CARD_HOURS, MAX_CARD_HOURS } from '@portal/domain/timecard';
import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/statement-marks.ts';
import type { TimecardsTable, UsersTable } from '#db/schema.ts';

export type CardRow = Omit<Selectable<TimecardsTable>, 'deleted_at' | 'deleted_by'> &
  Pick<Selectable<UsersTable>, 'first_name' | 'last_name'> & {
    readonly lunch_required: boolean;
    /** A lunch break is required, but none of the day's cards has one. */
    readonly lunch_due: boolean;
    /** The last card of its day, and none of the day's cards is open. */
    readonly ends_day: boolean;
    readonly last_correction: Timecard['lastCorrection'];
  };

/** Minutes of lunch that the schedule requires on the card's day. */
const requiredLunch = (day: RawBuilder<unknown>) => sql<{ minutes: number }>`(
  select s.lunch_minutes as minutes from timecard_schedules s
  where s.user_id = t.user_id and s.day_of_week = extract(dow from ${day})::int and s.requires_lunch
    and s.effective_from <= ${day} and (s.effective_to is null or s.effective_to >= ${day}))`;

/** The format of JavaScript's toISOString. */
const ISO = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';

/** All cards of the card's day together: clocking out and back in counts as lunch if the gap is long enough. */
const wholeDay = (day: RawBuilder<unknown>, zone: string) => sql<{
  has_lunch: boolean;
  is_open: boolean;
  last_in: Date;
}>`(
  select coalesce(bool_or(c.lunch_start_at is not null
      or c.next_in >= c.clock_out_at + make_interval(mins => required.minutes)), false) as has_lunch,
    bool_or(c.clock_out_at is null) as is_open, max(c.clock_in_at) as last_in
  from (
    select clock_in_at, clock_out_at, lunch_start_at, lead(clock_in_at) over (order by clock_in_at) as next_in
    from timecards
    where user_id = t.user_id and deleted_at is null
      and clock_in_at >= ${day}::timestamp at time zone ${zone}
      and clock_in_at < (${day} + 1)::timestamp at time zone ${zone}
  ) c)`;

const lastCorrection = sql<Timecard['lastCorrection']>`case when t.is_corrected then (
  select json_build_object('action', c.action, 'at', to_char(c.at at time zone 'utc', ${ISO}),
    'byName', concat_ws(' ', b.first_name, b.last_name), 'reason', c.reason)
  from timecard_corrections c join users b on b.id = c.corrected_by
  where c.timecard_id = t.id order by c.at desc, c.id desc limit 1) end`;

/** Query of cards that are not deleted, with the user, the lunch status of the day, and the newest correction. */
function cards(db: Db, zone: string) {
  const day = sql`(t.clock_in_at at time zone ${zone})::date`;
  return db
    .selectFrom('timecards as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .leftJoinLateral(requiredLunch(day).as('required'), (join) => join.onTrue())
    .leftJoinLateral(wholeDay(day, zone).as('whole'), (join) => join.on('required.minutes', 'is not', null))
    .select([
      't.id',
      't.user_id',
      't.clock_in_at',
      't.clock_out_at',
      't.lunch_start_at',
      't.lunch_end_at',
      't.notes',
      't.is_corrected',
      't.hours_confirmed',
      't.own_correction',
      't.proposal',
      't.version',
      'u.first_name',
      'u.last_name',
    ])
    .select([
      sql<boolean>`required.minutes is not null`.as('lunch_required'),
      sql<boolean>`coalesce(not whole.has_lunch, false)`.as('lunch_due'),
      sql<boolean>`coalesce(not whole.is_open and whole.last_in = t.clock_in_at, false)`.as('ends_day'),
      lastCorrection.as('last_correction'),
    ])
    .where('t.deleted_at', 'is', null);
}

export function findCard(db: Db, zone: string, id: string): Promise<CardRow | undefined> {
  return cards(db, zone).where('t.id', '=', id).executeTakeFirst();
}

/** Same as `findCard`, and locks the card until the transaction ends. */
export async function lockCard(db: Db, zone: string, id: string): Promise<CardRow | undefined> {
  await db.selectFrom('timecards').select('id').where('id', '=', id).forUpdate().execute();
  return findCard(db, zone, id);
}

/** Finds a card by ID if it belongs to the user. */
export function findOwnCard(db: Db, zone: string, id: string, userId: string): Promise<CardRow | undefined> {
  return cards(db, zone)
    .where('t.id', '=', id)
    .where('t.user_id', '=', userId)
    .modifyEnd(PREPARED)
    .executeTakeFirst();
}

/** Finds the user's open card. */
export function findOpenCard(db: Db, zone: string, userId: string): Promise<CardRow | undefined> {
  return cards(db, zone)
    .where('t.user_id', '=', userId)
    .where('t.clock_out_at', 'is', null)
    .modifyEnd(PREPARED)
    .executeTakeFirst();
}

/** A time range, including `from`, excluding `to`. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** Condition on timecards "t": they begin in a time range, or count hours in it as of `now`. Times count by the minute, and unconfirmed hours up to a limit. */
export function reaches({ from, to }: Span, now: Date): RawBuilder<boolean> {
  const earliest = new Date(from.getTime() - MAX_CARD_HOURS * 3_600_000);
  return sql<boolean>`(t.clock_in_at >= ${earliest} and t.clock_in_at < ${to} and (t.clock_in_at >= ${from}
    or (date_trunc('minute', coalesce(t.clock_out_at, ${now})) > ${from}
      and (t.hours_confirmed or t.clock_in_at + make_interval(hours => ${LONG_CARD_HOURS}) > ${from}))))`;
}

/** Lists a user's cards of a time range, newest first. */
export function listOwnCards(
  db: Db,
  zone: string,
  userId: string,
  { span, now }: { readonly span: Span; readonly now: Date },
  page?: { readonly pageSize: number; readonly offset: number },
): Promise<CardRow[]> {
  return cards(db, zone)
    .where('t.user_id', '=', userId)
    .where(reaches(span, now))
    .orderBy('t.clock_in_at', 'desc')
    .orderBy('t.id', 'desc')
    .$if(page !== undefined, (query) => query.limit(page?.pageSize ?? 0).offset(page?.offset ?? 0))
    .execute();
}

const MOMENTS = ['clock_in_at', 'clock_out_at', 'lunch_start_at', 'lunch_end_at', 'hours_confirmed'] as const;
export type MomentsRow = Pick<Selectable<TimecardsTable>, (typeof MOMENTS)[number]>;

const TIMES = ['id', 'clock_in_at', 'clock_out_at', 'lunch_start_at', 'lunch_end_at', 'notes'] as const;
/** The columns that a correction can change. */
export type TimesRow = Pick<Selectable<TimecardsTable>, Exclude<(typeof TIMES)[number], 'id'>>;

/** Finds a user's open card and locks it until the transaction ends. */
export function lockOpenCard(db: Db, userId: string): Promise<(TimesRow & { id: string }) | undefined> {
  return db
    .selectFrom('timecards')
    .select(TIMES)
    .where('user_id', '=', userId)
    .where('clock_out_at', 'is', null)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** SQL for the start of the open timecard of user `u`; null if not clocked in. */
export const clockedInSince = sql<Date | null>`(select t.clock_in_at from timecards t
  where t.user_id = u.id and t.clock_out_at is null and t.deleted_at is null)`;

/** Lists the times of a user's cards of a time range, to compute totals. */
export function listOwnMoments(db: Db, userId: string, span: Span, now: Date): Promise<MomentsRow[]> {
  return db
    .selectFrom('timecards as t')
    .select(MOMENTS)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where(reaches(span, now))
    .execute();
}

/** Finds cards by ID, newest first. */
export async function findCards(db: Db, zone: string, ids: readonly string[]): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  return cards(db, zone)
    .where('t.id', 'in', ids)
    .orderBy('t.clock_in_at', 'desc')
    .orderBy('t.id', 'desc')
    .execute();
}

/** Inserts a card and returns its ID. */
export async function insertCard(db: Db, row: Insertable<TimecardsTable>): Promise<string> {
  const { id } = await db
    .insertInto('timecards')
    .values(row)
    .returning('id')
    .modifyEnd(PREPARED)
    .executeTakeFirstOrThrow();
  return id;
}

/** Updates a card and increments its version. */
export async function updateCard(db: Db, id: string, change: Updateable<TimecardsTable>): Promise<void> {
  await db
    .updateTable('timecards')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Finds a user's first card that overlaps the time range, ignoring the card `except`. */
export function findOverlap(
  db: Db,
  userId: string,
  card: { readonly from: Date; readonly to: Date | null; readonly except: string | null },
): Promise<MomentsRow | undefined> {
  return db
    .selectFrom('timecards')
    .select(MOMENTS)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`tstzrange(clock_in_at, clock_out_at) && tstzrange(${card.from}::timestamptz, ${card.to}::timestamptz)`,
    )
    .$if(card.except !== null, (query) => query.where('id', '!=', card.except ?? ''))
    .orderBy('clock_in_at')
    .limit(1)
    .executeTakeFirst();
}
