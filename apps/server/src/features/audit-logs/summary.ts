import {
  MOST_ACTIVE,
  type auditHours,
  type AuditSummary,
  type auditSummaryGet,
} from '@portal/contract/audit';
import type { AnswerOf, QueryOf } from '@portal/contract/endpoint';
import { offsetName } from '@portal/domain/audit-log';
import { addDays, startOfDay } from '@portal/domain/calendar';
import { todayIn } from '@portal/domain/date';
import { fullName } from '@portal/domain/person-name';
import type { Db } from '#db/database.ts';
import type { SignedInContext } from '#request/context.ts';
import { countByHour, countByUser } from './summary-repo.ts';

const TOP_USERS = 5;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Totals for a day: by default today, in the practice's time zone or at the caller's UTC offset. */
export function getSummary(
  context: SignedInContext,
  { date, timezoneOffset }: QueryOf<typeof auditSummaryGet>,
): Promise<AuditSummary> {
  const { timeZone } = context.deps.config.practice;
  if (timezoneOffset === undefined) {
    const day = date ?? todayIn(timeZone, context.now);
    return readSummary(context.deps.db, dayOf(timeZone, day));
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

/** Counts the entries of a day per hour, and those of its most active users. */
export async function getHours(
  { deps, now }: SignedInContext,
  { query }: { readonly query: QueryOf<typeof auditHours> },
): Promise<AnswerOf<typeof auditHours>> {
  const { timeZone } = deps.config.practice;
  const date = query.date ?? todayIn(timeZone, now);
  const { from, before } = dayOf(timeZone, date);
  const { hours, users } = await countByHour(deps.db, { from: new Date(from), before: new Date(before) });
  return {
    date,
    hours: Array.from({ length: Math.ceil((before - from) / HOUR_MS) }, (_, hour) => ({
      from: new Date(from + hour * HOUR_MS).toISOString(),
      before: new Date(Math.min(before, from + (hour + 1) * HOUR_MS)).toISOString(),
      count: hours.get(hour) ?? 0,
    })),
    users: users
      .slice(0, MOST_ACTIVE)
      .map(({ user_id: userId, first_name: first, last_name: last, count }) => ({
        userId,
        name: first === null || last === null ? null : fullName(first, last),
        count,
      })),
  };
}

function dayOf(timeZone: string, day: string): Day {
  const from = startOfDay(timeZone, day);
  // The last supported day has no next day.
  const before = day === '9999-12-31' ? from + DAY_MS : startOfDay(timeZone, addDays(day, 1));
  return { from, before, timeZone };
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
