import { timecardCompliance, timecardWeekly } from '@portal/contract/timecard-reports';
import {
  timecardActive,
  timecardClockIn,
  timecardClockOut,
  timecardLunchEnd,
  timecardLunchStart,
} from '@portal/contract/timecards';
import { heartbeat } from '@portal/contract/session';
import { systemState } from '@portal/contract/system';
import { userDeactivate } from '@portal/contract/users';
import { expect, it } from 'vitest';
import { databaseTime } from '#db/clock-watch.ts';
import { makeShift, makeUser, signedInAs } from '#test/factories.ts';
import { portalForTest, TestClock } from '#test/harness.ts';

/** Two processes of one database, whose clocks differ by five minutes. */
async function twoProcesses() {
  const right = await portalForTest();
  const clock = new TestClock();
  clock.advance({ minutes: 5 });
  const ahead = await portalForTest({ sameDatabaseAs: right, clock });
  const pass = (parts: { minutes?: number; seconds?: number; ms?: number }) => {
    right.clock.advance(parts);
    clock.advance(parts);
  };
  return { right, ahead, clock, pass };
}
const length = (from: string | null, to: string | null) => Date.parse(to ?? '') - Date.parse(from ?? '');

it('a card has its true length, whichever process records its times', async () => {
  const { right, ahead, pass } = await twoProcesses();
  const user = await signedInAs(right, 'Staff');
  const { id, clockInTime } = await right.succeed(timecardClockIn, {}, user);
  const params = { id };
  pass({ ms: 500 });
  await ahead.succeed(timecardLunchStart, { params }, user);
  pass({ ms: 500 });
  const { lunchStartTime, lunchEndTime } = await right.succeed(timecardLunchEnd, { params }, user);
  expect(length(lunchStartTime, lunchEndTime)).toBe(500);
  pass({ ms: 500 });
  const { clockOutTime, totalHours } = await ahead.succeed(timecardClockOut, { params }, user);
  expect(length(clockInTime, clockOutTime)).toBe(1500);
  expect(totalHours).toBe(0);
});

it('both processes show the same hours and arrivals now', async () => {
  const { right, ahead, pass } = await twoProcesses();
  const admin = await signedInAs(right, 'Admin');
  const user = await signedInAs(right, 'Staff');
  await ahead.succeed(timecardClockIn, {}, user);
  const { id: waiting } = await makeUser(right);
  // Nobody is late before 10:07 on the database's clock.
  await makeShift(right, waiting, 6, { start: '10:04', end: '16:00', grace: 2 });
  pass({ minutes: 4 });
  const calls = [right, ahead].map(async (portal) => ({
    active: await portal.succeed(timecardActive, {}, user),
    week: await portal.succeed(
      timecardWeekly,
      { query: { userId: user.id, weekStartDate: '2026-11-16' } },
      admin,
    ),
    arrivals: await portal.succeed(timecardCompliance, { query: { date: '2026-11-21' } }, admin),
  }));
  const [first, second] = await Promise.all(calls);
  expect(second).toEqual(first);
  expect(first).toMatchObject({
    active: { serverTime: right.clock.now().toISOString(), timecard: { totalHours: 240 } },
    week: { totalWeeklyHours: 240 },
    arrivals: { notStartedCount: 1, absentCount: 0 },
  });
});

it('a deactivation closes a card by the database’s clock', async () => {
  const { right, ahead, pass } = await twoProcesses();
  const admin = await signedInAs(right, 'Admin');
  const user = await signedInAs(right, 'Staff');
  await right.succeed(timecardClockIn, {}, user);
  pass({ seconds: 90 });
  const { closedTimecard } = await ahead.succeed(
    userDeactivate,
    { params: { id: user.id }, query: {} },
    admin,
  );
  expect(length(closedTimecard?.clockInTime ?? null, closedTimecard?.clockOutTime ?? null)).toBe(90_000);
});

it('the database tells the time unless a test does', async () => {
  const portal = await portalForTest({ databaseTime });
  const user = await signedInAs(portal, 'Staff');
  const { clockInTime } = await portal.succeed(timecardClockIn, {}, user);
  const { rows } = await portal.owner.query<{ seconds: number }>(
    'select extract(epoch from clock_timestamp() - $1::timestamptz)::float8 as seconds',
    [clockInTime],
  );
  expect(rows[0]?.seconds).toBeGreaterThanOrEqual(0);
  expect(rows[0]?.seconds).toBeLessThan(60);
});

it.each([
  [2, null],
  [-2, null],
  [3, 'The clock of this computer is 3 seconds ahead of that of the database. Correct the wrong one.'],
  [-3, 'The clock of this computer is 3 seconds behind that of the database. Correct the wrong one.'],
  [300, 'The clock of this computer is 5 minutes ahead of that of the database. Correct the wrong one.'],
])('a process whose clock differs by %i s says so in System Status: %s', async (seconds, clockProblem) => {
  const right = await portalForTest();
  const clock = new TestClock();
  clock.advance({ seconds });
  const other = await portalForTest({ sameDatabaseAs: right, clock });
  const admin = await signedInAs(right, 'Admin');
  expect(await other.succeed(systemState, {}, admin)).toMatchObject({
    status: clockProblem === null ? 'Healthy' : 'Degraded',
    clockProblem,
  });
  expect(await right.succeed(systemState, {}, admin)).toMatchObject({
    status: 'Healthy',
    clockProblem: null,
  });
});

it('sessions and sign-in delays last as long as they should, whichever process checks them', async () => {
  const { right, ahead, pass } = await twoProcesses();
  const user = await signedInAs(right, 'Staff');
  const other = await signedInAs(ahead, 'Staff');
  pass({ minutes: 14 });
  expect((await ahead.call(heartbeat, {}, user)).status).toBe(200);
  expect((await right.call(heartbeat, {}, other)).status).toBe(200);
  pass({ minutes: 16 });
  expect((await ahead.call(heartbeat, {}, user)).status).toBe(401);
  expect((await right.call(heartbeat, {}, other)).status).toBe(401);
});

it('a process whose clock jumps follows the database from the next reading on', async () => {
  const { right, ahead, clock } = await twoProcesses();
  clock.advance({ minutes: 90 });
  await ahead.deps.databaseTime(ahead.deps.db);
  expect(ahead.deps.clock.now()).toEqual(right.deps.clock.now());
});
