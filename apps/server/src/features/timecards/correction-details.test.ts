import { myTimecards, myTimecardsExport, timecardChange, timecardGet } from '@portal/contract/timecards';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTimecard, makeUser, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const REASON = 'Forgot to clock out';

describe('correction details', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());

  it('leaves absent fields unchanged and clears fields that are null', async () => {
    const { id: userId } = await makeUser(portal);
    const id = await makeTimecard(portal, userId, '2026-11-03T13:00Z', '2026-11-03T21:00Z', [
      '2026-11-03T17:00Z',
      '2026-11-03T17:30Z',
    ]);
    const change = (body: Record<string, unknown>, version: number) =>
      portal.call(
        timecardChange,
        { params: { id }, body: { clockInTime: '2026-11-03T12:30:00Z', reason: REASON, version, ...body } },
        admin,
      );
    const lunch = {
      lunchStartTime: '2026-11-03T17:00:00.000Z',
      lunchEndTime: '2026-11-03T17:30:00.000Z',
    };
    expect(await change({ notes: 'Came early' }, 1)).toMatchObject({
      status: 200,
      body: { clockOutTime: '2026-11-03T21:00:00.000Z', ...lunch, notes: 'Came early', isComplete: true },
    });
    expect(await change({ lunchEndTime: null }, 2)).toMatchObject({
      status: 400,
      error: { errors: { lunchEndTime: ['Enter the end of the lunch break'] } },
    });
    expect(await change({ lunchStartTime: null, lunchEndTime: null }, 2)).toMatchObject({
      status: 200,
      body: { lunchStartTime: null, lunchEndTime: null, notes: 'Came early' },
    });
  });

  it('shows the employee who corrected a card, when and why', async () => {
    const someone = await signedInAs(portal, 'Staff');
    const id = await makeTimecard(portal, someone.id, '2026-11-03T13:00Z', '2026-11-03T21:00Z');
    const body = {
      clockInTime: '2026-11-03T13:00:00Z',
      clockOutTime: '2026-11-03T22:00:00Z',
      reason: REASON,
      version: 1,
    };
    await portal.succeed(timecardChange, { params: { id }, body }, admin);
    const { data } = await portal.succeed(myTimecards, {}, someone);
    expect(data).toMatchObject([
      {
        isCorrected: true,
        lastCorrection: {
          action: 'Changed',
          at: portal.clock.now().toISOString(),
          byName: expect.stringMatching(/^Test /),
          reason: REASON,
        },
      },
    ]);
    const { blob } = await portal.succeed(myTimecardsExport, {}, someone);
    expect(await blob.text()).toMatch(
      /,Changed by Test \S+ on 11\/21\/2026 \d{1,2}:\d\d [AP]M: Forgot to clock out,09:00\r/,
    );
    const own = await portal.succeed(timecardGet, { params: { id } }, someone);
    expect(own.corrections).toMatchObject([{ by: { id: admin.id }, reason: REASON }]);
  });
});
