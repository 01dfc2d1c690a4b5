import type { TimecardStatus } from '@portal/contract/timecards';
import { LONG_CARD_HOURS } from '@portal/domain/timecard';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { readListPage, type IdPage, type PageRequest } from '#db/list-page.ts';
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
function kindsOf(
  status: TimecardStatus | undefined,
  now: Date,
): readonly [RawBuilder<unknown>, ...RawBuilder<unknown>[]] {
  if (status === undefined) return [sql`true`];
  if (status === 'InProgress') return [sql`clock_out_at is null`];
  if (status === 'Complete') return [sql`clock_out_at is not null`];
  const limit = new Date(now.getTime() - LONG_CARD_HOURS * 3_600_000);
  return [sql`clock_out_at - clock_in_at > ${LONG}`, sql`clock_out_at is null and clock_in_at < ${limit}`];
}

/** Reads the card IDs of a page, newest first. */
export async function pageOfCards(
  db: Db,
  { from, to, userId, status, now }: CardFilter,
  request: PageRequest,
): Promise<IdPage> {
  const person = userId === undefined ? sql`true` : sql`user_id = ${userId}`;
  const part = (kind: RawBuilder<unknown>) => sql`timecards
    where deleted_at is null and clock_in_at >= ${from} and clock_in_at < ${to} and ${person} and ${kind}`;
  const [kind, ...others] = kindsOf(status, now);
  return readListPage(
    db,
    {
      parts: [part(kind), ...others.map((other) => part(other))],
      order: [
        { column: 'clock_in_at', descending: true },
        { column: 'id', descending: true },
      ],
    },
    request,
  );
}
