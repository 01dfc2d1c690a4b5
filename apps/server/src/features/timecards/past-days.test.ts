import { randomUUID } from 'node:crypto';
import type { CallInput } from '@portal/contract/endpoint';
import {
  timecardCompliance,
  timecardOvertime,
  timecardWeeklyAll,
  timecardWeeklyExport,
} from '@portal/contract/timecard-reports';
import {
  scheduleAdd,
  scheduleChange,
  scheduleCopy,
  scheduleDelete,
  scheduleOfUser,
  scheduleSetWeek,
} from '@portal/contract/timecard-schedules';
import { timecardSearch } from '@portal/contract/timecards';
import { userDeactivate, userUpdate } from '@portal/contract/users';
import { addDays } from '@portal/domain/calendar';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { wholeUser, roleIds } from '#features/users/test/new-user.ts';
import {
  makeOffice,
  makeShift,
  makeTimecard,
  makeUser,
  signedInAs,
  type SignedInUser,
} from '#test/factories.ts';
import { openTestPortal, portalForTest, type TestPortal } from '#test/harness.ts';
import { recordWorkRules } from './reports/work-rules.ts';

/** The clock is set to Saturday, 2026-11-21, 10:00 in New York (UTC-5). */
const TODAY = '2026-11-21';
const MONDAY = '2026-11-16';
const LAST_MONDAY = '2026-11-09';
const SHIFT = {
  scheduledStartTime: '09:30',
  scheduledEndTime: '15:00',
  gracePeriodMinutes: 60,
  lunchDuration: 10,
};

