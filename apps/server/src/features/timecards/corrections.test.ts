import {
  myTimecards,
  timecardActive,
  timecardAdd,
  timecardChange,
  timecardClockIn,
  timecardClockOut,
  timecardDelete,
  timecardGet,
  timecardSearch,
} from '@portal/contract/timecards';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makeTimecard, makeUser, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';
const REASON = 'Forgot to clock out';
const times = (
  clockInTime: string,
  clockOutTime: string | null = null,
  lunch: readonly [string | null, string | null] = [null, null],
) => ({
  clockInTime,
  clockOutTime,
  lunchStartTime: lunch[0],
  lunchEndTime: lunch[1],
  notes: null,
  reason: REASON,
});

describe('timecard corrections', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let staff: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    staff = await signedInAs(portal, 'Staff');
  });
  afterAll(() => portal.close());

  const add = (userId: string, body: ReturnType<typeof times>) =>
    portal.call(timecardAdd, { body: { userId, ...body } }, admin);
  const stored = async (userId: string) => {
    const { rows } = await portal.owner.query(
      'select clock_in_at, clock_out_at, version, deleted_at from timecards where user_id = $1 order by clock_in_at',
      [userId],
    );
    return rows;
  };

  describe('200 and 201', () => {
    it('adds a missing timecard, marked as corrected and recorded with its reason', async () => {
      const { id: userId } = await makeUser(portal);
      const {
        notes: _,
        reason: __,
        ...moments
      } = times('2026-11-02T13:00:00.000Z', '2026-11-02T21:30:00.000Z', [
        '2026-11-02T17:00:00.000Z',
        '2026-11-02T17:30:00.000Z',
      ]);
      const body = { userId, ...moments, notes: 'From the paper list', reason: `  ${REASON} ` };
      const card = await portal.succeed(timecardAdd, { body }, admin);
      const values = { ...moments, notes: 'From the paper list' };
      expect(card).toMatchObject({ userId, ...values, totalHours: 28_800, isCorrected: true });
      const correction = { action: 'Added', reason: REASON, oldValues: null, newValues: values };
      expect(card.corrections).toEqual([
        {
          id: expect.any(String),
          at: portal.clock.now().toISOString(),
          by: { id: admin.id, firstName: 'Test', lastName: expect.any(String) },
          ...correction,
        },
      ]);
      expect(await auditOf(portal, 'Timecard', card.id)).toMatchObject([
        { action: 'Created', user_id: admin.id, reason: REASON, new_values: { userId, ...values } },
      ]);
      const { rows } = await portal.owner.query(
        'select description, required_permission from activities where entity_id = $1',
        [card.id],
      );
      expect(rows).toEqual([
        { description: 'A timecard was added', required_permission: 'Timecard.ManageTimecards' },
      ]);
    });

    it('corrects a missed clock-out and keeps the old values of every change', async () => {
      const { id: userId } = await makeUser(portal);
      const id = await makeTimecard(portal, userId, '2026-11-03T13:00Z');
      const first = await portal.succeed(
        timecardChange,
        {
          params: { id },
          body: { ...times('2026-11-03T13:00:00Z', '2026-11-03T22:00:00Z'), version: 1 },
        },
        admin,
      );
      expect(first).toMatchObject({ isComplete: true, totalHours: 32_400, version: 2, isTooLong: false });
      const second = await portal.succeed(
        timecardChange,
        {
          params: { id },
          body: { ...times('2026-11-03T13:00:00Z', '2026-11-03T21:00:00Z'), version: 2 },
        },
        admin,
      );
      expect(
        second.corrections.map(({ action, oldValues, newValues }) => [
          action,
          oldValues?.clockOutTime,
          newValues?.clockOutTime,
        ]),
      ).toEqual([
        ['Changed', null, '2026-11-03T22:00:00.000Z'],
        ['Changed', '2026-11-03T22:00:00.000Z', '2026-11-03T21:00:00.000Z'],
      ]);
      expect((await auditOf(portal, 'Timecard', id)).at(-1)).toMatchObject({
        action: 'Updated',
        reason: REASON,
        old_values: { clockOutTime: '2026-11-03T22:00:00.000Z' },
        new_values: { clockOutTime: '2026-11-03T21:00:00.000Z' },
      });
    });

    it('excludes a deleted timecard from lists and totals, but keeps the record and the reason', async () => {
      const someone = await signedInAs(portal, 'Staff');
      const { id } = await portal.succeed(timecardClockIn, {}, someone);
      const deleted = await portal.succeed(
        timecardDelete,
        { params: { id }, body: { reason: REASON } },
        admin,
      );
      expect(deleted.corrections).toMatchObject([{ action: 'Deleted', reason: REASON, newValues: null }]);
      expect((await portal.succeed(timecardActive, {}, someone)).hasActive).toBe(false);
      expect((await portal.succeed(myTimecards, {}, someone)).totalCount).toBe(0);
      for (const answer of [
        await portal.call(timecardGet, { params: { id } }, admin),
        await portal.call(timecardClockOut, { params: { id } }, someone),
        await portal.call(timecardDelete, { params: { id }, body: { reason: REASON } }, admin),
        await portal.call(timecardChange, { params: { id }, body: times('2026-11-02T13:00:00Z') }, admin),
      ])
        expect(answer.status).toBe(404);
      expect(await stored(someone.id)).toMatchObject([{ deleted_at: portal.clock.now() }]);
      expect((await auditOf(portal, 'Timecard', id)).at(-1)).toMatchObject({
        action: 'Deleted',
        old_values: { userId: someone.id },
      });
      // The employee can clock in again.
      expect((await portal.call(timecardClockIn, {}, someone)).status).toBe(201);
    });

    it('searches everyone’s timecards by employee, dates and status, newest first', async () => {
      const [one, two] = [await makeUser(portal), await makeUser(portal)];
      await makeTimecard(portal, one.id, '2025-03-03T13:00Z', '2025-03-03T21:00Z');
      await makeTimecard(portal, one.id, '2025-03-04T13:00Z', '2025-03-05T05:00:01Z');
      await makeTimecard(portal, one.id, '2025-03-06T13:00Z');
      await makeTimecard(portal, two.id, '2025-03-04T14:00Z', '2025-03-04T21:00Z');
      const search = async (more: Record<string, unknown>) => {
        const body = { startDate: '2025-03-03', endDate: '2025-03-06', ...more };
        const answer = await portal.succeed(timecardSearch, { body }, admin);
        expect(answer.totalCountIsApproximate).toBe(false);
        return [
          answer.totalCount,
          answer.data.map(({ userId, workDate }) => `${userId === one.id ? 1 : 2} ${workDate.slice(8)}`),
        ];
      };
      expect(await search({})).toEqual([4, ['1 06', '2 04', '1 04', '1 03']]);
      expect(await search({ userId: two.id })).toEqual([1, ['2 04']]);
      expect(await search({ status: 'Complete' })).toEqual([3, ['2 04', '1 04', '1 03']]);
      expect(await search({ status: 'InProgress' })).toEqual([1, ['1 06']]);
      expect(await search({ status: 'TooLong' })).toEqual([2, ['1 06', '1 04']]);
      expect(await search({ endDate: '2025-03-03' })).toEqual([1, ['1 03']]);
      expect(await search({ page: 2, pageSize: 3 })).toEqual([4, ['1 03']]);
      expect(await search({ page: 99, pageSize: 3 })).toEqual([4, ['1 03']]);
      expect((await auditOf(portal, 'Timecard', null)).at(-1)).toMatchObject({
        action: 'Accessed',
        user_id: admin.id,
        new_values: { startDate: '2025-03-03', endDate: '2025-03-06' },
      });
    });
  });

  describe('400', () => {
    it.each([
      [
        times('2026-11-02T13:00:00Z', '2026-11-02T13:00:00Z'),
        'clockOutTime',
        'The clock-out time must be after the clock-in time',
      ],
      [
        times('2026-11-02T13:00:00Z', '2026-11-03T13:00:01Z'),
        'clockOutTime',
        'A timecard can span at most 24 hours',
      ],
      [times('2026-11-21T17:00:00Z'), 'clockInTime', 'The clock-in time cannot be in the future'],
      [
        times('2026-11-21T14:00:00Z', '2026-11-21T17:00:00Z'),
        'clockOutTime',
        'The clock-out time cannot be in the future',
      ],
      [times('1999-11-02T13:00:00Z'), 'clockInTime', 'The clock-in time is too long ago'],
      [
        times('2026-11-02T13:00:00Z', '2026-11-02T21:00:00Z', [
          '2026-11-02T12:00:00Z',
          '2026-11-02T13:00:00Z',
        ]),
        'lunchStartTime',
        'Lunch cannot start before the clock-in time',
      ],
      [
        times('2026-11-02T13:00:00Z', '2026-11-02T21:00:00Z', [
          '2026-11-02T17:00:00Z',
          '2026-11-02T22:00:00Z',
        ]),
        'lunchEndTime',
        'Lunch must end before the clock-out time',
      ],
      [
        times('2026-11-02T13:00:00Z', '2026-11-02T21:00:00Z', ['2026-11-02T17:00:00Z', null]),
        'lunchEndTime',
        'Enter the end of the lunch break',
      ],
      [
        { ...times('2026-11-02T13:00:00Z'), reason: 'too short' },
        'reason',
        'Enter a reason of at least 10 characters',
      ],
      [times('2026-11-02 13:00'), 'clockInTime', 'Clock in must be a date and time'],
    ])('refuses %j on %s and stores nothing', async (body, field, message) => {
      const { id: userId } = await makeUser(portal);
      expect(await add(userId, body)).toMatchObject({
        status: 400,
        error: { errors: { [field]: [message] } },
      });
      expect(await stored(userId)).toEqual([]);
      const id = await makeTimecard(portal, userId, '2026-11-04T13:00Z', '2026-11-04T21:00Z');
      expect((await portal.call(timecardChange, { params: { id }, body }, admin)).status).toBe(400);
      expect(await stored(userId)).toMatchObject([{ version: 1 }]);
    });

    it('refuses an unknown employee, and searches over more than 366 days', async () => {
      expect(await add(ABSENT, times('2026-11-02T13:00:00Z'))).toMatchObject({
        status: 400,
        error: { errors: { userId: ['Choose an employee'] } },
      });
      const body = { startDate: '2025-01-01', endDate: '2026-01-02' };
      expect(await portal.call(timecardSearch, { body }, admin)).toMatchObject({
        status: 400,
        error: { errors: { endDate: ['Search at most 366 days at once'] } },
      });
      const year = { startDate: '2025-01-01', endDate: '2026-01-01' };
      expect((await portal.call(timecardSearch, { body: year }, admin)).status).toBe(200);
    });
  });

  describe('403 and 404', () => {
    it('requires Timecard.ManageTimecards to correct timecards, including your own', async () => {
      const id = await makeTimecard(portal, staff.id, '2026-11-02T13:00Z', '2026-11-02T21:00Z');
      const body = times('2026-11-02T13:00:00Z', '2026-11-02T22:00:00Z');
      for (const answer of [
        await portal.call(timecardAdd, { body: { userId: staff.id, ...body } }, staff),
        await portal.call(timecardChange, { params: { id }, body }, staff),
        await portal.call(timecardDelete, { params: { id }, body: { reason: REASON } }, staff),
        await portal.call(
          timecardSearch,
          { body: { startDate: '2026-11-01', endDate: '2026-11-02' } },
          staff,
        ),
      ])
        expect(answer.status).toBe(403);
      expect(await stored(staff.id)).toMatchObject([{ version: 1, deleted_at: null }]);
    });

    it('404 for an unknown timecard', async () => {
      const params = { id: ABSENT };
      expect(
        (await portal.call(timecardChange, { params, body: times('2026-11-02T13:00:00Z') }, admin)).status,
      ).toBe(404);
      expect((await portal.call(timecardDelete, { params, body: { reason: REASON } }, admin)).status).toBe(
        404,
      );
    });
  });

  describe('409', () => {
    it('refuses overlapping timecards of an employee, naming the times; allows adjacent ones', async () => {
      const { id: userId } = await makeUser(portal);
      await makeTimecard(portal, userId, '2026-11-02T13:00Z', '2026-11-02T17:00Z');
      const message =
        'This overlaps another timecard of this employee (11/02/2026 8:00 AM to 11/02/2026 12:00 PM)';
      for (const [from, to] of [
        ['2026-11-02T12:00:00Z', '2026-11-02T13:00:01Z'],
        ['2026-11-02T16:59:59Z', '2026-11-02T20:00:00Z'],
        ['2026-11-02T14:00:00Z', '2026-11-02T15:00:00Z'],
        ['2026-11-02T10:00:00Z', '2026-11-02T20:00:00Z'],
      ] as const)
        expect(await add(userId, times(from, to))).toMatchObject({
          status: 409,
          error: { code: 'CONFLICT', errors: { clockInTime: [message] } },
        });
      // An open card would overlap all later cards.
      expect((await add(userId, times('2026-11-02T12:00:00Z'))).status).toBe(409);
      const after = await add(userId, times('2026-11-02T17:00:00Z', '2026-11-02T18:00:00Z'));
      const before = await add(userId, times('2026-11-02T12:00:00Z', '2026-11-02T13:00:00Z'));
      expect([after.status, before.status]).toEqual([201, 201]);
      if (!after.ok) throw new Error('not added');
      const params = { id: after.body.id };
      const stretched = times('2026-11-02T16:00:00Z', '2026-11-02T18:00:00Z');
      expect((await portal.call(timecardChange, { params, body: stretched }, admin)).status).toBe(409);
      const same = times('2026-11-02T17:30:00Z', '2026-11-02T18:30:00Z');
      expect((await portal.call(timecardChange, { params, body: same }, admin)).status).toBe(200);
      expect(await stored(userId)).toHaveLength(3);
    });

    it('accepts one of several concurrent overlapping corrections, without a deadlock', async () => {
      const { id: userId } = await makeUser(portal);
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          add(userId, times(`2026-11-02T13:${String(index).padStart(2, '0')}:00Z`, '2026-11-02T15:00:00Z')),
        ),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(11);
    });

    it('refuses a stale version with the current timecard', async () => {
      const someone = await signedInAs(portal, 'Staff');
      const { id, version } = await portal.succeed(timecardClockIn, {}, someone);
      portal.clock.advance({ seconds: 5 });
      await portal.succeed(timecardClockOut, { params: { id } }, someone);
      const body = { ...times('2026-11-21T14:00:00Z', '2026-11-21T14:30:00Z'), version };
      expect(await portal.call(timecardChange, { params: { id }, body }, admin)).toMatchObject({
        status: 409,
        error: { code: 'STALE', current: { id, version: 2, corrections: [] } },
      });
    });
  });

  it('cannot be changed or deleted by the application’s database role', async () => {
    for (const statement of [
      'update timecard_corrections set reason = null',
      'delete from timecard_corrections',
    ])
      await expect(sql.raw(statement).execute(portal.deps.db)).rejects.toMatchObject({ code: '42501' });
  });
});
