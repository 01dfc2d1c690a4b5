import { timecardOvertime, timecardWeekly, timecardWeeklyAll } from '@portal/contract/timecard-reports';
import { myTimecards, myTimecardsExport, timecardChange } from '@portal/contract/timecards';
import { addDays } from '@portal/domain/calendar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTimecard, makeUser, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const HOUR = 3600;
/** The clock is set to Saturday, 2026-11-21, 10:00 in New York (UTC-5). */
const MONDAY = '2026-11-16';

describe('timecards open for over 16 hours', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());

  const weekOf = (userId: string, weekStartDate: string) =>
    portal.succeed(timecardWeekly, { query: { userId, weekStartDate } }, admin);
  /** Adds a card with this many hours, starting at 09:00 EST. */
  const work = (userId: string, date: string, hours: number) =>
    makeTimecard(
      portal,
      userId,
      `${date}T14:00:00Z`,
      new Date(Date.parse(`${date}T14:00:00Z`) + hours * 3_600_000),
    );

  it('count 16 hours, marked as unconfirmed, until they are corrected', async () => {
    const { id } = await makeUser(portal);
    // Open for ten days, from Saturday 18:00 on.
    const card = await makeTimecard(portal, id, '2026-09-05T22:00Z', '2026-09-15T14:00Z');
    const days = async (weekStartDate: string) =>
      (await weekOf(id, weekStartDate)).dailyHours.map(({ workedHours, isUnconfirmed }) =>
        isUnconfirmed ? `${workedHours / HOUR} unconfirmed` : workedHours / HOUR,
      );
    const none = [0, 0, 0, 0, 0];
    expect(await days('2026-08-31')).toEqual(['10 unconfirmed', ...none, '6 unconfirmed']);
    expect(await weekOf(id, '2026-08-31')).toMatchObject({
      totalWeeklyHours: 16 * HOUR,
      isUnconfirmed: true,
    });
    expect(await days('2026-09-07')).toEqual([0, ...none, 0]);
    const all = await portal.succeed(timecardWeeklyAll, { query: { weekStartDate: '2026-09-07' } }, admin);
    expect(all.some(({ userId }) => userId === id)).toBe(false);
    const body = {
      clockInTime: '2026-09-05T22:00:00Z',
      clockOutTime: '2026-09-06T15:00:00Z',
      reason: 'Stayed for the night shift',
      version: 1,
    };
    await portal.succeed(timecardChange, { params: { id: card }, body }, admin);
    expect(await days('2026-08-31')).toEqual([11, ...none, 6]);
    expect(await weekOf(id, '2026-08-31')).toMatchObject({
      totalWeeklyHours: 17 * HOUR,
      isUnconfirmed: false,
    });
  });

  it('count 16 hours if still open, only in the weeks that include these hours', async () => {
    const { id } = await makeUser(portal);
    await makeTimecard(portal, id, '2026-11-12T14:00Z');
    expect(await weekOf(id, '2026-11-09')).toMatchObject({
      totalWeeklyHours: 16 * HOUR,
      isUnconfirmed: true,
      isClockedIn: true,
    });
    expect(await weekOf(id, MONDAY)).toMatchObject({
      totalWeeklyHours: 0,
      isUnconfirmed: false,
      isClockedIn: false,
    });
  });

  it('stay unconfirmed if a correction leaves them open', async () => {
    const { id } = await makeUser(portal);
    const card = await makeTimecard(portal, id, '2026-11-19T14:00Z');
    const body = { clockInTime: '2026-11-19T13:30:00Z', reason: 'Came half an hour earlier', version: 1 };
    await portal.succeed(timecardChange, { params: { id: card }, body }, admin);
    expect(await weekOf(id, MONDAY)).toMatchObject({ totalWeeklyHours: 16 * HOUR, isUnconfirmed: true });
  });

  it('are marked in the overtime report', async () => {
    const monday = '2025-10-06';
    const [confirmed, unconfirmed] = await Promise.all([makeUser(portal), makeUser(portal)]);
    for (let index = 0; index < 4; index += 1) {
      await work(confirmed.id, addDays(monday, index), 11);
      await work(unconfirmed.id, addDays(monday, index), 8);
    }
    await work(unconfirmed.id, addDays(monday, 4), 20);
    const report = await portal.succeed(timecardOvertime, { query: { weekStartDate: monday } }, admin);
    expect(report.employeesWithOvertime).toMatchObject([
      { userId: unconfirmed.id, totalHours: 48 * HOUR, overtimeHours: 8 * HOUR, isUnconfirmed: true },
      { userId: confirmed.id, totalHours: 44 * HOUR, overtimeHours: 4 * HOUR, isUnconfirmed: false },
    ]);
  });

  it('count 16 hours in the history total and in its CSV', async () => {
    const someone = await signedInAs(portal, 'Staff');
    await makeTimecard(portal, someone.id, '2026-11-02T13:00Z', '2026-11-03T13:00Z', [
      '2026-11-02T17:00Z',
      '2026-11-02T17:30Z',
    ]);
    await makeTimecard(portal, someone.id, '2026-11-04T13:00:50Z', '2026-11-04T14:00:10Z');
    const { data, totalHours } = await portal.succeed(myTimecards, {}, someone);
    expect(data.map((card) => [card.totalHours / 3600, card.isUnconfirmed])).toEqual([
      [1, false],
      [15.5, true],
    ]);
    expect(totalHours).toBe(16.5 * 3600);
    const { blob } = await portal.succeed(myTimecardsExport, {}, someone);
    expect((await blob.text()).split('\r\n')[2]).toBe(
      '11/02/2026,11/02/2026 08:00,11/03/2026 08:00,00:30,15:30,Complete,,"over 16 h, unconfirmed",,,15:30',
    );
  });
});
