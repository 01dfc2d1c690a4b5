import {
  timecardCompliance,
  timecardOvertime,
  timecardWeekly,
  timecardWeeklyExport,
} from '@portal/contract/timecard-reports';
import {
  myTimecardsExport,
  timecardAdd,
  timecardChange,
  timecardConfirm,
  timecardDelete,
  timecardGet,
  timecardSearch,
  timecardSearchExport,
} from '@portal/contract/timecards';
import { myWork, waitingCounts } from '@portal/contract/my-work';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditOf, makeShift, makeTimecard, signedInAs, type SignedInUser } from '#test/factories.ts';
import { portalForTest, type TestPortal } from '#test/harness.ts';

const REASON = 'Forgot to clock out';
const MONDAY = '2026-11-16';
const DAY = '2026-11-18';
const MARK = 'own correction, not confirmed';

const everywhere = (isMarked: boolean) => ({
  week: isMarked,
  days: [false, false, false, isMarked, isMarked, false, false],
  overtime: [isMarked],
  arrivals: [isMarked],
  cards: [isMarked, false],
  files: [isMarked, isMarked, isMarked],
});

describe('a correction of an own timecard', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeEach(async () => {
    portal = await portalForTest();
    admin = await signedInAs(portal, 'Admin');
    await makeShift(portal, admin.id, 3);
  });

  const added = () =>
    portal.succeed(
      timecardAdd,
      {
        body: {
          userId: admin.id,
          clockInTime: '2026-11-18T13:00:00Z',
          clockOutTime: '2026-11-19T12:00:00Z',
          reason: REASON,
        },
      },
      admin,
    );
  const card = async (id: string, caller = admin) => portal.succeed(timecardGet, { params: { id } }, caller);

  /** The mark in every report: what a JSON report says, and whether a CSV file has the words. */
  async function marks() {
    const week = { weekStartDate: MONDAY };
    const weekly = await portal.succeed(timecardWeekly, { query: { ...week, userId: admin.id } }, admin);
    const overtime = await portal.succeed(timecardOvertime, { query: week }, admin);
    const compliance = await portal.succeed(timecardCompliance, { query: { date: DAY } }, admin);
    const range = { startDate: MONDAY, endDate: '2026-11-21' };
    const search = await portal.succeed(timecardSearch, { body: { ...range, page: 1, pageSize: 10 } }, admin);
    const files = [
      await portal.succeed(timecardWeeklyExport, { query: week }, admin),
      await portal.succeed(timecardSearchExport, { body: range }, admin),
      await portal.succeed(myTimecardsExport, { query: range }, admin),
    ];
    const texts = await Promise.all(files.map(({ blob }) => blob.text()));
    return {
      week: weekly.isOwnCorrection,
      days: weekly.dailyHours.map(({ isOwnCorrection }) => isOwnCorrection),
      overtime: overtime.employeesWithOvertime.map(({ isOwnCorrection }) => isOwnCorrection),
      arrivals: compliance.employeeArrivals.map(({ isOwnCorrection }) => isOwnCorrection),
      cards: search.data.map(({ isOwnCorrection }) => isOwnCorrection),
      files: texts.map((text) => text.includes(MARK)),
    };
  }
  it('is marked in every report and file, until another person confirms it', async () => {
    await makeTimecard(portal, admin.id, '2026-11-16T13:00Z', '2026-11-17T09:00Z');
    await portal.owner.query('update timecards set hours_confirmed = true');
    const { id, version } = await added();
    expect(await marks()).toEqual(everywhere(true));
    expect(await portal.call(timecardConfirm, { params: { id }, body: { version } }, admin)).toMatchObject({
      status: 403,
      error: { message: 'Another person must confirm your own correction.' },
    });
    const other = await signedInAs(portal, 'Admin');
    const waiting = async (caller: SignedInUser) =>
      (await portal.succeed(waitingCounts, {}, caller)).corrections;
    expect([await waiting(admin), await waiting(other)]).toEqual([0, 1]);
    expect((await portal.succeed(myWork, {}, other)).corrections?.rows).toMatchObject([
      { id, isUnconfirmed: false },
    ]);
    const search = {
      status: 'OwnCorrection' as const,
      startDate: MONDAY,
      endDate: DAY,
      page: 1,
      pageSize: 10,
    };
    const { data } = await portal.succeed(timecardSearch, { body: search }, other);
    expect(data.map((each) => each.id)).toEqual([id]);
    expect(
      await portal.call(timecardConfirm, { params: { id }, body: { version: version + 1 } }, other),
    ).toMatchObject({ status: 409, error: { code: 'STALE' } });
    expect(await portal.succeed(timecardConfirm, { params: { id }, body: { version } }, other)).toMatchObject(
      {
        isOwnCorrection: false,
        lastCorrection: { action: 'Confirmed', byName: expect.any(String) },
        corrections: [
          { action: 'Added', by: { id: admin.id } },
          { action: 'Confirmed', by: { id: other.id } },
        ],
      },
    );
    expect(await marks()).toEqual(everywhere(false));
    expect(await waiting(other)).toBe(0);
    expect(await portal.call(timecardConfirm, { params: { id }, body: {} }, other)).toMatchObject({
      status: 409,
      error: { message: 'This timecard has no correction to confirm.' },
    });
    expect((await auditOf(portal, 'Timecard', id)).at(-1)).toMatchObject({
      user_id: other.id,
      old_values: { isOwnCorrection: true },
      new_values: { isOwnCorrection: false },
    });
  });

  it('is only proposed while another person can confirm it', async () => {
    const id = await makeTimecard(portal, admin.id, '2026-11-18T13:00Z', '2026-11-18T21:00Z');
    const other = await signedInAs(portal, 'Admin');
    const times = { clockInTime: '2026-11-18T13:00:00Z', clockOutTime: '2026-11-18T23:00:00Z' };
    const change = async (caller: SignedInUser, clockOutTime = times.clockOutTime) =>
      portal.succeed(
        timecardChange,
        { params: { id }, body: { ...times, clockOutTime, reason: REASON } },
        caller,
      );
    const hours = async () =>
      (await portal.succeed(timecardWeekly, { query: { weekStartDate: MONDAY, userId: admin.id } }, admin))
        .totalWeeklyHours / 3600;
    const proposed = await change(admin);
    expect(proposed).toMatchObject({
      clockOutTime: '2026-11-18T21:00:00.000Z',
      isOwnCorrection: true,
      proposedTimes: { clockInTime: '2026-11-18T13:00:00.000Z', clockOutTime: '2026-11-18T23:00:00.000Z' },
      lastCorrection: { action: 'Proposed', reason: REASON },
    });
    expect(await hours()).toBe(8);
    expect((await marks()).days).toEqual([false, false, false, true, false, false, false]);
    const confirmed = await portal.succeed(timecardConfirm, { params: { id }, body: {} }, other);
    expect(confirmed).toMatchObject({
      clockOutTime: '2026-11-18T23:00:00.000Z',
      isOwnCorrection: false,
      proposedTimes: null,
    });
    expect(await hours()).toBe(10);
    expect((await auditOf(portal, 'Timecard', id)).slice(-2)).toMatchObject([
      { new_values: { proposedTimes: { clockOutTime: '2026-11-18T23:00:00.000Z' } } },
      {
        old_values: { clockOutTime: '2026-11-18T21:00:00.000Z', isOwnCorrection: true },
        new_values: { clockOutTime: '2026-11-18T23:00:00.000Z', isOwnCorrection: false },
      },
    ]);
    await change(admin, '2026-11-18T23:30:00Z');
    expect(await change(other, '2026-11-18T22:00:00Z')).toMatchObject({
      clockOutTime: '2026-11-18T22:00:00.000Z',
      isOwnCorrection: false,
      proposedTimes: null,
    });
    await change(admin, '2026-11-18T23:30:00Z');
    await portal.owner.query('update users set is_active = false where id = $1', [other.id]);
    expect(await change(admin, '2026-11-18T23:30:00Z')).toMatchObject({
      clockOutTime: '2026-11-18T23:30:00.000Z',
      isOwnCorrection: true,
      proposedTimes: null,
    });
  });

  it('adds hours only when another person confirms them', async () => {
    const other = await signedInAs(portal, 'Admin');
    const { id, ...proposed } = await added();
    expect(proposed).toMatchObject({
      totalHours: 0,
      clockOutTime: '2026-11-18T13:00:00.000Z',
      proposedTimes: { clockOutTime: '2026-11-19T12:00:00.000Z' },
      lastCorrection: { action: 'Proposed' },
    });
    const week = { query: { weekStartDate: MONDAY, userId: admin.id } };
    expect((await portal.succeed(timecardWeekly, week, admin)).totalWeeklyHours).toBe(0);
    const { employeeArrivals } = await portal.succeed(timecardCompliance, { query: { date: DAY } }, admin);
    expect(employeeArrivals).toMatchObject([{ status: 'Absent', isOwnCorrection: true }]);
    const between = await makeTimecard(portal, admin.id, '2026-11-18T20:00Z', '2026-11-18T21:00Z');
    expect(await portal.call(timecardConfirm, { params: { id }, body: {} }, other)).toMatchObject({
      status: 409,
      error: { message: expect.stringContaining('overlaps another timecard') },
    });
    await portal.succeed(timecardDelete, { params: { id: between }, body: { reason: REASON } }, other);
    await portal.succeed(timecardConfirm, { params: { id }, body: {} }, other);
    expect((await portal.succeed(timecardWeekly, week, admin)).totalWeeklyHours).toBe(23 * 3600);
  });

  it('is marked again by every later own change, and not by somebody else’s', async () => {
    const id = await makeTimecard(portal, admin.id, '2026-11-18T13:00Z', '2026-11-18T21:00Z');
    const other = await signedInAs(portal, 'SuperAdmin');
    const change = async (caller: SignedInUser, clockOutTime: string) => {
      const body = { clockInTime: '2026-11-18T13:00:00Z', clockOutTime, reason: REASON };
      return (await portal.succeed(timecardChange, { params: { id }, body }, caller)).isOwnCorrection;
    };
    expect(await change(other, '2026-11-18T22:00:00Z')).toBe(false);
    expect(await change(admin, '2026-11-18T23:00:00Z')).toBe(true);
    expect(await change(other, '2026-11-18T22:30:00Z')).toBe(false);
    expect(await change(admin, '2026-11-18T22:31:00Z')).toBe(true);
  });

  it('deletes nothing if another person can; otherwise reports mark the days of the deleted timecard', async () => {
    const { id } = await added();
    const other = await signedInAs(portal, 'Admin');
    const remove = () => portal.call(timecardDelete, { params: { id }, body: { reason: REASON } }, admin);
    expect(await remove()).toMatchObject({
      status: 403,
      error: { message: 'Ask another person who may correct timecards to delete your own.' },
    });
    expect((await card(id)).corrections).toHaveLength(1);
    await portal.owner.query('update users set is_active = false where id = $1', [other.id]);
    expect((await remove()).status).toBe(200);
    expect(await marks()).toMatchObject({
      week: true,
      days: [false, false, false, true, true, false, false],
      arrivals: [true],
      cards: [],
      files: [true, false, false],
    });
    const query = { userId: admin.id, weekStartDate: MONDAY };
    expect(await portal.succeed(timecardWeekly, { query }, admin)).toMatchObject({
      totalWeeklyHours: 0,
      isClockedIn: false,
    });
  });
});
