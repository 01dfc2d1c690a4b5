import {
  timecardCompliance,
  timecardOvertime,
  timecardWeekly,
  timecardWeeklyAll,
  timecardWeeklyExport,
} from '@portal/contract/timecard-reports';
import { addDays, dayOfWeek } from '@portal/domain/calendar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  auditOf,
  makeShift,
  makeTimecard,
  makeUser,
  signedInAs,
  type SignedInUser,
} from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';
const HOUR = 3600;
/** The clock is set to Saturday, 2026-11-21, 10:00 in New York (UTC-5). */
const MONDAY = '2026-11-16';

/** Whole minutes, as hh:mm shows them. */
const minutes = (seconds: number) => Math.floor(seconds / 60);

describe('timecard reports', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let staff: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    staff = await signedInAs(portal, 'Staff');
  });
  afterAll(() => portal.close());

  const weekOf = (userId: string, weekStartDate: string, who = portal) =>
    who.succeed(timecardWeekly, { query: { userId, weekStartDate } }, admin);
  /** Adds a card with this many hours, starting at 09:00 EST. */
  const work = (userId: string, date: string, hours: number) =>
    makeTimecard(
      portal,
      userId,
      `${date}T14:00:00Z`,
      new Date(Date.parse(`${date}T14:00:00Z`) + hours * 3_600_000),
    );

  describe('200', () => {
    it('shows a week Monday to Sunday, days indexed from Sunday, with total, regular and overtime hours', async () => {
      const { id } = await makeUser(portal, { firstName: 'Ann', lastName: 'Lee' });
      for (let index = 0; index < 5; index += 1) await work(id, addDays('2026-11-09', index), 8.5);
      await work(id, '2026-11-15', 1);
      // Neither the Sunday before nor the Monday after.
      await work(id, '2026-11-08', 3);
      await work(id, '2026-11-16', 3);
      const row = await weekOf(id, '2026-11-09');
      expect(row).toEqual({
        userId: id,
        userName: 'Ann Lee',
        employeeId: '',
        dailyHours: [
          { date: '2026-11-15', workedHours: HOUR, isUnconfirmed: false, isOwnCorrection: false },
          ...Array.from({ length: 5 }, (_each, index) => ({
            date: addDays('2026-11-09', index),
            workedHours: 8.5 * HOUR,
            isUnconfirmed: false,
            isOwnCorrection: false,
          })),
          { date: '2026-11-14', workedHours: 0, isUnconfirmed: false, isOwnCorrection: false },
        ],
        totalWeeklyHours: 43.5 * HOUR,
        regularHours: 40 * HOUR,
        overtimeHours: 3.5 * HOUR,
        hasOvertime: true,
        isUnconfirmed: false,
        isOwnCorrection: false,
        isClockedIn: false,
      });
      expect(row.dailyHours.map(({ date }) => dayOfWeek(date))).toEqual([0, 1, 2, 3, 4, 5, 6]);
    });

    it('excludes lunch, and splits work over midnight between days and weeks', async () => {
      const { id } = await makeUser(portal);
      // Sunday 22:00 to Monday 06:00, lunch from 23:45 to 00:15.
      await makeTimecard(portal, id, '2026-11-16T03:00Z', '2026-11-16T11:00Z', [
        '2026-11-16T04:45Z',
        '2026-11-16T05:15Z',
      ]);
      const [before, after] = [await weekOf(id, '2026-11-09'), await weekOf(id, MONDAY)];
      expect(before.dailyHours[0]).toMatchObject({ date: '2026-11-15', workedHours: 1.75 * HOUR });
      expect(after.dailyHours[1]).toMatchObject({ date: '2026-11-16', workedHours: 5.75 * HOUR });
      expect(before.totalWeeklyHours + after.totalWeeklyHours).toBe(7.5 * HOUR);
    });

    it('shows days that add up to the weekly totals, regardless of seconds', async () => {
      const monday = '2025-11-03';
      const { id } = await makeUser(portal);
      for (let index = 0; index < 6; index += 1) {
        const date = addDays(monday, index);
        await makeTimecard(portal, id, `${date}T13:00:${10 + index}Z`, `${date}T17:29:${59 - index}Z`);
        await makeTimecard(portal, id, `${date}T17:45:50Z`, `${date}T21:10:45Z`);
      }
      const row = await weekOf(id, monday);
      const shown = row.dailyHours.map(({ workedHours }) => minutes(workedHours));
      expect(shown.reduce((sum, each) => sum + each, 0)).toBe(minutes(row.totalWeeklyHours));
      expect(minutes(row.regularHours) + minutes(row.overtimeHours)).toBe(minutes(row.totalWeeklyHours));
      expect(shown[1]).toBe(4 * 60 + 29 + 3 * 60 + 25);
    });

    it('counts elapsed time on nights with a clock change', async () => {
      const { id } = await makeUser(portal);
      // 22:00 to 06:00 on the clock: seven hours in March, nine in November.
      await makeTimecard(portal, id, '2026-03-08T03:00Z', '2026-03-08T10:00Z');
      await makeTimecard(portal, id, '2026-11-01T02:00Z', '2026-11-01T11:00Z');
      expect(
        (await weekOf(id, '2026-03-02')).dailyHours.map(({ workedHours }) => workedHours / HOUR),
      ).toEqual([5, 0, 0, 0, 0, 0, 2]);
      expect(
        (await weekOf(id, '2026-10-26')).dailyHours.map(({ workedHours }) => workedHours / HOUR),
      ).toEqual([7, 0, 0, 0, 0, 0, 2]);
    });

    it('counts an open timecard up to now, but not in future weeks', async () => {
      const { id } = await makeUser(portal);
      await makeTimecard(portal, id, '2026-11-21T13:00:00Z', null);
      const expected =
        Math.floor((portal.clock.now().getTime() - Date.parse('2026-11-21T13:00:00Z')) / 60_000) * 60;
      expect(await weekOf(id, MONDAY)).toMatchObject({ totalWeeklyHours: expected, isClockedIn: true });
      expect(await weekOf(id, '2026-11-23')).toMatchObject({ totalWeeklyHours: 0, isClockedIn: false });
      expect(await weekOf(id, '2026-11-09')).toMatchObject({ totalWeeklyHours: 0, isClockedIn: false });
    });

    it('lists everyone who worked or was scheduled, by name, with the same hours as weekly', async () => {
      const monday = '2025-06-02';
      const [worked, both, off, later, left] = await Promise.all([
        makeUser(portal, { firstName: 'Bob', lastName: 'aaby' }),
        makeUser(portal, { firstName: 'Al', lastName: 'Aaby' }),
        makeUser(portal, { firstName: 'Cy', lastName: 'Aaby' }),
        makeUser(portal, { firstName: 'Di', lastName: 'Aaby' }),
        makeUser(portal, { firstName: 'Ed', lastName: 'Aaby', isActive: false }),
      ]);
      await makeShift(portal, off.id, 3, { from: '2025-06-04', to: '2025-06-04' });
      // Not scheduled that week: the effective dates include no Sunday.
      await makeShift(portal, later.id, 0, { from: '2025-06-04', to: '2025-06-05' });
      await makeShift(portal, left.id, 3, { from: '2025-06-04', to: '2025-06-04' });
      await makeShift(portal, both.id, 3, { from: '2025-06-04', to: '2025-06-04' });
      await work(worked.id, '2025-06-03', 4);
      await work(both.id, '2025-06-08', 5);
      const rows = await portal.succeed(timecardWeeklyAll, { query: { weekStartDate: monday } }, admin);
      expect(rows.map(({ userId, totalWeeklyHours }) => [userId, totalWeeklyHours / HOUR])).toEqual([
        [both.id, 5],
        [worked.id, 4],
        [off.id, 0],
      ]);
      for (const row of rows) expect(await weekOf(row.userId, monday)).toEqual(row);
    });

    it('exports the weekly hours as CSV, weekly-hours-report-{date}, Monday to Sunday', async () => {
      const { id } = await makeUser(portal, { firstName: 'Eve', lastName: '=Sum' });
      for (const [index, hours] of [9.51, 9, 9, 9, 20].entries())
        await work(id, addDays('2025-07-07', index), hours);
      await portal.owner.query("update users set employee_id = 'E-9' where id = $1", [id]);
      const { blob, fileName } = await portal.succeed(
        timecardWeeklyExport,
        { query: { weekStartDate: '2025-07-07' } },
        admin,
      );
      expect(fileName).toBe('weekly-hours-report-2025-07-07.csv');
      expect((await blob.text()).split('\r\n')).toEqual([
        expect.stringContaining(
          'Week,Employee,Employee ID,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday,Total,Regular,Overtime,Unconfirmed,Own Correction',
        ),
        '07/07/2025 - 07/13/2025,Eve =Sum,E-9,09:30,09:00,09:00,09:00,14:00,02:00,00:00,52:30,40:00,12:30,"Friday, Saturday: over 16 h, unconfirmed",',
        '',
      ]);
      expect((await auditOf(portal, 'Timecard', null)).at(-1)).toMatchObject({
        action: 'Exported',
        user_id: admin.id,
        new_values: { weekStartDate: '2025-07-07' },
      });
    });

    it('lists employees above the overtime threshold, most hours first, with the total', async () => {
      const monday = '2025-08-04';
      const [little, much, none] = await Promise.all([makeUser(portal), makeUser(portal), makeUser(portal)]);
      for (let index = 0; index < 5; index += 1) {
        await work(little.id, addDays(monday, index), 8.2);
        await work(much.id, addDays(monday, index), 10);
        await work(none.id, addDays(monday, index), 8);
      }
      expect(
        await portal.succeed(timecardOvertime, { query: { weekStartDate: monday } }, admin),
      ).toMatchObject({
        totalEmployeesWithOvertime: 2,
        totalOvertimeHours: 11 * HOUR,
        weekStartDate: monday,
        weekEndDate: '2025-08-10',
        weeklyThreshold: 40 * HOUR,
        dailyThreshold: null,
        employeesWithOvertime: [
          { userId: much.id, totalHours: 50 * HOUR, regularHours: 40 * HOUR, overtimeHours: 10 * HOUR },
          { userId: little.id, overtimeHours: HOUR },
        ],
      });
    });

    it('takes thresholds from settings, with an optional daily rule', async () => {
      const { id } = await makeUser(portal);
      await work(id, '2025-09-01', 10);
      await work(id, '2025-09-02', 6);
      const strict = await openTestPortal({
        sameDatabaseAs: portal,
        env: { OVERTIME_WEEKLY_HOURS: '37.5', OVERTIME_DAILY_HOURS: '8' },
      });
      try {
        const query = { weekStartDate: '2025-09-01' };
        expect(await strict.succeed(timecardOvertime, { query }, admin)).toMatchObject({
          weeklyThreshold: 37.5 * HOUR,
          dailyThreshold: 8 * HOUR,
          employeesWithOvertime: [{ userId: id, regularHours: 14 * HOUR, overtimeHours: 2 * HOUR }],
        });
        expect(await weekOf(id, '2025-09-01')).toMatchObject({ overtimeHours: 0 });
      } finally {
        await strict.close();
      }
    });

    it('rates arrivals as on time within the grace period, late, or absent', async () => {
      const date = '2026-11-19';
      const shift = { grace: 5, from: date, to: date };
      const person = async (clockIn: string | null) => {
        const { id } = await makeUser(portal);
        await makeShift(portal, id, 4, shift);
        if (clockIn !== null)
          await makeTimecard(portal, id, `2026-11-19T${clockIn}Z`, '2026-11-19T21:00:00Z');
        return id;
      };
      const early = await person('12:40:00');
      const justInTime = await person('13:05:59');
      const late = await person('13:06:00');
      const absent = await person(null);
      const report = await portal.succeed(timecardCompliance, { query: { date } }, admin);
      expect(report).toMatchObject({
        date,
        totalEmployees: 4,
        onTimeCount: 2,
        lateCount: 1,
        absentCount: 1,
        notStartedCount: 0,
        compliancePercentage: 50,
      });
      const scheduledArrival = '2026-11-19T13:00:00.000Z';
      const of = (userId: string) => report.employeeArrivals.find((arrival) => arrival.userId === userId);
      expect(of(early)).toMatchObject({
        scheduledArrival,
        actualArrival: '2026-11-19T12:40:00.000Z',
        status: 'On Time',
        isOnTime: true,
        isAbsent: false,
        minutesLate: 0,
      });
      expect(of(justInTime)).toMatchObject({ status: 'On Time', minutesLate: 0 });
      expect(of(late)).toMatchObject({ status: 'Late', isOnTime: false, minutesLate: 6 });
      expect(of(absent)).toMatchObject({
        actualArrival: null,
        status: 'Absent',
        isAbsent: true,
        minutesLate: 0,
      });
    });

    it('rates a shift that has not started neither late nor absent, and has no rate without shifts', async () => {
      const today = '2026-11-21';
      const person = async (start: string, end: string) => {
        const { id } = await makeUser(portal);
        await makeShift(portal, id, 6, { start, end, grace: 10, from: today, to: today });
        return id;
      };
      const evening = await person('18:00', '23:00');
      const report = () => portal.succeed(timecardCompliance, { query: { date: today } }, admin);
      expect(await report()).toMatchObject({
        totalEmployees: 1,
        notStartedCount: 1,
        absentCount: 0,
        compliancePercentage: null,
        employeeArrivals: [{ userId: evening, status: 'Not Started', isAbsent: false, isOnTime: false }],
      });
      const inGrace = await person('10:00', '15:00');
      const over = await person('09:00', '15:00');
      const statuses = Object.fromEntries(
        (await report()).employeeArrivals.map(({ userId, status }) => [userId, status]),
      );
      expect(statuses).toEqual({ [evening]: 'Not Started', [inGrace]: 'Not Started', [over]: 'Absent' });
      expect(await report()).toMatchObject({ compliancePercentage: 0 });
    });

    it('assigns a night shift to the day it starts on, including arrivals after midnight', async () => {
      const date = '2026-10-14';
      const { id } = await makeUser(portal);
      await makeShift(portal, id, 3, { start: '22:00', end: '06:00', grace: 5, from: date, to: date });
      // 00:30 on Thursday, two and a half hours late.
      await makeTimecard(portal, id, '2026-10-15T04:30Z', '2026-10-15T10:00Z');
      const { employeeArrivals } = await portal.succeed(timecardCompliance, { query: { date } }, admin);
      expect(employeeArrivals).toMatchObject([{ userId: id, status: 'Late', minutesLate: 150 }]);
    });
  });

  describe('400', () => {
    it('requires weeks to start on a Monday', async () => {
      for (const weekStartDate of ['2026-11-15', '2026-11-17'])
        for (const call of [timecardWeeklyAll, timecardOvertime, timecardWeeklyExport])
          expect(await portal.call(call, { query: { weekStartDate } }, admin)).toMatchObject({
            status: 400,
            error: { errors: { weekStartDate: ['The week must start on a Monday'] } },
          });
      expect((await portal.call(timecardCompliance, { query: { date: '2026-13-01' } }, admin)).status).toBe(
        400,
      );
    });
  });

  describe('403 and 404', () => {
    it('requires Timecard.ViewReports, even for your own week, and answers 404 for an unknown user', async () => {
      const query = { userId: staff.id, weekStartDate: MONDAY };
      expect((await portal.call(timecardWeekly, { query }, staff)).status).toBe(403);
      const unknown = { userId: ABSENT, weekStartDate: MONDAY };
      expect((await portal.call(timecardWeekly, { query: unknown }, admin)).status).toBe(404);
    });
  });
});
