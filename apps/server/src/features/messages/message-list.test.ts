import { dashboardStats } from '@portal/contract/dashboard';
import { messageDelete, messageList } from '@portal/contract/messages';
import { MESSAGE_STATUSES } from '@portal/domain/message-status';
import { PRIORITIES } from '@portal/domain/priority';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  auditOf,
  makeMessage,
  makePatient,
  makeUser,
  overridePermission,
  signedInAs,
  type SignedInUser,
} from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

describe('phone message list', () => {
  let portal: TestPortal;
  let staff: SignedInUser;
  let patientId: string;
  beforeAll(async () => {
    portal = await openTestPortal();
    staff = await signedInAs(portal, 'Staff');
    ({ id: patientId } = await makePatient(portal, { firstName: 'Ada', lastName: 'Lovelace' }));
    // Every status and priority twice, with different call times.
    let minutes = 0;
    for (const status of MESSAGE_STATUSES) {
      for (const priority of PRIORITIES) {
        for (const assignedToUserId of [staff.id, undefined]) {
          minutes += 7;
          await makeMessage(portal, {
            status,
            priority,
            callAt: new Date(portal.clock.now().getTime() - (minutes % 40) * 60_000),
            ...(assignedToUserId === undefined ? { patientId } : { assignedToUserId }),
          });
        }
      }
    }
  });
  afterAll(() => portal.close());

  const list = (query: Parameters<typeof portal.succeed<typeof messageList>>[1]['query']) =>
    portal.succeed(messageList, { query: query ?? {} }, staff);

  it('sorts open before completed, then by priority, then by longest waiting', async () => {
    const { data, totalCount } = await list({ pageSize: '100' });
    expect(totalCount).toBe(32);
    const expected = data.toSorted((a, b) => {
      const done = Number(a.status === 'Completed') - Number(b.status === 'Completed');
      if (done !== 0) return done;
      if (a.status === 'Completed') return b.callDateTime.localeCompare(a.callDateTime);
      const rank = PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority);
      return rank === 0 ? a.callDateTime.localeCompare(b.callDateTime) : rank;
    });
    expect(data.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(data[0]).toMatchObject({ priority: 'Urgent' });
    expect(data.at(-1)).toMatchObject({ status: 'Completed' });
  });

  it('pages without overlap, 20 per page by default, 100 at most, clamped to the last page', async () => {
    const all = (await list({ pageSize: '100' })).data.map(({ id }) => id);
    const pages = await Promise.all(['1', '2', '3', '4', '5'].map((page) => list({ page, pageSize: '7' })));
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(all);
    expect((await list({})).data).toHaveLength(20);
    expect((await list({ pageSize: '100000' })).data).toHaveLength(32);
    expect((await list({ page: '99', pageSize: '10' })).data.map(({ id }) => id)).toEqual(all.slice(30));
    expect((await list({ page: '-1', pageSize: '0' })).data.map(({ id }) => id)).toEqual(all.slice(0, 1));
  });

  it('filters by status, priority and the user’s messages, also combined, with exact totals', async () => {
    const all = (await list({ pageSize: '100' })).data;
    for (const status of [undefined, ...MESSAGE_STATUSES]) {
      for (const priority of [undefined, 'Urgent', 'Low'] as const) {
        for (const myMessages of [undefined, 'true'] as const) {
          const found = await list({ status, priority, myMessages, pageSize: '100' });
          const expected = all.filter(
            (row) =>
              (status === undefined || row.status === status) &&
              (priority === undefined || row.priority === priority) &&
              (myMessages === undefined || row.assignedToUser?.id === staff.id),
          );
          expect(found.data.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
          expect(found).toMatchObject({ totalCount: expected.length, totalCountIsApproximate: false });
        }
      }
    }
  });

  it('shows number, category, caller, patient, message, call time, priority, status and assignee', async () => {
    const { data } = await list({ patientId, status: 'New', priority: 'High' });
    expect(data).toEqual([
      {
        id: expect.any(String),
        messageNumber: expect.stringMatching(/^MSG-\d{4}-\d{6}$/),
        category: 'Medical',
        callerName: 'Call Er',
        callerPhone: '4105550142',
        patient: {
          id: patientId,
          firstName: 'Ada',
          lastName: 'Lovelace',
          medicalRecordNumber: expect.stringMatching(/^\d{8}$/),
        },
        message: 'Please call back',
        callDateTime: expect.stringMatching(/Z$/),
        priority: 'High',
        status: 'New',
        assignedToUser: null,
        formerAssignee: null,
        version: 1,
      },
    ]);
  });

  it('filters by patientId', async () => {
    expect(await list({ patientId, pageSize: '100' })).toMatchObject({ totalCount: 16 });
    const { id: nobody } = await makePatient(portal);
    expect(await list({ patientId: nobody })).toEqual({
      data: [],
      totalCount: 0,
      totalCountIsApproximate: false,
    });
  });

  it('audits the messages and patients shown, and a patient’s list under that patient', async () => {
    const { data } = await list({ priority: 'Low', status: 'Completed' });
    await list({ patientId, pageSize: '1' });
    const entries = await auditOf(portal, 'PhoneMessage', null);
    expect(entries.map(({ action }) => action)).toContain('Accessed');
    expect(entries.map(({ new_values: values }) => values)).toContainEqual({
      messageIds: data.map(({ id }) => id),
      patientIds: [patientId],
    });
    expect(entries.some((entry) => entry.patient_id === patientId && entry.user_id === staff.id)).toBe(true);
  });

  it('counts New messages on the dashboard for users who may see them', async () => {
    const { newMessages = 0 } = await portal.succeed(dashboardStats, {}, staff);
    const { totalCount } = await list({ status: 'New' });
    expect(newMessages).toBe(totalCount);
    const { id } = await makeMessage(portal);
    expect((await portal.succeed(dashboardStats, {}, staff)).newMessages).toBe(totalCount + 1);
    const admin = await signedInAs(portal, 'Admin');
    await portal.succeed(messageDelete, { params: { id } }, admin);
    expect((await portal.succeed(dashboardStats, {}, staff)).newMessages).toBe(totalCount);
    await overridePermission(portal, staff.id, 'Message.View', false);
    expect(await portal.succeed(dashboardStats, {}, staff)).not.toHaveProperty('newMessages');
    await portal.owner.query('delete from user_permission_overrides where user_id = $1', [staff.id]);
  });

  it('keeps its counters exact after every change', async () => {
    const other = await makeUser(portal);
    const { id } = await makeMessage(portal, { status: 'InProgress', assignedToUserId: other.id });
    await portal.owner.query(`update phone_messages set priority = 'Low', status = 'New' where id = $1`, [
      id,
    ]);
    await portal.owner.query('delete from phone_messages where id = $1', [id]);
    const { rows } = await portal.owner.query(
      `select status, priority, coalesce(kept, 0)::int as kept, coalesce(there, 0)::int as there
       from (select key ->> 'status' as status, key ->> 'priority' as priority, sum(rows) as kept from row_counts
         where source = 'phone_messages' group by 1, 2) k
       full join (select status, priority, count(*) as there from phone_messages where deleted_at is null group by 1, 2) t
         using (status, priority)`,
    );
    for (const row of rows) expect(row).toMatchObject({ kept: row.there });
    expect(rows.length).toBeGreaterThanOrEqual(16);
  });

  it.each([
    { status: 'new' },
    { priority: 'STAT' },
    { myMessages: 'yes' },
    { patientId: 'Ada' },
    { page: 'x' },
    { pageSize: '1.5' },
    { orderBy: 'message' },
  ])('400 for %j', async (query) => {
    const url = `/api/phonemessage?${new URLSearchParams(query).toString()}`;
    expect((await portal.raw({ method: 'GET', url, token: staff.token })).status).toBe(400);
  });
});
