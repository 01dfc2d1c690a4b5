import { orderList, type OrderRow } from '@portal/contract/orders';
import { ORDER_STATUSES } from '@portal/domain/order-status';
import { ORDER_TYPES } from '@portal/domain/order';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makeOrder, makePatient, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const leads = ({ isStat, status }: OrderRow) => isStat && status !== 'Completed' && status !== 'Cancelled';

describe('GET /medicalorder', () => {
  let portal: TestPortal;
  let staff: SignedInUser;
  let providerId: string;
  const patients: { id: string; medicalRecordNumber: string }[] = [];
  beforeAll(async () => {
    portal = await openTestPortal();
    staff = await signedInAs(portal, 'Staff');
    providerId = (await signedInAs(portal, 'ProviderPhysician')).id;
    patients.push(
      await makePatient(portal, { firstName: 'Ada', lastName: 'Stone' }),
      await makePatient(portal),
    );
    // 108 orders over 60 days: every type with every status, STAT every third.
    for (let index = 0; index < 108; index += 1)
      await makeOrder(portal, {
        patientId: patients[index % 2]?.id ?? '',
        providerId,
        type: ORDER_TYPES[index % 9] ?? 'Other',
        status: ORDER_STATUSES[index % 5] ?? 'Pending',
        isStat: index % 3 === 0,
        orderDate: new Date(Date.UTC(2026, 8, 22 + ((index * 7) % 60))).toISOString().slice(0, 10),
      });
  });
  afterAll(() => portal.close());

  const list = (query: Record<string, string> = {}) => portal.succeed(orderList, { query }, staff);
  async function all(query: Record<string, string> = {}): Promise<OrderRow[]> {
    const found: OrderRow[] = [];
    for (let page = 1; ; page += 1) {
      const { data, totalCount } = await list({ ...query, pageSize: '7', page: String(page) });
      found.push(...data);
      if (page * 7 >= totalCount) return found;
    }
  }

  it('shows number, type, patient with MRN, diagnosis, date, status, STAT and ordering provider', async () => {
    const patientId = (await makePatient(portal, { firstName: 'Zoe', lastName: 'Kim' })).id;
    const { id, orderNumber } = await makeOrder(portal, { patientId, providerId, isStat: true });
    const { data, totalCount } = await list({ patientId });
    expect(totalCount).toBe(1);
    expect(data).toMatchObject([
      {
        id,
        orderNumber,
        type: 'MRI',
        patient: { firstName: 'Zoe', lastName: 'Kim', medicalRecordNumber: expect.stringMatching(/^\d{8}$/) },
        diagnosis: 'M54.16 Lumbar radiculopathy',
        orderDate: '2026-11-20',
        status: 'Pending',
        isStat: true,
        orderedByUser: { id: providerId, firstName: 'Test' },
      },
    ]);
    await portal.deps.db.deleteFrom('medical_orders').where('id', '=', id).execute();
  });

  it('hides Cancelled orders by default', async () => {
    const open = await all();
    expect(open.some(({ status }) => status === 'Cancelled')).toBe(false);
    const withCancelled = await all({ includeCancelled: 'true' });
    expect(withCancelled).toHaveLength(108);
    expect(open).toHaveLength(withCancelled.filter(({ status }) => status !== 'Cancelled').length);
    const cancelled = await all({ status: 'Cancelled' });
    expect(cancelled).toHaveLength(108 - open.length);
  });

  it('puts open STAT orders first, then the newest, each order on exactly one page', async () => {
    for (const sortDirection of ['desc', 'asc']) {
      const rows = await all({ includeCancelled: 'true', sortDirection, orderBy: 'orderDate' });
      expect(new Set(rows.map(({ id }) => id)).size).toBe(108);
      const first = rows.filter((row) => leads(row)).length;
      expect(first).toBeGreaterThan(7);
      expect(rows.slice(0, first).every((row) => leads(row))).toBe(true);
      for (const part of [rows.slice(0, first), rows.slice(first)]) {
        const keys = part.map(({ orderDate, id }) => orderDate + id);
        const sorted = keys.toSorted();
        expect(keys).toEqual(sortDirection === 'asc' ? sorted : sorted.toReversed());
      }
    }
  });

  it('filters by status, type and dates, alone and combined', async () => {
    const everything = await all({ includeCancelled: 'true' });
    const filters: Record<string, string>[] = [
      { status: 'Pending' },
      { status: 'Completed' },
      { type: 'MRI' },
      { type: 'ReferralPT', status: 'Scheduled' },
      { startDate: '2026-10-15' },
      { endDate: '2026-10-15' },
      { startDate: '2026-10-01', endDate: '2026-10-20' },
      { startDate: '2026-10-01', endDate: '2026-10-01' },
      { startDate: '2026-10-01', endDate: '2026-11-10', status: 'InProgress', type: 'XRay' },
      { patientId: patients[0]?.id ?? '', type: 'LabWork' },
      { patientId: patients[1]?.id ?? '', status: 'Cancelled' },
    ];
    for (const filter of filters) {
      const { status, type, startDate = '', endDate = '9', patientId } = filter;
      const wanted = everything.filter(
        (row) =>
          (status === undefined ? row.status !== 'Cancelled' : row.status === status) &&
          (type === undefined || row.type === type) &&
          (patientId === undefined || row.patient.id === patientId) &&
          row.orderDate >= startDate &&
          row.orderDate <= endDate,
      );
      expect((await all(filter)).map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
      expect(await list(filter)).toMatchObject({
        totalCount: wanted.length,
        totalCountIsApproximate: false,
      });
    }
  });

  it('reads an ISO instant as the practice’s date, and ignores blank filters', async () => {
    const day = await list({ startDate: '2026-10-01', endDate: '2026-10-01' });
    // 02:00 UTC on October 2 is still October 1 in the practice's time zone.
    expect(
      await list({ startDate: '2026-10-01T04:00:00.000Z', endDate: '2026-10-02T02:00:00.000Z' }),
    ).toEqual(day);
    expect((await list({ status: '', type: '', startDate: '', endDate: '' })).totalCount).toBe(
      (await list()).totalCount,
    );
  });

  it('returns 20 rows per page by default and clamps page and page size', async () => {
    const { data, totalCount } = await list();
    expect(data).toHaveLength(20);
    expect((await list({ page: '0' })).data).toEqual(data);
    expect((await list({ pageSize: '1000' })).data).toHaveLength(Math.min(100, totalCount));
    const last = await list({ page: String(Math.ceil(totalCount / 20)) });
    expect((await list({ page: '999999' })).data).toEqual(last.data);
    expect(last.data).toHaveLength(totalCount % 20 || 20);
  });

  it('audits the orders shown and the requested patient', async () => {
    const patientId = patients[0]?.id ?? '';
    const { data } = await list({ patientId, type: 'MRI' });
    const entry = (await auditOf(portal, 'MedicalOrder', null)).at(-1);
    expect(entry).toMatchObject({ action: 'Accessed', user_id: staff.id, patient_id: patientId });
    expect(entry?.new_values).toMatchObject({ orderIds: data.map(({ id }) => id), patientIds: [patientId] });
  });

  it.each([
    ['status=Done', 'status'],
    ['type=PET', 'type'],
    ['startDate=10/01/2026', 'startDate'],
    ['startDate=2026-13-01', 'startDate'],
    ['startDate=2026-10-02&endDate=2026-10-01', 'endDate'],
    ['patientId=1', 'patientId'],
    ['orderBy=diagnosis', 'orderBy'],
    ['sortDirection=up', 'sortDirection'],
    ['page=x', 'page'],
  ])('refuses ?%s', async (query, field) => {
    const answer = await portal.raw({
      method: 'GET',
      url: `/api/medicalorder?${query}`,
      token: staff.token,
    });
    expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: [expect.any(String)] } } });
  });

  it('keeps totals exact after bulk changes and deletions', async () => {
    const counts = () =>
      portal.owner.query(
        `select coalesce(sum(rows), 0)::int as kept, (select count(*)::int from medical_orders) as counted,
           (select count(*)::int from (select key ->> 'status', key ->> 'type', sum(rows) as orders from row_counts
                where source = 'medical_orders' group by 1, 2
              except select status, type, count(*) from medical_orders group by 1, 2) as wrong where orders <> 0) as wrong
         from row_counts where source = 'medical_orders'`,
      );
    await portal.owner.query(`update medical_orders set status = 'Scheduled' where status = 'Pending'`);
    expect((await counts()).rows[0]).toEqual({ kept: 108, counted: 108, wrong: 0 });
    await portal.owner.query(`delete from medical_orders where type = 'MRI'`);
    expect((await counts()).rows[0]).toEqual({ kept: 96, counted: 96, wrong: 0 });
    await portal.owner.query(`update medical_orders set status = 'Pending' where status = 'Scheduled'`);
    expect((await counts()).rows[0]).toMatchObject({ wrong: 0 });
  });
});
