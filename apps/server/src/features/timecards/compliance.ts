import type { AnswerOf } from '@portal/contract/endpoint';
import type { EmployeeArrival, timecardCompliance } from '@portal/contract/timecard-reports';
import { arrivalFor, complianceRate, judgeArrival } from '@portal/domain/arrival';
import { dayOfWeek, startOfDay, zonedMoment, addDays } from '@portal/domain/calendar';
import { fullName } from '@portal/domain/person-name';
import { endsNextDay } from '@portal/domain/shift';
import type { SignedInContext } from '#http/context.ts';
import { listReaching, listScheduled, type PersonMoments, type ScheduledPerson } from './report-repo.ts';

/** Who of those scheduled on a day arrived on time (spec 3 §2; decisions 80). */
export async function getCompliance(
  context: SignedInContext,
  date: string,
): Promise<AnswerOf<typeof timecardCompliance>> {
  const { db, config } = context.deps;
  const zone = config.practice.timeZone;
  const scheduled = await listScheduled(db, date, dayOfWeek(date));
  // Night shifts end on the next day.
  const day = { from: new Date(startOfDay(zone, date)), to: new Date(startOfDay(zone, addDays(date, 2))) };
  const cards = day.from > context.now ? [] : await listReaching(db, day, undefined);
  const byPerson = Map.groupBy(cards, (card) => card.user_id);
  const employeeArrivals = scheduled
    .map((person) => ({
      person,
      arrival: arrivalOf(person, date, zone, context.now, byPerson.get(person.user_id) ?? []),
    }))
    // Who has left the practice is not absent.
    .filter(({ person, arrival }) => person.is_active || arrival.actualArrival !== null)
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
}

function arrivalOf(
  person: ScheduledPerson,
  date: string,
  zone: string,
  now: Date,
  cards: readonly PersonMoments[],
): EmployeeArrival {
  const [startTime, endTime] = [person.start_time.slice(0, 5), person.end_time.slice(0, 5)];
  const isOvernight = endsNextDay({ scheduledStartTime: startTime, scheduledEndTime: endTime });
  const start = zonedMoment(zone, date, startTime);
  const end = zonedMoment(zone, isOvernight ? addDays(date, 1) : date, endTime);
  const arrived = arrivalFor(
    { dayStart: startOfDay(zone, date), start, end },
    cards.map((card) => ({
      clockIn: card.clock_in_at.getTime(),
      clockOut: card.clock_out_at?.getTime() ?? null,
    })),
  );
  const { status, minutesLate } = judgeArrival({
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
  };
}
