import { type EmployeeArrival, timecardCompliance } from '@portal/contract/timecard-reports';
import { arrivalFor, complianceRate, rateArrival } from '@portal/domain/arrival';
import { addDays, dayOfWeek, startOfDay, zonedMoment } from '@portal/domain/calendar';
import { fullName } from '@portal/domain/person-name';
import { endsNextDay } from '@portal/domain/shift';
import { workedUntil } from '@portal/domain/timecard';
import { listReaching, listScheduled, type PersonMoments, type ScheduledPerson } from './report-repo.ts';
import { momentsOf } from '../timecard-view.ts';
import { WorkRules } from './work-rules.ts';
import { atWork } from '../at-work.ts';

/** Gets the arrivals of everyone scheduled on a day. */
export const getCompliance = atWork(timecardCompliance, async (context, { query: { date } }) => {
  const { db } = context.deps;
  const { zoneOn } = await WorkRules.read(context.deps);
  const zone = zoneOn(date);
  const scheduled = await listScheduled(db, date, dayOfWeek(date), zone);
  const day = new Day(date, zone);
  // Night shifts end on the next day.
  const span = { from: new Date(day.start), to: new Date(startOfDay(zone, addDays(date, 2))) };
  const cards = span.from > context.now ? [] : await listReaching(db, span, undefined);
  const byPerson = Map.groupBy(cards, (card) => card.user_id);
  const employeeArrivals = scheduled
    .map((person) => ({
      person,
      arrival: arrivalOf(person, day, context.now, byPerson.get(person.user_id) ?? []),
    }))
    // Who was deactivated before the shift is not absent.
    .filter(({ person, arrival }) => person.was_active || arrival.actualArrival !== null)
    .map(({ arrival }) => arrival);
  const count = (status: EmployeeArrival['status']) =>
    employeeArrivals.filter((arrival) => arrival.status === status).length;
  const [onTime, late, absent] = [count('On Time'), count('Late'), count('Absent')];
  return {
    date,
    totalEmployees: employeeArrivals.length,
    onTimeCount: onTime,
    lateCount: late,
    absentCount: absent,
    notStartedCount: count('Not Started'),
    compliancePercentage: complianceRate({ onTime, late, absent }),
    employeeArrivals,
  };
});

/**
 * A day in the practice's time zone. Caches converted times, because the conversion is slow and many shifts start at the same
 * time.
 */
class Day {
  readonly start: number;
  readonly #date: string;
  readonly #zone: string;
  readonly #moments = new Map<string, number>();

  constructor(date: string, zone: string) {
    this.#date = date;
    this.#zone = zone;
    this.start = startOfDay(zone, date);
  }

  /** Converts a time of this day, or of the next one, to milliseconds since 1970. */
  at(time: string, isNextDay = false): number {
    const key = `${time} ${isNextDay}`;
    const known = this.#moments.get(key);
    if (known !== undefined) return known;
    const moment = zonedMoment(this.#zone, isNextDay ? addDays(this.#date, 1) : this.#date, time);
    this.#moments.set(key, moment);
    return moment;
  }
}

function arrivalOf(
  person: ScheduledPerson,
  day: Day,
  now: Date,
  cards: readonly PersonMoments[],
): EmployeeArrival {
  const [startTime, endTime] = [person.start_time.slice(0, 5), person.end_time.slice(0, 5)];
  const start = day.at(startTime);
  const end = day.at(endTime, endsNextDay({ scheduledStartTime: startTime, scheduledEndTime: endTime }));
  const counted = cards.filter(({ is_deleted: isDeleted }) => !isDeleted);
  const arrived = arrivalFor(
    { dayStart: day.start, start, end },
    counted.map((card) => ({
      clockIn: card.clock_in_at.getTime(),
      workedUntil: workedUntil(momentsOf(card), now),
      isOpen: card.clock_out_at === null,
    })),
  );
  const { status, minutesLate } = rateArrival({
    scheduled: start,
    graceMinutes: person.grace_minutes,
    arrived,
    now: now.getTime(),
  });
  return {
    userId: person.user_id,
    userName: fullName(person.first_name, person.last_name),
    employeeId: person.employee_id,
    scheduledArrival: new Date(start).toISOString(),
    actualArrival: arrived === null ? null : new Date(arrived).toISOString(),
    isAbsent: status === 'Absent',
    isOnTime: status === 'On Time',
    minutesLate,
    status,
    // Any of the cards that reach into the day of the shift can have been the arrival.
    isOwnCorrection: cards.some(
      (card) =>
        card.own_correction &&
        card.clock_in_at.getTime() < end &&
        workedUntil(momentsOf(card), now) > day.start,
    ),
  };
}
