import type { Schedule } from '@portal/contract/timecard-schedules';
import type { Timecard, TimecardDetail } from '@portal/contract/timecards';
import { createFakeServer, type FakeServer } from '#lib/test/fake-server.ts';

/** A valid reason. */
export const REASON = 'Forgot to clock out';
/** The practice's time zone and current date (a Saturday) in these tests. */
export const ZONE = 'America/New_York';
export const TODAY = '2026-11-21';

/** A fake server with the practice. */
export function timecardServer(today = TODAY): FakeServer {
  const server = createFakeServer();
  server.on('GET /practice', {
    body: { name: 'P', timeZone: ZONE, clock: '12', emailDomain: 'p.example', otherStates: false, today },
  });
  return server;
}

/** Jane's complete card of November 19, 08:00 to 16:00, with optional changes. */
export function aCard(change: Partial<Timecard> = {}): Timecard {
  return {
    id: '22222222-2222-4222-8222-222222222222',
    userId: '11111111-1111-4111-8111-111111111111',
    userName: 'Jane Doe',
    workDate: '2026-11-19',
    clockInTime: '2026-11-19T13:00:00.000Z',
    clockOutTime: '2026-11-19T21:00:00.000Z',
    lunchStartTime: null,
    lunchEndTime: null,
    lunchDuration: null,
    totalHours: 28_800,
    isComplete: true,
    notes: null,
    lunchRequired: false,
    lunchDue: false,
    lunchMissing: false,
    isTooLong: false,
    isUnconfirmed: false,
    isCorrected: false,
    isOwnCorrection: false,
    proposedTimes: null,
    lastCorrection: null,
    version: 2,
    ...change,
  };
}

/** The same card with its corrections. */
export const aDetail = (change: Partial<TimecardDetail> = {}): TimecardDetail => ({
  ...aCard(change),
  corrections: change.corrections ?? [],
});

/** A card that has been open since 08:00 today. */
export const anOpenCard = (change: Partial<Timecard> = {}): Timecard =>
  aCard({
    workDate: TODAY,
    clockInTime: '2026-11-21T13:00:00.000Z',
    clockOutTime: null,
    isComplete: false,
    totalHours: 0,
    ...change,
  });

/** Jane's Monday shift from 08:00 to 16:30, without an end date, with optional changes. */
export function aShift(change: Partial<Schedule> = {}): Schedule {
  return {
    id: '33333333-3333-4333-8333-333333333333',
    userId: '11111111-1111-4111-8111-111111111111',
    userName: 'Jane Doe',
    dayOfWeek: 1,
    scheduledStartTime: '08:00',
    scheduledEndTime: '16:30',
    lunchStartTime: '12:00',
    lunchDuration: 30,
    gracePeriodMinutes: 5,
    requiresLunchBreak: true,
    effectiveFrom: '2026-01-05',
    effectiveTo: null,
    version: 1,
    ...change,
  };
}
