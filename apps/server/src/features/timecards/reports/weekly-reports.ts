import {
  OVERTIME_WEEKS,
  timecardOvertime,
  timecardOvertimeWeeks,
  timecardWeekly,
  timecardWeeklyExport,
  type WeeklyReportRow,
} from '@portal/contract/timecard-reports';
import { addDays, DAY_NAMES, DAYS_FROM_MONDAY } from '@portal/domain/calendar';
import { formatDateUs } from '@portal/domain/date';
import { splitOvertime, type OvertimeRule } from '@portal/domain/overtime';
import { fullName } from '@portal/domain/person-name';
import { isUnconfirmed, OWN_CORRECTION_TEXT, UNCONFIRMED_TEXT } from '@portal/domain/timecard';
import { countedTime, dayBounds, formatHours, secondsPerDay, type WorkTime } from '@portal/domain/work-time';
import { recordRead } from '#request/record-read.ts';
import { notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { csvFile } from './csv-file.ts';
import { findEmployees } from '../employee-repo.ts';
import { momentsOf } from '../timecard-view.ts';
import { listReaching, scheduledOn, type PersonMoments } from './report-repo.ts';
import { WorkRules } from './work-rules.ts';
import { atWork } from '../at-work.ts';

/** Gets one employee's hours for the week that starts on this Monday. Throws NOT_FOUND. */
export const getWeek = atWork(timecardWeekly, async (context, { query }) => {
  const userId = query.userId;
  const monday = query.weekStartDate;
  const [row] = await weekRows(context, monday, userId);
  if (row === undefined) throw notFound();
  return row;
});

/** Gets the weekly hours of everyone who worked or was scheduled, by name. */
export const getWeeks = (context: SignedInContext, monday: string) => weekRows(context, monday, undefined);

/** Lists employees with overtime in the week, most overtime first. */
export const getOvertime = atWork(timecardOvertime, async (context, { query: { weekStartDate: monday } }) => {
  const rules = await WorkRules.read(context.deps);
  const rule = rules.overtimeOf(monday);
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
      isUnconfirmed: row.isUnconfirmed,
      isOwnCorrection: row.isOwnCorrection,
    })),
  };
});

/** Adds up everyone's hours in the weeks up to one, from a single read of their cards. */
export const getOvertimeWeeks = atWork(timecardOvertimeWeeks, async (context, { query }) => {
  const rules = await WorkRules.read(context.deps);
  const weeks = Array.from({ length: OVERTIME_WEEKS }, (_, index) =>
    weekAt(rules, addDays(query.weekStartDate, 7 * (index + 1 - OVERTIME_WEEKS))),
  );
  const cards = await readCards(context, weeks);
  return weeks.map((week) => {
    const byPerson = Map.groupBy(cards.filter(isIn(week)), ({ userId }) => userId);
    return {
      weekStartDate: week.dates[0] ?? '',
      overtimeHours: [...byPerson.values()].reduce(
        (total, own) => total + weekOf(week, own).overtimeHours,
        0,
      ),
    };
  });
});

/** Exports the weekly report as CSV, with hours as hh:mm. The file name and the first column show the week. */
export const exportWeeks = atWork(timecardWeeklyExport, async (context, { query }) => {
  const monday = query.weekStartDate;
  const rows = await context.deps.reports.run((db) =>
    getWeeks({ ...context, deps: { ...context.deps, db } }, monday),
  );
  await recordRead(context, {
    action: 'Exported',
    entityType: 'Timecard',
    entityId: null,
    newValues: { weekStartDate: monday },
  });
  const days = DAYS_FROM_MONDAY.map((day) => DAY_NAMES[day]);
  const week = `${formatDateUs(monday)} - ${formatDateUs(addDays(monday, 6))}`;
  const lines = rows.map((row) => [
    week,
    row.userName,
    row.employeeId,
    ...DAYS_FROM_MONDAY.map((day) => formatHours(row.dailyHours[day]?.workedHours ?? 0)),
    formatHours(row.totalWeeklyHours),
    formatHours(row.regularHours),
    formatHours(row.overtimeHours),
    daysText(row, 'isUnconfirmed', UNCONFIRMED_TEXT),
    daysText(row, 'isOwnCorrection', OWN_CORRECTION_TEXT),
  ]);
  const totals = ['Total', 'Regular', 'Overtime', 'Unconfirmed', 'Own Correction'];
  const heading = ['Week', 'Employee', 'Employee ID', ...days, ...totals];
  return csvFile(`weekly-hours-report-${monday}`, [heading, ...lines]);
});

/** The days with a mark, and what it means: "Friday, Saturday: own correction, not confirmed". */
function daysText(
  { dailyHours }: WeeklyReportRow,
  mark: 'isUnconfirmed' | 'isOwnCorrection',
  text: string,
): string {
  const days = DAYS_FROM_MONDAY.filter((day) => dailyHours[day]?.[mark] === true);
  if (days.length === 0) return '';
  return `${days.map((day) => DAY_NAMES[day]).join(', ')}: ${text}`;
}

