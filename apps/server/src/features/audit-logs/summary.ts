import type { AuditSummary, auditSummaryGet } from '@portal/contract/audit';
import type { QueryOf } from '@portal/contract/endpoint';
import { offsetName } from '@portal/domain/audit-log';
import { addDays, startOfDay } from '@portal/domain/calendar';
import { todayIn } from '@portal/domain/date';
import type { Db } from '#db/database.ts';
import type { SignedInContext } from '#request/context.ts';
import { countDay, type DayCounts } from './day-count-repo.ts';
import { listUserNames } from './user-name-repo.ts';

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
  const counts = await countDay(db, range);
  return {
    totalActions: [...counts.values()].reduce((sum, count) => sum + count, 0),
    dateRange: {
      startDate: range.from.toISOString(),
      endDate: range.before.toISOString(),
      timezone: timeZone,
    },
    topUsers: await readTopUsers(db, counts),
  };
}

/** The users with the most entries; ties by name. */
async function readTopUsers(db: Db, counts: DayCounts): Promise<AuditSummary['topUsers']> {
  const people = [...counts].flatMap(([userId, count]) => (userId === null ? [] : [{ userId, count }]));
  const least = people.map(({ count }) => count).toSorted((a, b) => b - a)[TOP_USERS - 1] ?? 0;
  const first = people.filter(({ count }) => count >= least);
  if (first.length === 0) return [];
  const names = await listUserNames(
    db,
    first.map(({ userId }) => userId),
  );
  return names
    .map(({ id, first_name: firstName, last_name: lastName }) => ({
      userId: id,
      firstName,
      lastName,
      actionCount: counts.get(id) ?? 0,
    }))
    .toSorted((a, b) => b.actionCount - a.actionCount)
    .slice(0, TOP_USERS);
}
