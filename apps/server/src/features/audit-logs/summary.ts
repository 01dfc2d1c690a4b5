import type { AuditSummary, auditSummaryGet } from '@portal/contract/audit';
import type { QueryOf } from '@portal/contract/endpoint';
import { offsetName } from '@portal/domain/audit-log';
import { addDays, startOfDay } from '@portal/domain/calendar';
import { todayIn } from '@portal/domain/date';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/prepared.ts';
import type { SignedInContext } from '#http/context.ts';

const TOP_USERS = 5;
const DAY_MS = 24 * 3_600_000;

/** A day's figures (spec 3 §3): the practice's today unless told, in the practice's zone unless the caller tells another. */
export function getSummary(
  context: SignedInContext,
  { date, timezoneOffset }: QueryOf<typeof auditSummaryGet>,
): Promise<AuditSummary> {
  const { timeZone } = context.deps.config.practice;
  if (timezoneOffset === undefined) {
    const day = date ?? todayIn(timeZone, context.now);
    const from = startOfDay(timeZone, day);
    // The last day there is has no next one.
    const before = day === '9999-12-31' ? from + DAY_MS : startOfDay(timeZone, addDays(day, 1));
    return readSummary(context.deps.db, { from, before, timeZone });
  }
  const behind = Number(timezoneOffset) * 60_000;
  const local = date ?? new Date(context.now.getTime() - behind).toISOString().slice(0, 10);
  const from = Date.parse(`${local}T00:00:00.000Z`) + behind;
  return readSummary(context.deps.db, {
    from,
    before: from + DAY_MS,
    timeZone: offsetName(Number(timezoneOffset)),
  });
}

interface Range {
  readonly from: number;
  readonly before: number;
  readonly timeZone: string;
}
interface UserCount {
  readonly user_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly count: number;
}

async function readSummary(db: Db, { from, before, timeZone }: Range): Promise<AuditSummary> {
  const [first, next] = [new Date(from), new Date(before)];
  const { rows } = await sql<UserCount>`
    select c.user_id, u.first_name, u.last_name, c.count from (
      select user_id, count(*)::int as count from audit_log
      where at >= (select ${first}::timestamptz) and at < (select ${next}::timestamptz) group by user_id
    ) c left join users u on u.id = c.user_id order by c.count desc, u.last_name, u.first_name, c.user_id ${PREPARED}`.execute(
    db,
  );
  return {
    totalActions: rows.reduce((sum, { count }) => sum + count, 0),
    dateRange: { startDate: first.toISOString(), endDate: next.toISOString(), timezone: timeZone },
    topUsers: rows
      .flatMap(({ user_id: userId, first_name: firstName, last_name: lastName, count }) =>
        userId === null || firstName === null || lastName === null
          ? []
          : [{ userId, firstName, lastName, actionCount: count }],
      )
      .slice(0, TOP_USERS),
  };
}