/** The rows of everyone, or of one employee, who then always has a row. */
async function weekRows(
  context: SignedInContext,
  monday: string,
  userId: string | undefined,
): Promise<WeeklyReportRow[]> {
  const { db } = context.deps;
  const rules = await WorkRules.read(context.deps);
  const week = weekAt(rules, monday);
  const cards = await readCards(context, [week], userId);
  const byPerson = Map.groupBy(cards.filter(isIn(week)), ({ userId: id }) => id);
  const ids = userId === undefined ? await scheduledOn(db, week.dates, rules.zoneOn) : [userId];
  const people = await findEmployees(db, [...new Set([...ids, ...byPerson.keys()])]);
  return people.map((person) => ({
    userId: person.id,
    userName: fullName(person.first_name, person.last_name),
    employeeId: person.employee_id,
    ...weekOf(week, byPerson.get(person.id) ?? []),
  }));
}

/** The days of a week from Monday on: their boundaries in seconds (see `dayBounds`) and their dates. */
interface Week {
  readonly bounds: readonly number[];
  readonly dates: readonly string[];
  readonly rule: OvertimeRule;
}

const weekAt = (rules: WorkRules, monday: string): Week => ({
  bounds: dayBounds(rules.zoneOn, monday, 7),
  dates: Array.from({ length: 7 }, (_, index) => addDays(monday, index)),
  rule: rules.overtimeOf(monday),
});

const spanOf = ({ bounds }: Week) => ({ from: bounds[0] ?? 0, to: bounds.at(-1) ?? 0 });

/** Whether a card counts in a week. */
const isIn = (week: Week) => {
  const { from, to } = spanOf(week);
  return ({ work }: Counted) => work.end > from && work.start < to;
};

/** Reads the cards of weeks in a row, of everyone or one employee. */
async function readCards(
  { deps, now }: SignedInContext,
  weeks: readonly Week[],
  userId?: string,
): Promise<Counted[]> {
  const moments = weeks
    .map(spanOf)
    // There are no hours in a future week, even with an open card.
    .filter(({ from }) => from * 1000 <= now.getTime())
    .flatMap(({ from, to }) => [from, to]);
  if (moments.length === 0) return [];
  const span = {
    from: new Date(Math.min(...moments) * 1000),
    to: new Date(Math.max(...moments) * 1000),
  };
  return (await listReaching(deps.db, span, userId)).map((card) => countedCard(card, now));
}

interface Counted {
  readonly userId: string;
  readonly work: WorkTime;
  readonly isOpen: boolean;
  readonly isUnconfirmed: boolean;
  readonly isOwnCorrection: boolean;
  readonly isDeleted: boolean;
}

function countedCard(row: PersonMoments, now: Date): Counted {
  const card = momentsOf(row);
  return {
    userId: row.user_id,
    work: countedTime(card, now),
    isOpen: row.clock_out_at === null,
    isUnconfirmed: isUnconfirmed(card, now),
    isOwnCorrection: row.own_correction,
    isDeleted: row.is_deleted,
  };
}

/** Indexes into a Monday-based week, Sunday first. */
const FROM_SUNDAY = [6, 0, 1, 2, 3, 4, 5] as const;

function weekOf(week: Week, cards: readonly Counted[]) {
  const perDay = Array.from({ length: 7 }, () => 0);
  const unconfirmedDays = new Set<number>();
  const ownDays = new Set<number>();
  for (const card of cards)
    secondsPerDay(card.work, week.bounds).forEach((seconds, index) => {
      // A card that counts nothing is on the day of its clock-in.
      const isOn = seconds > 0 || isBetween(card.work.start, week.bounds, index);
      if (card.isOwnCorrection && isOn) ownDays.add(index);
      if (card.isDeleted) return;
      perDay[index] = (perDay[index] ?? 0) + seconds;
      if (card.isUnconfirmed && seconds > 0) unconfirmedDays.add(index);
    });
  const { total, regular, overtime } = splitOvertime(perDay, week.rule);
  return {
    dailyHours: FROM_SUNDAY.map((index) => ({
      date: week.dates[index] ?? '',
      workedHours: perDay[index] ?? 0,
      isUnconfirmed: unconfirmedDays.has(index),
      isOwnCorrection: ownDays.has(index),
    })),
    totalWeeklyHours: total,
    regularHours: regular,
    overtimeHours: overtime,
    hasOvertime: overtime > 0,
    isUnconfirmed: unconfirmedDays.size > 0,
    isOwnCorrection: ownDays.size > 0,
    isClockedIn: cards.some(({ isOpen, isDeleted }) => isOpen && !isDeleted),
  };
}

const isBetween = (second: number, bounds: readonly number[], index: number) =>
  second >= (bounds[index] ?? 0) && second < (bounds[index + 1] ?? 0);
