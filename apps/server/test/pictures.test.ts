import { auditHours, auditList } from '@portal/contract/audit';
import { chargeTotals, chargeUnsigned } from '@portal/contract/charges';
import { messageAges, messageList } from '@portal/contract/messages';
import { orderAges, orderList } from '@portal/contract/orders';
import { OVERTIME_WEEKS, timecardOvertime, timecardOvertimeWeeks } from '@portal/contract/timecard-reports';
import { addDays, startOfDay } from '@portal/domain/calendar';
import { MESSAGE_STATUSES } from '@portal/domain/message-status';
import { ORDER_STATUSES } from '@portal/domain/order-status';
import { PRIORITIES } from '@portal/domain/priority';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertEntry } from '#features/audit-logs/test/readable-log.ts';
import { makeChargeDesk, type ChargeDesk } from './charge-desk.ts';
import {
  makeMessage,
  makeOffice,
  makeOrder,
  makePatient,
  makeTimecard,
  makeUser,
  overridePermission,
  signedInAs,
  type SignedInUser,
} from './factories.ts';
import { openTestPortal, type TestPortal } from './harness.ts';

const ZONE = 'America/New_York';
const HOUR = 3_600_000;
/** Monday. The clocks went back the day before, which had 25 hours. */
const TODAY = '2026-11-02';

/** The first and last millisecond of each of the last ten days. */
const EDGES = Array.from({ length: 10 }, (_, ago) => addDays(TODAY, -ago)).flatMap((day) => [
  new Date(startOfDay(ZONE, day)),
  new Date(startOfDay(ZONE, addDays(day, 1)) - 1),
]);

