import type { TimecardStatus } from '@portal/contract/timecards';
import { EXACT_COUNT_LIMIT } from '@portal/domain/list';
import { LONG_CARD_HOURS } from '@portal/domain/timecard';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Span } from './timecard-repo.ts';

export interface CardFilter extends Span {
  readonly userId: string | undefined;
  readonly status: TimecardStatus | undefined;
  /** Current time, to compute how long open cards have been open. */
  readonly now: Date;
}

/** A literal, so that the planner recognizes the partial index. */
const LONG = sql.raw(`interval '${LONG_CARD_HOURS} hours'`);

/** Conditions of a status. Overlong cards have two, open and closed, each with its own index. */
function kindsOf(status: TimecardStatus | undefined, now: Date): RawBuilder<unknown>[] {
  if (status === undefined) return [sql``];
  if (status === 'InProgress') return [sql`and clock_out_at is null`];
  if (status === 'Complete') return [sql`and clock_out_at is not null`];
  const limit = new Date(now.getTime() - LONG_CARD_HOURS * 3_600_000);
  return [
    sql`and clock_out_at - clock_in_at > ${LONG}`,
    sql`and clock_out_at is null and clock_in_at < ${limit}`,
  ];
}

function matching({ from, to, userId, status, now }: CardFilter): RawBuilder<unknown> {
  const person = userId === undefined ? sql`` : sql`and user_id = ${userId}`;
  return sql.join(
    kindsOf(status, now).map(
      (kind) => sql`select id, clock_in_at from timecards
        where deleted_at is null and clock_in_at >= ${from} and clock_in_at < ${to} ${person} ${kind}`,
    ),
    sql` union all `,
  );
}

/** Counts matching cards, up to one more than EXACT_COUNT_LIMIT. */
export async function countCards(db: Db, filter: CardFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${matching(filter)} limit ${EXACT_COUNT_LIMIT + 1}) found`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** The card IDs of a page, newest first. */
export async function pageOfCards(
  db: Db,
  filter: CardFilter,
  page: { readonly pageSize: number; readonly offset: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (${matching(filter)}) found order by clock_in_at desc, id desc
    limit ${page.pageSize} offset ${page.offset}`.execute(db);
  return rows.map(({ id }) => id);
}
