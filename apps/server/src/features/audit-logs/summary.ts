import type { AuditSummary, auditSummaryGet } from '@portal/contract/audit';
import type { QueryOf } from '@portal/contract/endpoint';
import { offsetName } from '@portal/domain/audit-log';
import { addDays, startOfDay } from '@portal/domain/calendar';
import { todayIn } from '@portal/domain/date';
import type { Db } from '#db/database.ts';
import type { SignedInContext } from '#request/context.ts';
import { countByUser } from './summary-repo.ts';

const TOP_USERS = 5;
const DAY_MS = 24 * 3_600_000;

/** Totals for a day: by default today, in the practice's time zone or at the caller's UTC offset. */
export function getSummary(
  context: SignedInContext,
  { date, timezoneOffset }: QueryOf<typeof auditSummaryGet>,
): Promise<AuditSummary> {
  const { timeZone } = context.deps.config.practice;
  if (timezoneOffset === undefined) {
    const day = date ?? todayIn(timeZone, context.now);
    const from = startOfDay(timeZone, day);
    // The last supported day has no next day.
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

interface Day {
  readonly from: number;
  readonly before: number;
  readonly timeZone: string;
}

async function readSummary(db: Db, { from, before, timeZone }: Day): Promise<AuditSummary> {
  const range = { from: new Date(from), before: new Date(before) };
  const rows = await countByUser(db, range);
  return {
    totalActions: rows.reduce((sum, { count }) => sum + count, 0),
    dateRange: {
      startDate: range.from.toISOString(),
      endDate: range.before.toISOString(),
      timezone: timeZone,
    },
    topUsers: rows
      .flatMap(({ user_id: userId, first_name: firstName, last_name: lastName, count }) =>
        userId === null || firstName === null || lastName === null
          ? []
          : [{ userId, firstName, lastName, actionCount: count }],
      )
      .slice(0, TOP_USERS),
  };
}