describe('the numbers of pictures', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let desk: ChargeDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    // From the 21st to the 2nd.
    portal.clock.advance({ hours: -19 * 24 });
    desk = await makeChargeDesk(portal);
    ({ admin } = desk);
  });
  afterAll(() => portal.close());

  const messageTotals = async (query: Readonly<Record<string, string | undefined>>) =>
    (await portal.succeed(messageList, { query: { ...query, pageSize: '1' } }, admin)).totalCount;
  const orderTotals = async (query: Readonly<Record<string, string | undefined>>) =>
    (await portal.succeed(orderList, { query: { ...query, pageSize: '1' } }, admin)).totalCount;

  it('are zero in an empty practice', async () => {
    expect((await portal.succeed(messageAges, {}, admin)).map(({ count }) => count)).toEqual([0, 0, 0, 0]);
    expect((await portal.succeed(orderAges, {}, admin)).map(({ count }) => count)).toEqual([0, 0, 0, 0]);
    expect(await portal.succeed(chargeTotals, { query: {} }, admin)).toEqual({
      days: [],
      providers: [],
      codes: [],
    });
    expect(await portal.succeed(chargeUnsigned, { query: {} }, admin)).toEqual([]);
    const hours = await portal.succeed(auditHours, { query: { date: '2026-03-07' } }, admin);
    expect(hours.hours.map(({ count }) => count)).toEqual(Array.from({ length: 24 }, () => 0));
    expect(hours.users).toEqual([]);
    const weeks = await portal.succeed(timecardOvertimeWeeks, { query: { weekStartDate: TODAY } }, admin);
    expect(weeks).toHaveLength(OVERTIME_WEEKS);
    expect(weeks.every(({ overtimeHours }) => overtimeHours === 0)).toBe(true);
  });

  it('of open messages by age equal the totals of their lists, also around a day of 25 hours', async () => {
    for (const callAt of EDGES.filter((moment) => moment <= portal.clock.now()))
      for (const priority of PRIORITIES)
        for (const status of MESSAGE_STATUSES) await makeMessage(portal, { callAt, priority, status });
    const { id } = await makeMessage(portal, { callAt: EDGES[2] ?? new Date() });
    await portal.owner.query('update phone_messages set deleted_at = now() where id = $1', [id]);
    const ages = await portal.succeed(messageAges, {}, admin);
    // Three open statuses and four priorities: the start of today, and both ends of 2, 5 and 2 days.
    expect(ages).toEqual([
      { age: 'today', startDate: TODAY, count: 12 },
      { age: 'days1To2', startDate: '2026-10-31', endDate: '2026-11-01', count: 48 },
      { age: 'days3To7', startDate: '2026-10-26', endDate: '2026-10-30', count: 120 },
      { age: 'older', endDate: '2026-10-25', count: 48 },
    ]);
    for (const { age: _age, count, ...range } of ages) {
      expect(await messageTotals({ ...range, open: 'true' })).toBe(count);
      // Each completed message is in the list without the filter.
      expect(await messageTotals({ ...range })).toBe((count / 3) * 4);
      const byPriority = await Promise.all(
        PRIORITIES.map((priority) => messageTotals({ ...range, priority, open: 'true' })),
      );
      expect(byPriority.reduce((sum, each) => sum + each, 0)).toBe(count);
      expect(await messageTotals({ ...range, status: 'New', open: 'true' })).toBe(count / 3);
    }
    expect(await messageTotals({ open: 'true' })).toBe(228);
    for (const range of [{ startDate: '0001-01-01' }, { endDate: '9999-12-31' }, { endDate: '9000-01-01' }])
      expect(await messageTotals({ ...range, open: 'true' })).toBe(228);
    expect(await messageTotals({ endDate: '1950-01-01' })).toBe(0);
    expect(await messageTotals({ startDate: '2200-01-01' })).toBe(0);
    expect(await messageTotals({ open: 'true', status: 'Completed' })).toBe(0);
  });

  it('lists the messages of some days in the order of the list', async () => {
    const query = { startDate: '2026-10-26', endDate: '2026-11-01', pageSize: '100' };
    const pages = await Promise.all(
      ['1', '2', '3'].map((page) => portal.succeed(messageList, { query: { ...query, page } }, admin)),
    );
    const rows = pages.flatMap(({ data }) => data);
    expect(rows).toHaveLength(224);
    const rank = ({ status, priority, callDateTime }: (typeof rows)[number]) => {
      const call = Date.parse(callDateTime);
      return status === 'Completed' ? 1e15 - call : PRIORITIES.indexOf(priority) * 1e13 + call;
    };
    expect(rows.map(rank)).toEqual(rows.map(rank).toSorted((a, b) => a - b));
    const answer = await portal.call(
      messageList,
      { query: { startDate: TODAY, endDate: '2026-11-01' } },
      admin,
    );
    expect(answer.status).toBe(400);
  });

  it('of open orders by age equal the totals of their lists', async () => {
    const { id: patientId } = await makePatient(portal);
    for (let ago = 0; ago < 10; ago += 1)
      for (const status of ORDER_STATUSES)
        for (const isStat of [true, false])
          await makeOrder(portal, {
            patientId,
            providerId: desk.doctor.id,
            status,
            isStat,
            orderDate: addDays(TODAY, -ago),
          });
    const ages = await portal.succeed(orderAges, {}, admin);
    expect(ages.map(({ count }) => count)).toEqual([6, 12, 30, 12]);
    for (const { age: _age, count, ...range } of ages) {
      expect(await orderTotals({ ...range, open: 'true' })).toBe(count);
      expect(await orderTotals({ ...range, open: 'true', status: 'Pending' })).toBe(count / 3);
    }
    expect(await orderTotals({ open: 'true' })).toBe(60);
    const { data } = await portal.succeed(
      orderList,
      { query: { open: 'true', endDate: '2026-11-01', pageSize: '100' } },
      admin,
    );
    // STAT orders first, each newest first.
    const rank = ({ isStat, orderDate }: (typeof data)[number]) => (isStat ? '1' : '0') + orderDate;
    expect(data.map(rank)).toEqual(data.map(rank).toSorted().toReversed());
  });

  it('of charges equal the totals of their lists, for the notes that the caller may see', async () => {
    const elsewhere = await makeOffice(portal);
    for (const [index, procedureDate] of ['2026-10-28', '2026-10-30', '2026-11-01', TODAY].entries())
      for (const status of ['Signed', 'Completed', 'Draft'] as const)
        for (const providerId of [desk.doctor.id, desk.other.id])
          await desk.note({
            procedureDate,
            status,
            providerId,
            ...(index === 0 && { locationId: elsewhere }),
            lines: index % 2 === 0 ? [['64483'], ['64483', 1, 'RT'], ['M54.16']] : [['62323'], ['99213']],
          });
    await desk.note({ procedureDate: TODAY, billingOption: 'noshow-patient' });
    await desk.note({ procedureDate: TODAY, isActive: false });
    const range = { startDate: '2026-10-28', endDate: TODAY };
    for (const [user, seen] of [
      [admin, expect.arrayContaining([desk.doctor.id, desk.other.id])],
      [desk.doctor, [desk.doctor.id]],
      [desk.other, [desk.other.id]],
    ] as const)
      for (const filter of [
        {},
        { status: 'open' },
        { status: 'unsigned' },
        { locationId: elsewhere },
      ] as const) {
        const query = { ...range, ...filter };
        const totals = await portal.succeed(chargeTotals, { query }, user);
        const total = async (more: Record<string, string>) =>
          (await desk.list({ ...query, ...more }, user)).totalCount;
        expect(totals.days.reduce((sum, { notes }) => sum + notes, 0)).toBe(await total({}));
        for (const { date, notes } of totals.days)
          expect(await total({ startDate: date, endDate: date })).toBe(notes);
        expect(totals.providers.reduce((sum, { notes }) => sum + notes, 0)).toBe(await total({}));
        for (const { providerId, notes } of totals.providers) expect(await total({ providerId })).toBe(notes);
        for (const { code, notes } of totals.codes) expect(await total({ code })).toBe(notes);
        expect(totals.providers.map(({ providerId }) => providerId)).toEqual(seen);
      }
    const { codes } = await portal.succeed(chargeTotals, { query: range }, admin);
    // Notes, not lines; only signed ones.
    expect(codes.map(({ code, notes }) => [code, notes])).toEqual([
      ['62323', 4],
      ['64483', 4],
      ['99213', 4],
    ]);
    for (const [user, perDay] of [
      [admin, 4],
      [desk.doctor, 2],
    ] as const) {
      const unsigned = await portal.succeed(chargeUnsigned, { query: range }, user);
      expect(unsigned).toEqual([
        { date: '2026-10-28', notes: perDay },
        { date: '2026-10-30', notes: perDay },
      ]);
      for (const { date, notes } of unsigned)
        expect(
          (await desk.list({ status: 'unsigned', startDate: date, endDate: date }, user)).totalCount,
        ).toBe(notes);
    }
  });

  it.each([
    ['23 hours', '2026-03-08', 23],
    ['25 hours', '2026-11-01', 25],
  ])('of the audit log equal the totals of its list on a day of %s', async (_, date, length) => {
    const { id: ann } = await makeUser(portal, { firstName: 'Ann', lastName: 'Abbott' });
    const start = startOfDay(ZONE, date);
    for (let hour = -1; hour <= length; hour += 1)
      for (const offset of [0, HOUR - 1])
        await insertEntry(portal, {
          at: new Date(start + hour * HOUR + offset),
          userId: hour % 3 === 0 ? null : ann,
          action: 'Viewed',
          entityType: 'Patient',
        });
    const { hours, users } = await portal.succeed(auditHours, { query: { date } }, admin);
    expect(hours).toHaveLength(length);
    const total = async (query: Readonly<Record<string, string | undefined>>) =>
      (await portal.succeed(auditList, { query }, admin)).totalCount;
    for (const { from, before, count } of hours) {
      expect(count).toBe(2);
      const last = new Date(Date.parse(before) - 1).toISOString();
      expect(await total({ startDate: from, endDate: last })).toBe(count);
    }
    const day = { startDate: date, endDate: date };
    expect(users.reduce((sum, { count }) => sum + count, 0)).toBe(await total(day));
    for (const { userId, count } of users)
      expect(await total({ ...day, ...(userId === null ? { userType: 'system' } : { userId }) })).toBe(count);
    expect(users.map(({ name }) => name)).toEqual(['Ann Abbott', null]);
  });

  it('of overtime equal the report of each week', async () => {
    for (const [index, hours] of [7, 9, 11].entries()) {
      const { id } = await makeUser(portal);
      for (let day = 0; day < 12 * 7; day += 1) {
        const clockIn = startOfDay(ZONE, addDays(TODAY, -day)) + (8 + index * 6) * HOUR;
        // Some work past midnight on a Sunday, into the next week.
        if (day % 7 !== 2 && clockIn + hours * HOUR < portal.clock.now().getTime())
          await makeTimecard(portal, id, new Date(clockIn), new Date(clockIn + hours * HOUR));
      }
    }
    const { id } = await makeUser(portal);
    await makeTimecard(portal, id, new Date(portal.clock.now().getTime() - HOUR));
    const weeks = await portal.succeed(timecardOvertimeWeeks, { query: { weekStartDate: TODAY } }, admin);
    expect(weeks.filter(({ overtimeHours }) => overtimeHours > 0).length).toBeGreaterThan(8);
    for (const week of weeks) {
      const query = { weekStartDate: week.weekStartDate };
      const report = await portal.succeed(timecardOvertime, { query }, admin);
      expect(week.overtimeHours).toBe(report.totalOvertimeHours);
    }
    const ahead = addDays(TODAY, 7 * 6);
    const future = await portal.succeed(timecardOvertimeWeeks, { query: { weekStartDate: ahead } }, admin);
    expect(future.slice(-6).every(({ overtimeHours }) => overtimeHours === 0)).toBe(true);
    expect(future.slice(0, 6)).toEqual(weeks.slice(-6));
  });

  it('are refused without the permission of their list', async () => {
    const all = [
      [messageAges, 'Message.View'],
      [orderAges, 'Order.View'],
      [chargeTotals, 'Dictation.View'],
      [chargeUnsigned, 'Dictation.View'],
      [auditHours, 'Admin.ViewAuditLogs'],
    ] as const;
    for (const [endpoint, permission] of all) {
      const user = await signedInAs(portal, 'Admin');
      await overridePermission(portal, user.id, permission, false);
      expect((await portal.call(endpoint, {}, user)).status).toBe(403);
      expect((await portal.call(endpoint, {})).status).toBe(401);
    }
    const user = await signedInAs(portal, 'Staff');
    const query = { weekStartDate: TODAY };
    expect((await portal.call(timecardOvertimeWeeks, { query }, user)).status).toBe(403);
    expect((await portal.call(chargeTotals, { query: {} }, user)).status).toBe(403);
  });
});