describe('reports of past days', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  /** Was late on Tuesday, absent on Wednesday, and works from Monday to Saturday. */
  let person: string;
  let monday: string;
  let name: string;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'SuperAdmin');
  });
  afterAll(() => portal.close());
  beforeEach(async () => {
    name = `Monday ${randomUUID()}`;
    ({ id: person } = await makeUser(portal, { firstName: 'Mo', lastName: name }));
    const ids = [];
    for (const weekday of [1, 2, 3, 4, 5, 6])
      ids.push(await makeShift(portal, person, weekday, { requiresLunch: true }));
    monday = ids[0] ?? '';
    await makeTimecard(portal, person, '2026-11-16T13:00:00Z', '2026-11-16T23:00:00Z');
    await makeTimecard(portal, person, '2026-11-17T13:20:00Z', '2026-11-18T04:30:00Z');
  });

  /** Moves the clock. Sessions do not last that long. */
  async function pass(hours: number) {
    portal.clock.advance({ hours });
    admin = await signedInAs(portal, 'SuperAdmin');
  }

  /** Everything that reports say about earlier days of this person. */
  async function pastOf(userId: string) {
    const isTheirs = (row: { readonly userId: string }) => row.userId === userId;
    const days = Array.from({ length: 12 }, (_, index) => addDays(LAST_MONDAY, index));
    const arrivals = [];
    for (const date of days) {
      const { employeeArrivals } = await portal.succeed(timecardCompliance, { query: { date } }, admin);
      arrivals.push(employeeArrivals.filter(isTheirs));
    }
    const weeks = [];
    for (const weekStartDate of [LAST_MONDAY, MONDAY]) {
      const query = { weekStartDate };
      const rows = await portal.succeed(timecardWeeklyAll, { query }, admin);
      const overtime = await portal.succeed(timecardOvertime, { query }, admin);
      const { blob } = await portal.succeed(timecardWeeklyExport, { query }, admin);
      weeks.push(
        rows.filter(isTheirs),
        overtime.employeesWithOvertime.filter(isTheirs),
        (await blob.text()).split('\r\n').filter((line) => line.includes(name)),
      );
    }
    const body = { userId, startDate: LAST_MONDAY, endDate: addDays(TODAY, -1), page: 1, pageSize: 50 };
    const cards = (await portal.succeed(timecardSearch, { body }, admin)).data.map(
      ({ workDate, totalHours, lunchRequired, lunchMissing }) => [
        workDate,
        totalHours,
        lunchRequired,
        lunchMissing,
      ],
    );
    return { arrivals, weeks, cards };
  }

  async function update(change: Partial<CallInput<typeof userUpdate>['body']>) {
    const { firstName, lastName, email, title, isActive } = await wholeUser(portal, person, admin);
    const { Staff } = await roleIds(portal);
    const body = { firstName, lastName, email, title, isActive, roleIds: [Staff], ...change };
    await portal.succeed(userUpdate, { params: { id: person }, body }, admin);
  }
  const deactivate = () => portal.succeed(userDeactivate, { params: { id: person }, query: {} }, admin);
  const params = () => ({ id: monday });

  it.each<[string, () => Promise<unknown>]>([
    ['deactivating somebody', deactivate],
    ['deactivating somebody in their form', () => update({ isActive: false })],
    [
      'deactivating and reactivating somebody',
      async () => {
        await deactivate();
        await pass(1);
        await update({ isActive: true });
      },
    ],
    [
      'other roles',
      async () => {
        const { MedicalAssistant } = await roleIds(portal);
        await update({ roleIds: [MedicalAssistant] });
      },
    ],
    ['another office', async () => update({ officeId: await makeOffice(portal) })],
    ['an employee’s hire date', () => update({ hireDate: TODAY })],
    [
      'a changed shift',
      () => portal.succeed(scheduleChange, { params: params(), body: { dayOfWeek: 1, ...SHIFT } }, admin),
    ],
    [
      'a shift on another day',
      async () => {
        await portal.succeed(scheduleDelete, { params: params(), query: {} }, admin);
        await portal.succeed(scheduleAdd, { body: { userId: person, dayOfWeek: 1, ...SHIFT } }, admin);
      },
    ],
    ['a removed shift', () => portal.succeed(scheduleDelete, { params: params(), query: {} }, admin)],
    [
      'an ended shift',
      () =>
        portal.succeed(
          scheduleChange,
          {
            params: params(),
            body: {
              dayOfWeek: 1,
              scheduledStartTime: '08:00',
              scheduledEndTime: '16:30',
              effectiveTo: addDays(TODAY, -1),
            },
          },
          admin,
        ),
    ],
    [
      'a new week',
      () =>
        portal.succeed(
          scheduleSetWeek,
          { params: { userId: person }, body: { effectiveFrom: TODAY, days: [{ dayOfWeek: 2, ...SHIFT }] } },
          admin,
        ),
    ],
    [
      'a copied week',
      async () => {
        const { id: source } = await makeUser(portal);
        await makeShift(portal, source, 4, { from: TODAY });
        const body = { sourceUserId: source, userIds: [person], effectiveFrom: TODAY };
        await portal.succeed(scheduleCopy, { body }, admin);
      },
    ],
  ])('are the same after %s', async (_name, change) => {
    const before = await pastOf(person);
    expect(before.arrivals.flat().map(({ status }) => status)).toContain('Absent');
    expect(before.cards).toHaveLength(2);
    await change();
    expect(await pastOf(person)).toEqual(before);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'a shift changed',
      () =>
        portal.call(
          scheduleChange,
          { params: params(), body: { dayOfWeek: 1, ...SHIFT, effectiveFrom: '2026-11-20' } },
          admin,
        ),
    ],
    [
      'the same shift that began earlier',
      () =>
        portal.call(
          scheduleChange,
          {
            params: params(),
            body: {
              dayOfWeek: 1,
              scheduledStartTime: '08:00',
              scheduledEndTime: '16:30',
              effectiveFrom: '2019-01-01',
            },
          },
          admin,
        ),
    ],
    [
      'a shift removed',
      () => portal.call(scheduleDelete, { params: params(), query: { effectiveFrom: '2026-11-20' } }, admin),
    ],
    [
      'a shift added',
      () =>
        portal.call(
          scheduleAdd,
          { body: { userId: person, dayOfWeek: 0, ...SHIFT, effectiveFrom: '2026-11-01' } },
          admin,
        ),
    ],
    [
      'a week set',
      () =>
        portal.call(
          scheduleSetWeek,
          { params: { userId: person }, body: { effectiveFrom: '2026-11-20', days: [] } },
          admin,
        ),
    ],
    [
      'a week copied',
      async () => {
        const { id: source } = await makeUser(portal);
        await makeShift(portal, source, 4);
        const body = { sourceUserId: source, userIds: [person], effectiveFrom: '2026-11-20' };
        return portal.call(scheduleCopy, { body }, admin);
      },
    ],
  ])('cannot change: refuses %s from a past day on', async (_name, change) => {
    const before = await pastOf(person);
    expect(await change()).toMatchObject({
      status: 400,
      error: {
        errors: {
          effectiveFrom: ['Choose today or a later day. Past days keep the schedule that was in effect.'],
        },
      },
    });
    expect(await pastOf(person)).toEqual(before);
  });

  it('cannot change: refuses a last day in the past, and shifts that have ended', async () => {
    const same = { dayOfWeek: 1, scheduledStartTime: '08:00', scheduledEndTime: '16:30' };
    const change = (id: string, body: Record<string, unknown>) =>
      portal.call(scheduleChange, { params: { id }, body: { ...same, ...body } }, admin);
    expect(await change(monday, { effectiveTo: '2026-11-10' })).toMatchObject({
      status: 400,
      error: { errors: { effectiveTo: [expect.stringContaining('yesterday at the earliest')] } },
    });
    const { id: other } = await makeUser(portal);
    const ended = await makeShift(portal, other, 1, { to: '2026-11-20' });
    const refused = {
      status: 409,
      error: {
        message:
          'This shift ends on 11/20/2026. Past days keep the schedule that was in effect. Add a new shift instead.',
      },
    };
    expect(await change(ended, { effectiveTo: null })).toMatchObject(refused);
    expect(await portal.call(scheduleDelete, { params: { id: ended }, query: {} }, admin)).toMatchObject(
      refused,
    );
  });

  it('are explained by ended shifts, which are listed if asked for', async () => {
    const { id: userId } = await makeUser(portal);
    await makeShift(portal, userId, 1, { to: '2026-11-20' });
    const list = async (query: { includeEnded?: 'true' }) =>
      (await portal.succeed(scheduleOfUser, { params: { userId }, query }, admin)).length;
    expect([await list({}), await list({ includeEnded: 'true' })]).toEqual([0, 1]);
  });

  it('may begin earlier only with the first schedule of a person', async () => {
    const { id: userId } = await makeUser(portal);
    const set = () =>
      portal.call(
        scheduleSetWeek,
        { params: { userId }, body: { effectiveFrom: '2026-11-02', days: [{ dayOfWeek: 1, ...SHIFT }] } },
        admin,
      );
    expect((await set()).status).toBe(200);
    expect((await set()).status).toBe(400);
  });

  it('count a shift on the day of the deactivation if it had begun, and none while somebody is inactive', async () => {
    const { id: evening } = await makeUser(portal);
    await makeShift(portal, evening, 6, { start: '18:00', end: '23:00' });
    const statuses = async (date: string) => {
      const { employeeArrivals } = await portal.succeed(timecardCompliance, { query: { date } }, admin);
      return employeeArrivals.flatMap(({ userId, status }) =>
        [person, evening].includes(userId) ? [status] : [],
      );
    };
    expect(await statuses(TODAY)).toEqual(['Absent', 'Not Started']);
    await deactivate();
    await portal.succeed(userDeactivate, { params: { id: evening }, query: {} }, admin);
    expect(await statuses(TODAY)).toEqual(['Absent']);
    await pass(8 * 24);
    expect(await statuses('2026-11-23')).toEqual([]);
    await update({ isActive: true });
    await pass(-8 * 24);
    expect(await statuses('2026-11-23')).toEqual([]);
    expect(await statuses('2026-11-30')).toEqual(['Not Started']);
  });
});

