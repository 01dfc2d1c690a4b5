import { scheduleToday } from '@portal/contract/timecard-schedules';
import {
  myTimecards,
  myTimecardsExport,
  timecardActive,
  timecardClockIn,
  timecardClockOut,
  timecardGet,
  timecardLunchEnd,
  timecardLunchStart,
} from '@portal/contract/timecards';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  auditOf,
  makeShift,
  makeTimecard,
  overridePermission,
  signedInAs,
  type SignedInUser,
} from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';

describe('timecards', () => {
  let portal: TestPortal;
  let staff: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    staff = await signedInAs(portal, 'Staff');
  });
  afterAll(() => portal.close());

  const now = () => portal.clock.now().toISOString();
  const clockIn = (who: SignedInUser, notes?: string) =>
    portal.succeed(timecardClockIn, notes === undefined ? {} : { body: { notes } }, who);
  const step = (
    call: typeof timecardClockOut | typeof timecardLunchStart | typeof timecardLunchEnd,
    id: string,
    who: SignedInUser,
  ) => portal.call(call, { params: { id } }, who);

  describe('200 and 201', () => {
    it('shows and records each step of a day: clock in, lunch, back at work, clock out', async () => {
      const someone = await signedInAs(portal, 'MedicalAssistant');
      expect(await portal.succeed(timecardActive, {}, someone)).toEqual({
        hasActive: false,
        timecard: null,
        serverTime: now(),
      });
      const clockInTime = now();
      const card = await clockIn(someone, ' Front desk\ntoday ');
      expect(card).toEqual({
        id: card.id,
        userId: someone.id,
        userName: expect.stringMatching(/^Test User\d+$/),
        workDate: '2026-11-21',
        clockInTime,
        clockOutTime: null,
        lunchStartTime: null,
        lunchEndTime: null,
        lunchDuration: null,
        totalHours: 0,
        isComplete: false,
        notes: 'Front desk\ntoday',
        lunchRequired: false,
        lunchDue: false,
        lunchMissing: false,
        isTooLong: false,
        isUnconfirmed: false,
        isCorrected: false,
        isOwnCorrection: false,
        proposedTimes: null,
        lastCorrection: null,
        version: 1,
      });
      portal.clock.advance({ minutes: 3 });
      const lunchStartTime = now();
      expect(await step(timecardLunchStart, card.id, someone)).toMatchObject({
        status: 200,
        body: { lunchStartTime, lunchDuration: 0, totalHours: 180, version: 2 },
      });
      portal.clock.advance({ minutes: 2, seconds: 30 });
      expect((await portal.succeed(timecardActive, {}, someone)).timecard).toMatchObject({
        lunchDuration: 120,
        totalHours: 180,
      });
      const lunchEndTime = now();
      expect(await step(timecardLunchEnd, card.id, someone)).toMatchObject({ body: { lunchEndTime } });
      portal.clock.advance({ minutes: 4, ms: 999 });
      const clockOutTime = now();
      expect(await step(timecardClockOut, card.id, someone)).toMatchObject({
        body: {
          clockInTime,
          lunchStartTime,
          lunchEndTime,
          clockOutTime,
          lunchDuration: 120,
          totalHours: 420,
          isComplete: true,
          version: 4,
        },
      });
      expect((await portal.succeed(timecardActive, {}, someone)).hasActive).toBe(false);
      const entries = await auditOf(portal, 'Timecard', card.id);
      expect(entries.map(({ action, new_values }) => [action, new_values])).toEqual([
        ['Created', { userId: someone.id, clockInTime, notes: 'Front desk\ntoday' }],
        ['Updated', { lunchStartTime }],
        ['Updated', { lunchEndTime }],
        ['Updated', { clockOutTime }],
      ]);
    });

    it('accepts a clock-in without notes, and at the same instant as the last clock-out', async () => {
      const someone = await signedInAs(portal, 'Staff');
      for (let time = 0; time < 3; time += 1) {
        const { id, notes } = await clockIn(someone);
        expect(notes).toBeNull();
        expect((await step(timecardClockOut, id, someone)).status).toBe(200);
      }
      expect((await portal.succeed(myTimecards, {}, someone)).totalCount).toBe(3);
    });

    it('warns about a missed lunch break and deducts nothing', async () => {
      const someone = await signedInAs(portal, 'Staff');
      await makeShift(portal, someone.id, 1, { requiresLunch: true, to: '2026-11-02' });
      await makeShift(portal, someone.id, 1, { from: '2026-11-03' });
      const missing = await makeTimecard(portal, someone.id, '2026-11-02T13:00Z', '2026-11-02T21:00Z');
      const taken = await makeTimecard(portal, someone.id, '2026-10-26T13:00Z', '2026-10-26T21:00Z', [
        '2026-10-26T17:00Z',
        '2026-10-26T17:30Z',
      ]);
      const free = await makeTimecard(portal, someone.id, '2026-11-09T13:00Z', '2026-11-09T21:00Z');
      const show = (id: string) => portal.succeed(timecardGet, { params: { id } }, someone);
      expect(await show(missing)).toMatchObject({
        lunchRequired: true,
        lunchMissing: true,
        totalHours: 28_800,
      });
      expect(await show(taken)).toMatchObject({
        lunchRequired: true,
        lunchMissing: false,
        totalHours: 27_000,
      });
      expect(await show(free)).toMatchObject({ lunchRequired: false, lunchMissing: false });
    });

    it('flags a timecard open for more than 16 hours, which can still be closed', async () => {
      const someone = await signedInAs(portal, 'Staff');
      const before = new Date(portal.clock.now().getTime() - 16 * 3_600_000);
      const id = await makeTimecard(portal, someone.id, before);
      expect((await portal.succeed(timecardActive, {}, someone)).timecard?.isTooLong).toBe(false);
      portal.clock.advance({ seconds: 1 });
      expect((await portal.succeed(timecardActive, {}, someone)).timecard?.isTooLong).toBe(true);
      expect(await step(timecardClockOut, id, someone)).toMatchObject({
        body: { isTooLong: true, isUnconfirmed: true, totalHours: 57_600 },
      });
    });

    it('dates a timecard by its clock-in in the practice’s time zone', async () => {
      const someone = await signedInAs(portal, 'Staff');
      await makeTimecard(portal, someone.id, '2026-11-11T04:30Z', '2026-11-11T04:59:59Z');
      await makeTimecard(portal, someone.id, '2026-11-12T05:00Z', '2026-11-12T12:00Z');
      const day = async (startDate: string, endDate = startDate) =>
        (await portal.succeed(myTimecards, { query: { startDate, endDate } }, someone)).data.map(
          ({ workDate }) => workDate,
        );
      expect(await day('2026-11-10')).toEqual(['2026-11-10']);
      expect(await day('2026-11-11')).toEqual([]);
      expect(await day('2026-11-12')).toEqual(['2026-11-12']);
      expect(await day('2026-11-10', '2026-11-12')).toEqual(['2026-11-12', '2026-11-10']);
    });

    it('lists your own timecards of the last 30 days, newest first, paged, with totals', async () => {
      const someone = await signedInAs(portal, 'Staff');
      for (const day of ['10-22', '10-23', '11-02', '11-03', '11-04'])
        await makeTimecard(portal, someone.id, `2026-${day}T14:00Z`, `2026-${day}T16:30:01.900Z`);
      await makeTimecard(portal, staff.id, '2026-11-04T14:00Z', '2026-11-04T16:30Z');
      const standard = await portal.succeed(myTimecards, {}, someone);
      expect(standard).toMatchObject({ totalCount: 4, totalHours: 4 * 9000 });
      const query = { startDate: '2026-10-01', endDate: '2026-11-30', pageSize: '2' };
      const pages = await Promise.all(
        ['1', '2', '3', '99'].map((page) =>
          portal.succeed(myTimecards, { query: { ...query, page } }, someone),
        ),
      );
      expect(pages.map(({ totalCount, totalHours }) => [totalCount, totalHours])).toEqual(
        Array.from({ length: 4 }, () => [5, 5 * 9000]),
      );
      expect(pages.map(({ data }) => data.map(({ workDate }) => workDate.slice(5)))).toEqual([
        ['11-04', '11-03'],
        ['11-02', '10-23'],
        ['10-22'],
        ['10-22'],
      ]);
      expect(pages.flatMap(({ data }) => data).every(({ userId }) => userId === someone.id)).toBe(true);
    });

    it('exports the table’s columns as CSV named timecard-history-{date}', async () => {
      const someone = await signedInAs(portal, 'Staff');
      await portal.succeed(timecardClockIn, { body: { notes: '=1+1, "x"' } }, someone);
      await makeTimecard(portal, someone.id, '2026-11-02T13:00Z', '2026-11-02T21:29:59Z', [
        '2026-11-02T17:00Z',
        '2026-11-02T17:30Z',
      ]);
      const { blob, fileName } = await portal.succeed(myTimecardsExport, {}, someone);
      expect(fileName).toBe('timecard-history-2026-11-21.csv');
      expect(blob.type).toBe('text/csv; charset=utf-8');
      const lines = (await blob.text()).split('\r\n');
      expect(lines[0]).toContain(
        'Date,Clock In,Clock Out,Lunch,Total Hours,Status,Notes,Unconfirmed,Own Correction,Correction,Hours in Range',
      );
      expect(lines[1]).toMatch(
        /^11\/21\/2026,11\/21\/2026 \d\d:\d\d,,,00:00,In Progress,"'=1\+1, ""x""",,,,00:00$/,
      );
      expect(lines[2]).toBe('11/02/2026,11/02/2026 08:00,11/02/2026 16:29,00:30,07:59,Complete,,,,,07:59');
      expect((await auditOf(portal, 'Timecard', null)).at(-1)).toMatchObject({
        action: 'Exported',
        user_id: someone.id,
      });
    });

    it('shows your own schedule for today in the practice’s time zone', async () => {
      const someone = await signedInAs(portal, 'Staff');
      expect(await portal.succeed(scheduleToday, {}, someone)).toEqual({
        date: '2026-11-21',
        hasSchedule: false,
        schedule: null,
      });
      await makeShift(portal, someone.id, 5);
      const id = await makeShift(portal, someone.id, 6, { start: '09:00', end: '13:15', grace: 7 });
      expect(await portal.succeed(scheduleToday, {}, someone)).toMatchObject({
        hasSchedule: true,
        schedule: {
          id,
          dayOfWeek: 6,
          scheduledStartTime: '09:00',
          scheduledEndTime: '13:15',
          lunchStartTime: null,
          lunchDuration: 30,
          gracePeriodMinutes: 7,
          requiresLunchBreak: false,
        },
      });
    });
  });

  describe('400', () => {
    it('refuses reversed ranges, invalid days and long notes', async () => {
      const query = { startDate: '2026-11-02', endDate: '2026-11-01' };
      expect(await portal.call(myTimecards, { query }, staff)).toMatchObject({
        status: 400,
        error: { errors: { endDate: ['The end date must not be before the start date'] } },
      });
      for (const startDate of ['2026-02-30', '1999-12-31', 'today'])
        expect((await portal.call(myTimecards, { query: { startDate } }, staff)).status).toBe(400);
      const body = { notes: 'x'.repeat(501) };
      expect(await portal.call(timecardClockIn, { body }, staff)).toMatchObject({
        status: 400,
        error: { errors: { notes: ['Notes can have at most 500 characters'] } },
      });
    });
  });

  describe('403 and 404', () => {
    it('404 for every step on another user’s timecard, which stays unchanged', async () => {
      const owner = await signedInAs(portal, 'Staff');
      const admin = await signedInAs(portal, 'Admin');
      const { id } = await clockIn(owner);
      for (const call of [timecardClockOut, timecardLunchStart, timecardLunchEnd]) {
        expect((await step(call, id, staff)).status).toBe(404);
        expect((await step(call, id, admin)).status).toBe(404);
        expect((await step(call, ABSENT, owner)).status).toBe(404);
      }
      expect((await portal.call(timecardGet, { params: { id } }, staff)).status).toBe(404);
      expect(await portal.succeed(timecardGet, { params: { id } }, admin)).toMatchObject({
        userId: owner.id,
        version: 1,
        corrections: [],
      });
    });

    it('requires Timecard.View', async () => {
      const someone = await signedInAs(portal, 'Staff');
      await overridePermission(portal, someone.id, 'Timecard.View', false);
      expect((await portal.call(timecardClockIn, {}, someone)).status).toBe(403);
      expect((await portal.call(timecardActive, {}, someone)).status).toBe(403);
    });
  });

  describe('409', () => {
    it('accepts one of several concurrent clock-ins', async () => {
      const someone = await signedInAs(portal, 'Staff');
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => portal.call(timecardClockIn, {}, someone)),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      const refused = answers.filter(({ status }) => status !== 201);
      expect(new Set(refused.map((answer) => (answer.ok ? '' : answer.error.message)))).toEqual(
        new Set(['You are already clocked in']),
      );
      const { rows } = await portal.owner.query('select id from timecards where user_id = $1', [someone.id]);
      expect(rows).toHaveLength(1);
    });

    it('allows only one open timecard and no overlaps in the database', async () => {
      const someone = await signedInAs(portal, 'Staff');
      await clockIn(someone);
      await expect(makeTimecard(portal, someone.id, '2030-01-01T12:00Z')).rejects.toMatchObject({
        code: expect.stringMatching(/^23(505|P01)$/),
      });
      await makeTimecard(portal, someone.id, '2026-11-02T13:00Z', '2026-11-02T21:00Z');
      await expect(
        makeTimecard(portal, someone.id, '2026-11-02T20:59Z', '2026-11-02T22:00Z'),
      ).rejects.toMatchObject({ code: '23P01', constraint: 'timecards_no_overlap' });
      await makeTimecard(portal, someone.id, '2026-11-02T21:00Z', '2026-11-02T22:00Z');
    });

    it('refuses steps out of order, says what to do, and changes nothing', async () => {
      const someone = await signedInAs(portal, 'Staff');
      const { id } = await clockIn(someone);
      const refusal = async (
        call: typeof timecardClockOut | typeof timecardLunchStart | typeof timecardLunchEnd,
      ) => {
        const answer = await step(call, id, someone);
        return answer.ok ? undefined : [answer.status, answer.error.message];
      };
      const version = async () => (await portal.succeed(timecardGet, { params: { id } }, someone)).version;
      expect(await refusal(timecardLunchEnd)).toEqual([409, 'You have not started a lunch break.']);
      expect(await version()).toBe(1);
      await step(timecardLunchStart, id, someone);
      expect(await refusal(timecardLunchStart)).toEqual([409, 'You are already on your lunch break.']);
      expect(await refusal(timecardClockOut)).toEqual([409, 'End your lunch break before clocking out.']);
      expect(await version()).toBe(2);
      await step(timecardLunchEnd, id, someone);
      expect(await refusal(timecardLunchStart)).toEqual([
        409,
        'You have already taken a lunch break on this timecard.',
      ]);
      expect(await refusal(timecardLunchEnd)).toEqual([409, 'Your lunch break has already ended.']);
      await step(timecardClockOut, id, someone);
      for (const call of [timecardClockOut, timecardLunchStart, timecardLunchEnd])
        expect(await refusal(call)).toEqual([409, 'No active timecard']);
      expect(await version()).toBe(4);
    });

    it('accepts one of 20 concurrent lunch steps or clock-outs', async () => {
      const someone = await signedInAs(portal, 'Staff');
      const { id } = await clockIn(someone);
      for (const call of [timecardLunchStart, timecardLunchEnd, timecardClockOut]) {
        const answers = await Promise.all(Array.from({ length: 20 }, () => step(call, id, someone)));
        expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
        expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
      }
    });
  });

  it('repeats the answer for a repeated clock-in key, and answers 422 if the body differs', async () => {
    const someone = await signedInAs(portal, 'Staff');
    const options = { token: someone.token, headers: { 'idempotency-key': 'clock-in-1' } };
    const first = await portal.succeed(timecardClockIn, { body: { notes: 'Here' } }, options);
    expect(await portal.succeed(timecardClockIn, { body: { notes: 'Here' } }, options)).toEqual(first);
    const other = await portal.call(timecardClockIn, { body: { notes: 'There' } }, options);
    expect(other).toMatchObject({ status: 422, error: { code: 'IDEMPOTENCY_MISMATCH' } });
  });
});
