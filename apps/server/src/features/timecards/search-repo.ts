import type { TimecardStatus } from '@portal/contract/timecards';
import { LONG_CARD_HOURS } from '@portal/domain/timecard';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { countUpTo, readListPage, type IdPage, type PageRequest } from '#db/list-page.ts';
import { reaches, type Span } from './timecard-repo.ts';

export interface CardFilter extends Span {
  readonly userId: string | undefined;
  readonly status: TimecardStatus | undefined;
  /** Current time, to compute how long open cards have been open. */
  readonly now: Date;
}

/** A literal, so that the planner recognizes the partial index. */
const LONG = sql.raw(`interval '${LONG_CARD_HOURS} hours'`);

/** Conditions of a status. Overlong cards have two, open and closed, each with its own index. */
function kindsOf(
  status: TimecardStatus | undefined,
  now: Date,
): readonly [RawBuilder<unknown>, ...RawBuilder<unknown>[]] {
  if (status === undefined) return [sql`true`];
  if (status === 'InProgress') return [sql`clock_out_at is null`];
  if (status === 'Complete') return [sql`clock_out_at is not null`];
  if (status === 'OwnCorrection') return [sql`own_correction`];
  return longCards(now);
}

function longCards(now: Date): [RawBuilder<unknown>, RawBuilder<unknown>] {
  const limit = new Date(now.getTime() - LONG_CARD_HOURS * 3_600_000);
  return [sql`clock_out_at - clock_in_at > ${LONG}`, sql`clock_out_at is null and clock_in_at < ${limit}`];
}

const NEWEST_FIRST = [
  { column: 'clock_in_at', descending: true },
  { column: 'id', descending: true },
] as const;

function cardsOf({ userId, now, ...span }: CardFilter, kind: RawBuilder<unknown>) {
  const person = userId === undefined ? sql`true` : sql`user_id = ${userId}`;
  return sql`timecards t
    where deleted_at is null and ${reaches(span, now)} and ${person} and ${kind}`;
}

export const allCardsOf = (filter: CardFilter) =>
  cardsOf(filter, sql`(${sql.join(kindsOf(filter.status, filter.now), sql` or `)})`);

/** Reads the card IDs of a page, newest first. */
export async function pageOfCards(db: Db, filter: CardFilter, request: PageRequest): Promise<IdPage> {
  const [kind, ...others] = kindsOf(filter.status, filter.now);
  return readListPage(
    db,
    {
      parts: [cardsOf(filter, kind), ...others.map((other) => cardsOf(filter, other))],
      order: NEWEST_FIRST,
    },
    request,
  );
}

/** Overlong cards whose hours no correction has confirmed, and what others corrected for themselves. */
function unconfirmedParts(now: Date, userId: string): [RawBuilder<unknown>, ...RawBuilder<unknown>[]] {
  const [closed, open] = longCards(now);
  const active = sql`timecards where deleted_at is null and not hours_confirmed`;
  const own = sql`timecards where deleted_at is null and own_correction and user_id != ${userId}
    and (hours_confirmed or not (${open} or ${closed} is true))`;
  return [sql`${active} and ${closed}`, sql`${active} and ${open}`, own];
}

/** Reads the IDs of the first cards that wait for this user, newest first. */
export const listUnconfirmedIds = (db: Db, now: Date, userId: string, pageSize: number): Promise<IdPage> =>
  readListPage(db, { parts: unconfirmedParts(now, userId), order: NEWEST_FIRST }, { page: 1, pageSize });

/** Counts them up to a limit. */
export async function countUnconfirmed(db: Db, now: Date, userId: string, limit: number): Promise<number> {
  return (await countUpTo(db, unconfirmedParts(now, userId), limit - 1)).totalCount;
}
