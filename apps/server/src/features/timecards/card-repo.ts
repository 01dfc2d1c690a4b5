import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { TimecardsTable } from '#db/tables/timecards.ts';
import type { UsersTable } from '#db/tables/users.ts';

export type CardRow = Omit<Selectable<TimecardsTable>, 'deleted_at' | 'deleted_by'> &
  Pick<Selectable<UsersTable>, 'first_name' | 'last_name'> & { readonly lunch_required: boolean };

/** The cards that count, with their person and whether the schedule of their day asks for a lunch break. */
function cards(db: Db, zone: string) {
  const day = sql`(t.clock_in_at at time zone ${zone})::date`;
  return db
    .selectFrom('timecards as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select([
      't.id',
      't.user_id',
      't.clock_in_at',
      't.clock_out_at',
      't.lunch_start_at',
      't.lunch_end_at',
      't.notes',
      't.is_corrected',
      't.version',
      'u.first_name',
      'u.last_name',
    ])
    .select(
      sql<boolean>`exists (select from timecard_schedules s where s.user_id = t.user_id
        and s.day_of_week = extract(dow from ${day})::int and s.requires_lunch
        and s.effective_from <= ${day} and (s.effective_to is null or s.effective_to >= ${day}))`.as(
        'lunch_required',
      ),
    )
    .where('t.deleted_at', 'is', null);
}

export function findCard(db: Db, zone: string, id: string): Promise<CardRow | undefined> {
  return cards(db, zone).where('t.id', '=', id).executeTakeFirst();
}

/** As `findCard`, and keeps others from changing the card until the transaction ends. */
export async function lockCard(db: Db, zone: string, id: string): Promise<CardRow | undefined> {
  await db.selectFrom('timecards').select('id').where('id', '=', id).forUpdate().execute();
  return findCard(db, zone, id);
}

/** Somebody's own card. */
export function findOwnCard(db: Db, zone: string, id: string, userId: string): Promise<CardRow | undefined> {
  return cards(db, zone).where('t.id', '=', id).where('t.user_id', '=', userId).executeTakeFirst();
}

export function findOpenCard(db: Db, zone: string, userId: string): Promise<CardRow | undefined> {
  return cards(db, zone)
    .where('t.user_id', '=', userId)
    .where('t.clock_out_at', 'is', null)
    .executeTakeFirst();
}

/** From a moment on and before another, by clock-in. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** A person's cards of a time, newest first. */
export function listOwnCards(
  db: Db,
  zone: string,
  userId: string,
  span: Span,
  page?: { readonly pageSize: number; readonly offset: number },
): Promise<CardRow[]> {
  return cards(db, zone)
    .where('t.user_id', '=', userId)
    .where('t.clock_in_at', '>=', span.from)
    .where('t.clock_in_at', '<', span.to)
    .orderBy('t.clock_in_at', 'desc')
    .orderBy('t.id', 'desc')
    .$if(page !== undefined, (query) => query.limit(page?.pageSize ?? 0).offset(page?.offset ?? 0))
    .execute();
}

const MOMENTS = ['clock_in_at', 'clock_out_at', 'lunch_start_at', 'lunch_end_at'] as const;
export type MomentsRow = Pick<Selectable<TimecardsTable>, (typeof MOMENTS)[number]>;

/** The moments of a person's cards of a time, for their total. */
export function listOwnMoments(db: Db, userId: string, span: Span): Promise<MomentsRow[]> {
  return db
    .selectFrom('timecards')
    .select(MOMENTS)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('clock_in_at', '>=', span.from)
    .where('clock_in_at', '<', span.to)
    .execute();
}

/** The given cards, newest first. */
export async function findCards(db: Db, zone: string, ids: readonly string[]): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  return cards(db, zone)
    .where('t.id', 'in', ids)
    .orderBy('t.clock_in_at', 'desc')
    .orderBy('t.id', 'desc')
    .execute();
}

export async function insertCard(db: Db, row: Insertable<TimecardsTable>): Promise<string> {
  const { id } = await db.insertInto('timecards').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateCard(db: Db, id: string, change: Updateable<TimecardsTable>): Promise<void> {
  await db
    .updateTable('timecards')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** A person's card of which some moment lies within these; `except` is not looked at. */
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