it('reports of past days keep the time zone and the overtime limits of their days', async () => {
  const portal = await portalForTest();
  await recordWorkRules(portal.deps);
  const { id } = await makeUser(portal);
  for (const weekday of [1, 2]) await makeShift(portal, id, weekday, { start: '08:00' });
  await makeTimecard(portal, id, '2026-11-16T13:03:00Z', '2026-11-17T07:00:00Z');
  await makeTimecard(portal, id, '2026-11-17T13:20:00Z', '2026-11-18T06:00:00Z');
  portal.clock.advance({ hours: 7 * 24 });
  const admin = await signedInAs(portal, 'Admin');
  const reports = async (at: TestPortal, monday: string) => ({
    weeks: await at.succeed(timecardWeeklyAll, { query: { weekStartDate: monday } }, admin),
    overtime: await at.succeed(timecardOvertime, { query: { weekStartDate: monday } }, admin),
    compliance: await at.succeed(timecardCompliance, { query: { date: addDays(monday, 1) } }, admin),
  });
  const before = await reports(portal, '2026-11-16');
  expect(before.compliance).toMatchObject({ lateCount: 1 });
  const moved = await portalForTest({
    sameDatabaseAs: portal,
    env: { PRACTICE_TIME_ZONE: 'America/Los_Angeles', OVERTIME_WEEKLY_HOURS: '20' },
  });
  await recordWorkRules(moved.deps);
  await recordWorkRules(moved.deps);
  expect(await reports(moved, '2026-11-16')).toEqual(before);
  expect(await reports(moved, '2026-11-30')).toMatchObject({
    overtime: { weeklyThreshold: 20 * 3600 },
    compliance: { employeeArrivals: [{ scheduledArrival: '2026-12-01T16:00:00.000Z' }] },
  });
});
