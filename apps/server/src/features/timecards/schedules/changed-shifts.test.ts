import { scheduleAdd, scheduleChange, scheduleDelete } from '@portal/contract/timecard-schedules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makeShift, makeUser, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

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

describe('changed shifts', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());

  const added = (userId: string, shift: ReturnType<typeof day>) =>
    portal.succeed(scheduleAdd, { body: { userId, ...shift } }, admin);
  const rowsOf = async (userId: string) => {
    const { rows } = await portal.owner.query<{ line: string }>(
      `select day_of_week || ' ' || start_time || ' ' || effective_from || ' ' || coalesce(effective_to::text, '-') as line
       from timecard_schedules where user_id = $1 order by effective_from, day_of_week`,
      [userId],
    );
    return rows.map(({ line }) => line);
  };

  it('changes a shift from today on, and ends it; the days before keep what was in effect', async () => {
    const { id: userId } = await makeUser(portal);
    const id = await makeShift(portal, userId, 1, { from: '2026-01-05' });
    const body = { ...day(3, { gracePeriodMinutes: 10 }), effectiveTo: '2026-12-31', version: 1 };
    const params = { id };
    expect(await portal.succeed(scheduleChange, { params, body }, admin)).toMatchObject({
      id,
      dayOfWeek: 3,
      effectiveFrom: '2026-11-21',
      effectiveTo: '2026-12-31',
      version: 2,
    });
    expect(await rowsOf(userId)).toEqual([
      '1 08:00:00 2026-01-05 2026-11-20',
      '3 08:00:00 2026-11-21 2026-12-31',
    ]);
    const later = { ...day(3, { scheduledStartTime: '07:00' }), effectiveFrom: '2026-12-01' };
    await portal.succeed(scheduleChange, { params, body: later }, admin);
    expect(
      (await portal.call(scheduleDelete, { params, query: { effectiveFrom: '2026-12-24' } }, admin)).status,
    ).toBe(204);
    expect(await rowsOf(userId)).toEqual([
      '1 08:00:00 2026-01-05 2026-11-20',
      '3 07:00:00 2026-12-01 2026-12-23',
    ]);
    expect((await portal.call(scheduleDelete, { params, query: {} }, admin)).status).toBe(204);
    expect((await portal.call(scheduleDelete, { params, query: {} }, admin)).status).toBe(404);
    expect(await auditOf(portal, 'TimecardSchedule', id)).toMatchObject([
      {
        action: 'Updated',
        old_values: { dayOfWeek: 1, gracePeriodMinutes: 5, effectiveFrom: '2026-01-05', effectiveTo: null },
        new_values: {
          dayOfWeek: 3,
          gracePeriodMinutes: 10,
          effectiveFrom: '2026-11-21',
          effectiveTo: '2026-12-31',
        },
      },
      { action: 'Updated' },
      { action: 'Deleted', new_values: { effectiveTo: '2026-12-23' } },
      { action: 'Deleted', old_values: { userId, dayOfWeek: 3 } },
    ]);
  });

  it('leaves absent fields unchanged, and the first day if only the last day changes', async () => {
    const { id: userId } = await makeUser(portal);
    const period = { effectiveFrom: '2026-01-05', effectiveTo: '2026-12-31' };
    const { id } = await added(userId, day(1, period));
    const named = { dayOfWeek: 1, scheduledStartTime: '08:00', scheduledEndTime: '16:30' };
    const change = (body: Record<string, unknown>) =>
      portal.call(scheduleChange, { params: { id }, body: { ...named, ...body } }, admin);
    expect(await change({})).toMatchObject({ status: 200, body: day(1, period) });
    const later = await added(userId, day(1, { effectiveFrom: '2027-01-01' }));
    expect(await change({ effectiveTo: null })).toMatchObject({ status: 409 });
    await portal.call(scheduleDelete, { params: { id: later.id }, query: {} }, admin);
    expect(await change({ effectiveTo: null })).toMatchObject({
      status: 200,
      body: { effectiveFrom: '2026-01-05', effectiveTo: null },
    });
    expect(await change({ lunchDuration: 0 })).toMatchObject({
      status: 400,
      error: { errors: { lunchDuration: ['Enter how long the required lunch break is'] } },
    });
    expect(await change({ lunchStartTime: null })).toMatchObject({
      body: { effectiveFrom: '2026-11-21', lunchStartTime: null, lunchDuration: 30 },
    });
    expect(await change({ effectiveFrom: '2026-12-01', effectiveTo: '2026-11-30' })).toMatchObject({
      status: 400,
      error: { errors: { effectiveTo: ['The last day must not be before the first day'] } },
    });
  });
});
