import type { AnswerOf } from '@portal/contract/endpoint';
import type { FileToSend } from '@portal/contract/file';
import type { timecardOvertime, WeeklyReportRow } from '@portal/contract/timecard-reports';
import { addDays, DAY_NAMES, DAYS_FROM_MONDAY } from '@portal/domain/calendar';
import { fileDate } from '@portal/domain/date';
import { splitOvertime } from '@portal/domain/overtime';
import { fullName } from '@portal/domain/person-name';
import { dayBounds, formatHours, secondsPerDay, workTime } from '@portal/domain/work-time';
import { recordRead } from '#audit/record.ts';
import { notFound } from '#http/app-error.ts';
import type { SignedInContext } from '#http/context.ts';
import { csvFile } from './csv-file.ts';
import { findPeople } from './people-repo.ts';
import { momentsOf } from './present.ts';
import { listReaching, scheduledInWeek, type PersonMoments } from './report-repo.ts';

/** One person's week, which begins on that Monday. Throws NOT_FOUND. */
export async function getWeek(
  context: SignedInContext,
  userId: string,
  monday: string,
): Promise<WeeklyReportRow> {
  const [row] = await weekRows(context, monday, userId);
  if (row === undefined) throw notFound();
  return row;
}

/** The week of everybody who worked or was scheduled, by name. */
export const getWeeks = (context: SignedInContext, monday: string) => weekRows(context, monday, undefined);

/** Who worked overtime in the week, the most first. */
export async function getOvertime(
  context: SignedInContext,
  monday: string,
): Promise<AnswerOf<typeof timecardOvertime>> {
  const { overtime: rule } = context.deps.config;
  const rows = (await weekRows(context, monday, undefined))
    .filter(({ hasOvertime }) => hasOvertime)
    .toSorted((a, b) => b.overtimeHours - a.overtimeHours);
  return {
    totalEmployeesWithOvertime: rows.length,
    totalOvertimeHours: rows.reduce((total, { overtimeHours }) => total + overtimeHours, 0),
    weekStartDate: monday,
    weekEndDate: addDays(monday, 6),
    weeklyThreshold: rule.weekly,
    dailyThreshold: rule.daily,
    employeesWithOvertime: rows.map((row) => ({
      userId: row.userId,
      userName: row.userName,
      employeeId: row.employeeId,
      totalHours: row.totalWeeklyHours,
      regularHours: row.regularHours,
      overtimeHours: row.overtimeHours,
    })),
  };
}

/** The weekly report as CSV, hours as hh:mm; its name has the week's Monday (spec 3 §2). */
export async function exportWeeks(context: SignedInContext, monday: string): Promise<FileToSend> {
  const rows = await context.deps.exportTurns.take(() => getWeeks(context, monday));
  await recordRead(context, {
    action: 'Exported',
    entityType: 'Timecard',
    entityId: null,
    newValues: { weekStartDate: monday },
  });
  const days = DAYS_FROM_MONDAY.map((day) => DAY_NAMES[day]);
  const lines = rows.map((row) => [
    row.userName,
    row.employeeId,
    ...DAYS_FROM_MONDAY.map((day) => formatHours(row.dailyHours[day]?.workedHours ?? 0)),
    formatHours(row.totalWeeklyHours),
    formatHours(row.regularHours),
    formatHours(row.overtimeHours),
  ]);
  const heading = ['Employee', 'Employee ID', ...days, 'Total', 'Regular', 'Overtime'];
  const { timeZone } = context.deps.config.practice;
  return csvFile(`weekly-hours-report-${fileDate(context.now, timeZone)}`, [heading, ...lines]);
}

/** The rows of everybody, or of one person, who then has one in any case. */
async function weekRows(
  context: SignedInContext,
  monday: string,
  userId: string | undefined,
): Promise<WeeklyReportRow[]> {
  const { db, config } = context.deps;
  const bounds = dayBounds(config.practice.timeZone, monday, 7);
  const [from = 0] = bounds;
  const to = bounds.at(-1) ?? from;
  const span = { from: new Date(from * 1000), to: new Date(to * 1000) };
  // Nobody has worked in a week that has not begun, open as a card may be.
  const cards = span.from > context.now ? [] : await listReaching(db, span, userId);
  const byPerson = Map.groupBy(cards, (card) => card.user_id);
  const ids = userId === undefined ? await scheduledInWeek(db, monday) : [userId];
  const people = await findPeople(db, [...new Set([...ids, ...byPerson.keys()])]);
  const dates = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  return people.map((person) => ({
    userId: person.id,
    userName: fullName(person.first_name, person.last_name),
    employeeId: person.employee_id,
    ...weekOf(context, { bounds, dates }, byPerson.get(person.id) ?? []),
  }));
}

/** The days of a week from Monday on: where each begins in seconds, and where the last ends; and what they are called. */
interface Week {
  readonly bounds: readonly number[];
  readonly dates: readonly string[];
}
/** Where the days of a week stand in it, Sunday first. */
const FROM_SUNDAY = [6, 0, 1, 2, 3, 4, 5] as const;

function weekOf({ deps, now }: SignedInContext, week: Week, cards: readonly PersonMoments[]) {
  const perDay = Array.from({ length: 7 }, () => 0);
  for (const card of cards)
    secondsPerDay(workTime(momentsOf(card), now), week.bounds).forEach((seconds, index) => {
      perDay[index] = (perDay[index] ?? 0) + seconds;
    });
  const { total, regular, overtime } = splitOvertime(perDay, deps.config.overtime);
  return {
    dailyHours: FROM_SUNDAY.map((index) => ({
      date: week.dates[index] ?? '',
      workedHours: perDay[index] ?? 0,
    })),
    totalWeeklyHours: total,
    regularHours: regular,
    overtimeHours: overtime,
    hasOvertime: overtime > 0,
    isClockedIn: cards.some((card) => card.clock_out_at === null),
  };
}
