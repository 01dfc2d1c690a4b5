import {
  scheduleAdd,
  scheduleChange,
  scheduleCopy,
  scheduleDelete,
  scheduleMine,
  scheduleOfUser,
  schedulePeople,
  timecardPeople,
} from '@portal/contract/timecard-schedules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makeShift, makeUser, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';
const day = (dayOfWeek: number, more: Record<string, unknown> = {}) => ({
  dayOfWeek,
  scheduledStartTime: '08:00',
  scheduledEndTime: '16:30',
  lunchStartTime: '12:00',
  lunchDuration: 30,
  gracePeriodMinutes: 5,
  requiresLunchBreak: true,
  ...more,
});

describe('schedules', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let staff: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    staff = await signedInAs(portal, 'Staff');
  });
  afterAll(() => portal.close());

  const add = (userId: string, shift: ReturnType<typeof day>) =>
    portal.call(scheduleAdd, { body: { userId, ...shift } }, admin);
  const added = async (userId: string, shift: ReturnType<typeof day>) => {
    const answer = await add(userId, shift);
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.body;
  };
  const setWeek = (userId: string, effectiveFrom: string, days: unknown[], more = {}) =>
    portal.raw({
      method: 'PUT',
      url: `/api/timecard/schedule/week/${userId}`,
      token: admin.token,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ effectiveFrom, days, ...more }),
    });
  const ofUser = (userId: string) => portal.succeed(scheduleOfUser, { params: { userId }, query: {} }, admin);
  const rowsOf = async (userId: string) => {
    const { rows } = await portal.owner.query<{ line: string }>(
      `select day_of_week || ' ' || start_time || ' ' || effective_from || ' ' || coalesce(effective_to::text, '-') as line
       from timecard_schedules where user_id = $1 order by effective_from, day_of_week`,
      [userId],
    );
    return rows.map(({ line }) => line);
  };

  describe('200, 201 and 204', () => {
    it('adds a shift with all its fields, from today on by default', async () => {
      const { id: userId } = await makeUser(portal, { firstName: 'Ann', lastName: 'Lee' });
      const shift = await added(userId, day(1));
      expect(shift).toEqual({
        id: shift.id,
        userId,
        userName: 'Ann Lee',
        ...day(1),
        effectiveFrom: '2026-11-21',
        effectiveTo: null,
        version: 1,
      });
      expect(await auditOf(portal, 'TimecardSchedule', shift.id)).toMatchObject([
        { action: 'Created', new_values: { userId, ...day(1), effectiveFrom: '2026-11-21' } },
      ]);
      const bare = { userId, dayOfWeek: 2, scheduledStartTime: '22:00', scheduledEndTime: '06:00' };
      expect(await portal.succeed(scheduleAdd, { body: bare }, admin)).toMatchObject({
        lunchStartTime: null,
        lunchDuration: 0,
        gracePeriodMinutes: 0,
        requiresLunchBreak: false,
      });
    });

    it('shows your own current and future schedule, Monday first, and all schedules to managers', async () => {
      await makeShift(portal, staff.id, 0);
      await makeShift(portal, staff.id, 5, { to: '2026-11-20' });
      await makeShift(portal, staff.id, 5, { from: '2026-11-21', start: '09:00' });
      await makeShift(portal, staff.id, 1, { from: '2027-01-01', start: '07:00' });
      await makeShift(portal, staff.id, 1, { to: '2026-12-31' });
      const mine = await portal.succeed(scheduleMine, {}, staff);
      expect(mine.map(({ dayOfWeek, scheduledStartTime }) => [dayOfWeek, scheduledStartTime])).toEqual([
        [1, '08:00'],
        [1, '07:00'],
        [5, '09:00'],
        [0, '08:00'],
      ]);
      expect(await ofUser(staff.id)).toEqual(mine);
      expect(
        await portal.succeed(scheduleOfUser, { params: { userId: staff.id }, query: {} }, staff),
      ).toEqual(mine);
    });

    it('replaces a week: current shifts end the day before, planned ones are removed, absent days are days off', async () => {
      const { id: userId } = await makeUser(portal);
      for (const weekday of [1, 2]) await makeShift(portal, userId, weekday, { to: '2026-12-31' });
      await makeShift(portal, userId, 1, { from: '2027-01-01', start: '07:00' });
      const { status } = await setWeek(userId, '2026-11-30', [
        day(1, { scheduledStartTime: '09:00' }),
        day(4),
      ]);
      expect(status).toBe(200);
      expect(await rowsOf(userId)).toEqual([
        '1 08:00:00 2020-01-01 2026-11-29',
        '2 08:00:00 2020-01-01 2026-11-29',
        '1 09:00:00 2026-11-30 -',
        '4 08:00:00 2026-11-30 -',
      ]);
      expect((await auditOf(portal, 'TimecardSchedule', userId)).at(-1)).toMatchObject({
        action: 'Updated',
        old_values: { days: [{ dayOfWeek: 1, scheduledStartTime: '08:00' }, { dayOfWeek: 2 }] },
        new_values: { effectiveFrom: '2026-11-30', days: [{ dayOfWeek: 1 }, { dayOfWeek: 4 }] },
      });
      // Saved again, then changed to all days off.
      expect((await setWeek(userId, '2026-11-30', [day(4)])).status).toBe(200);
      expect((await setWeek(userId, '2026-11-30', [])).status).toBe(200);
      expect(await rowsOf(userId)).toHaveLength(2);
    });

    it('copies one employee’s schedule on a date to several employees', async () => {
      const [source, one, two] = [await makeUser(portal), await makeUser(portal), await makeUser(portal)];
      await makeShift(portal, source.id, 1);
      await makeShift(portal, source.id, 2, { start: '22:00', end: '06:00' });
      await makeShift(portal, source.id, 3, { to: '2026-11-29' });
      await makeShift(portal, one.id, 1, { start: '10:00' });
      const body = {
        sourceUserId: source.id,
        userIds: [one.id, two.id, one.id],
        effectiveFrom: '2026-11-30',
      };
      expect(await portal.succeed(scheduleCopy, { body }, admin)).toEqual({ affectedUserCount: 2 });
      expect(await rowsOf(two.id)).toEqual(['1 08:00:00 2026-11-30 -', '2 22:00:00 2026-11-30 -']);
      expect(await rowsOf(one.id)).toEqual([
        '1 10:00:00 2020-01-01 2026-11-29',
        '1 08:00:00 2026-11-30 -',
        '2 22:00:00 2026-11-30 -',
      ]);
    });

    it('lists active employees with their schedules on a date, and searches by name or ID', async () => {
      const unique = 'Zxqvorn';
      const people = await Promise.all(
        ['Émile', 'Bea', 'Cy', 'Dan'].map((firstName, index) =>
          makeUser(portal, { firstName, lastName: unique, isActive: index !== 3 }),
        ),
      );
      await portal.owner.query("update users set employee_id = 'E-77-9x' where id = $1", [people[2]?.id]);
      await makeShift(portal, people[1]?.id ?? '', 4, { to: '2026-11-20' });
      await makeShift(portal, people[1]?.id ?? '', 2, { from: '2026-11-25' });
      const names = async (search: string, more = {}) =>
        (await portal.succeed(timecardPeople, { query: { search, ...more } }, admin)).data.map(
          ({ userName }) => userName.split(' ')[0],
        );
      expect(await names(unique)).toEqual(['Bea', 'Cy', 'Émile']);
      expect(await names(`${unique} emile`)).toEqual(['Émile']);
      expect(await names('e-77-9X')).toEqual(['Cy']);
      expect(await names(unique, { pageSize: '2', page: '2' })).toEqual(['Émile']);
      expect(await names('\0')).not.toEqual([]);
      const weeks = async (date?: string) =>
        (
          await portal.succeed(
            schedulePeople,
            { query: { search: unique, ...(date === undefined ? {} : { date }) } },
            admin,
          )
        ).data.map(({ schedules }) => schedules.map(({ dayOfWeek }) => dayOfWeek));
      expect(await weeks()).toEqual([[], [], []]);
      expect(await weeks('2026-11-20')).toEqual([[4], [], []]);
      expect(await weeks('2026-11-26')).toEqual([[2], [], []]);
    });
  });

  describe('400', () => {
    it.each([
      [{ dayOfWeek: 7 }, 'dayOfWeek', 'Day must be 0 (Sunday) to 6'],
      [{ scheduledStartTime: '8:00' }, 'scheduledStartTime', 'Start must be a time such as 08:30'],
      [{ scheduledEndTime: '24:00' }, 'scheduledEndTime', 'End must be a time such as 08:30'],
      [{ scheduledEndTime: '08:00' }, 'scheduledEndTime', 'End must differ from start'],
      [
        { scheduledEndTime: '05:00' },
        'scheduledEndTime',
        'This shift would last 21 hours, ending the next day. A shift can last at most 16 hours',
      ],
      [{ lunchStartTime: '17:00' }, 'lunchStartTime', 'The lunch break must be within the shift'],
      [{ lunchDuration: 0 }, 'lunchDuration', 'Enter how long the required lunch break is'],
      [{ lunchDuration: 241 }, 'lunchDuration', 'Lunch duration can be at most 240 minutes'],
      [{ gracePeriodMinutes: -1 }, 'gracePeriodMinutes', 'Grace period must not be negative'],
      [
        { effectiveFrom: '2026-12-02', effectiveTo: '2026-12-01' },
        'effectiveTo',
        'The last day must not be before the first day',
      ],
      [{ effectiveTo: '2026-11-20' }, 'effectiveTo', 'The last day must not be before the first day'],
    ])('refuses a shift with %j on %s, and stores nothing', async (wrong, field, message) => {
      const { id: userId } = await makeUser(portal);
      expect(await add(userId, day(1, wrong))).toMatchObject({
        status: 400,
        error: { errors: { [field]: [message] } },
      });
      expect(await rowsOf(userId)).toEqual([]);
    });

    it('refuses shifts for unknown and inactive employees', async () => {
      const gone = await makeUser(portal, { isActive: false });
      for (const userId of [ABSENT, gone.id])
        expect(await add(userId, day(1))).toMatchObject({
          status: 400,
          error: { errors: { userId: ['Choose an active employee'] } },
        });
      await makeShift(portal, staff.id, 2, { from: '2026-06-01' });
      const copy = (userIds: string[]) =>
        portal.call(
          scheduleCopy,
          { body: { sourceUserId: staff.id, userIds, effectiveFrom: '2026-11-30' } },
          admin,
        );
      expect(await copy([gone.id])).toMatchObject({
        error: { errors: { userIds: ['Choose only active employees'] } },
      });
      expect(await copy([staff.id])).toMatchObject({
        error: { errors: { userIds: ['Choose employees other than the one you are copying from'] } },
      });
      expect(await copy([])).toMatchObject({ error: { errors: { userIds: ['Choose who to copy to'] } } });
    });

    it('refuses duplicate days and invalid shifts in a week', async () => {
      const { id } = await makeUser(portal);
      expect((await setWeek(id, '2026-11-30', [day(1), day(1)])).status).toBe(400);
      expect((await setWeek(id, '2026-11-30', [day(1, { scheduledEndTime: '08:00' })])).status).toBe(400);
      expect(await rowsOf(id)).toEqual([]);
    });
  });

  describe('403 and 404', () => {
    it('requires Timecard.ManageSchedules; without it, other people’s schedules are 404', async () => {
      const id = await makeShift(portal, admin.id, 1);
      expect(
        (await portal.call(scheduleOfUser, { params: { userId: admin.id }, query: {} }, staff)).status,
      ).toBe(404);
      expect((await portal.call(scheduleDelete, { params: { id }, query: {} }, staff)).status).toBe(403);
      expect((await portal.call(scheduleAdd, { body: { userId: staff.id, ...day(6) } }, staff)).status).toBe(
        403,
      );
      expect(await rowsOf(admin.id)).toHaveLength(1);
    });

    it('404 for unknown shifts and users', async () => {
      expect(
        (await portal.call(scheduleChange, { params: { id: ABSENT }, body: day(1) }, admin)).status,
      ).toBe(404);
      expect(
        (await portal.call(scheduleOfUser, { params: { userId: ABSENT }, query: {} }, admin)).status,
      ).toBe(404);
      expect((await setWeek(ABSENT, '2026-11-30', [])).status).toBe(404);
    });
  });

  describe('409', () => {
    it('refuses two overlapping shifts on a day, naming the other', async () => {
      const { id: userId } = await makeUser(portal);
      await makeShift(portal, userId, 1, { from: '2026-06-01', to: '2026-11-30' });
      const meets = await add(userId, day(1, { effectiveFrom: '2026-11-30' }));
      expect(meets).toMatchObject({
        status: 409,
        error: {
          code: 'CONFLICT',
          errors: {
            effectiveFrom: [
              'There is already a shift on Monday from 06/01/2026 through 11/30/2026. Edit that shift or choose different dates.',
            ],
          },
        },
      });
      const follows = await added(userId, day(1, { effectiveFrom: '2026-12-01' }));
      const params = { id: follows.id };
      const back = { ...day(1), effectiveFrom: '2026-11-25' };
      expect((await portal.call(scheduleChange, { params, body: back }, admin)).status).toBe(409);
      expect(await rowsOf(userId)).toHaveLength(2);
    });

    it('refuses a night shift that overlaps the next day’s shift', async () => {
      const { id: userId } = await makeUser(portal);
      await added(userId, day(1));
      const night = day(0, {
        scheduledStartTime: '22:00',
        scheduledEndTime: '08:30',
        lunchStartTime: null,
      });
      const message = 'The Sunday shift ends at 08:30 on Monday, after the Monday shift starts (08:00)';
      expect(await add(userId, night)).toMatchObject({ status: 409, error: { message } });
      expect((await add(userId, { ...night, scheduledEndTime: '08:00' })).status).toBe(201);
      expect(await setWeek(userId, '2026-11-30', [day(1), night])).toMatchObject({
        status: 409,
        body: { errors: { days: [message] } },
      });
    });

    it('refuses a stale week with the current one', async () => {
      const { id: userId } = await makeUser(portal);
      const shift = await added(userId, day(1));
      const basedOn = [{ id: shift.id, version: shift.version }];
      await portal.succeed(scheduleChange, { params: { id: shift.id }, body: day(2) }, admin);
      expect(await setWeek(userId, '2026-11-30', [], { basedOn })).toMatchObject({
        status: 409,
        body: { code: 'STALE', current: [{ id: shift.id, version: 2, dayOfWeek: 2 }] },
      });
      expect((await setWeek(userId, '2026-11-30', [], { basedOn: [] })).status).toBe(409);
      const fresh = [{ id: shift.id, version: 2 }];
      expect((await setWeek(userId, '2026-11-30', [], { basedOn: fresh })).status).toBe(200);
      const stale = { ...day(1), version: 1 };
      expect(
        await portal.call(scheduleChange, { params: { id: shift.id }, body: stale }, admin),
      ).toMatchObject({ status: 409, error: { code: 'STALE' } });
    });

    it('brings no shift back that was removed in the meantime', async () => {
      const { id: userId } = await makeUser(portal);
      const [kept, removed] = [await added(userId, day(3)), await added(userId, day(4))];
      const seen = [kept, removed].map(({ id, version }) => ({ id, version }));
      await portal.succeed(scheduleDelete, { params: { id: removed.id } }, admin);
      expect(await setWeek(userId, '2026-11-30', [day(3), day(4)], { basedOn: seen })).toMatchObject({
        status: 409,
        body: { code: 'STALE', current: [{ id: kept.id }] },
      });
    });

    it('requires a schedule to copy, and applies concurrent changes one after the other', async () => {
      const [source, target] = [await makeUser(portal), await makeUser(portal)];
      const body = { sourceUserId: source.id, userIds: [target.id], effectiveFrom: '2026-11-30' };
      expect(await portal.call(scheduleCopy, { body }, admin)).toMatchObject({
        status: 409,
        error: { message: 'There is no schedule to copy on 11/30/2026.' },
      });
      await makeShift(portal, source.id, 1);
      const answers = await Promise.all([
        ...Array.from({ length: 6 }, () => portal.call(scheduleCopy, { body }, admin)),
        ...Array.from({ length: 6 }, () => setWeek(target.id, '2026-11-30', [day(1)])),
      ]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(await rowsOf(target.id)).toHaveLength(1);
    });
  });
});
