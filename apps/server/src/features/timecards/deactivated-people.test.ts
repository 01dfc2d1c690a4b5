import { timecardAdd, timecardChange, timecardClockIn } from '@portal/contract/timecards';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTimecard, makeUser, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { waitForLock } from '#test/locks.ts';

describe('timecards of deactivated users', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());

  it('cannot be left open', async () => {
    const { id: userId } = await makeUser(portal, { isActive: false });
    const open = {
      clockInTime: '2026-11-02T13:00:00Z',
      clockOutTime: null,
      reason: 'Forgot to clock out',
    };
    const refused = {
      status: 400,
      error: { errors: { clockOutTime: ['This employee is deactivated. Enter a clock-out time.'] } },
    };
    expect(await portal.call(timecardAdd, { body: { userId, ...open } }, admin)).toMatchObject(refused);
    const id = await makeTimecard(portal, userId, '2026-11-02T13:00Z', '2026-11-02T21:00Z');
    expect(await portal.call(timecardChange, { params: { id }, body: open }, admin)).toMatchObject(refused);
  });

  it('cannot be opened by a clock-in during the deactivation', async () => {
    const someone = await signedInAs(portal, 'Staff');
    const other = await portal.owner.connect();
    try {
      await other.query('begin');
      await other.query('update users set is_active = false where id = $1', [someone.id]);
      const clockingIn = portal.call(timecardClockIn, {}, someone);
      await waitForLock(portal);
      await other.query('commit');
      expect(await clockingIn).toMatchObject({
        status: 409,
        error: { message: 'Your account is deactivated.' },
      });
    } finally {
      other.release();
    }
    const cards = await portal.owner.query('select from timecards where user_id = $1', [someone.id]);
    expect(cards.rowCount).toBe(0);
  });
});
