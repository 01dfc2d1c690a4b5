import { LISTS, type Area, type Row } from './area.ts';

const budget = LISTS;
const PAGE_SIZE = 20;
const ADDED = 'Measured';

interface Some {
  readonly id: string;
  readonly patient: string;
  readonly provider: string;
}

const list = (query: Record<string, string> = {}) =>
  ({ method: 'GET', path: `/medicalorder?${new URLSearchParams(query).toString()}` }) as const;

/** The order list with its pages, filters and sorts, single and new orders. */
export const orders: Area = {
  name: 'orders',
  rows: async (pool, count) => {
    const { rows } = await pool.query<Some>(
      `select id, patient_id as patient, ordered_by as provider from medical_orders
       where patient_id in (select id from patients where is_active order by id limit 200) limit 100`,
    );
    const some = (turn: number) => rows[turn % rows.length] ?? { id: '', patient: '', provider: '' };
    return [
      ...listRows(count),
      {
        name: 'orders, open ones of a week',
        call: () => list({ open: 'true', startDate: '2026-11-08', endDate: '2026-11-14' }),
        budget,
      },
      {
        name: 'open orders by age',
        call: () => ({ method: 'GET', path: '/medicalorder/ages' }),
        budget,
      },
      { name: 'orders of a patient', call: (turn) => list({ patientId: some(turn).patient }), budget },
      {
        name: 'order, read',
        call: (turn) => ({ method: 'GET', path: `/medicalorder/${some(turn).id}` }),
        budget,
      },
      // Creating the PDF takes most of the time, so it is only reported.
      {
        name: 'order, print',
        call: (turn) => ({ method: 'POST', path: `/medicalorder/${some(turn).id}/print` }),
      },
      {
        name: 'order, create',
        call: (turn) => ({
          method: 'POST',
          path: '/medicalorder',
          body: {
            patientId: some(turn).patient,
            type: 'LabWork',
            diagnosis: ADDED,
            orderDate: '2026-11-20',
            orderedByUserId: some(turn).provider,
          },
        }),
        budget,
      },
    ];
  },
  cleanUp: async (pool) => {
    await pool.query(
      `delete from order_steps where order_id in (select id from medical_orders where diagnosis = $1)`,
      [ADDED],
    );
    await pool.query(`delete from medical_orders where diagnosis = $1`, [ADDED]);
  },
};

const row = (name: string, query: Record<string, string>): Row => ({
  name: `orders, ${name}`,
  call: () => list(query),
  budget,
});

function listRows(count: number): Row[] {
  // One in eleven is cancelled.
  const last = String(Math.floor((count * 10) / 11 / PAGE_SIZE));
  return [
    row('first page', {}),
    row('page 100', { page: '100' }),
    row('last page', { page: last }),
    row('oldest first', { orderBy: 'orderDate', sortDirection: 'asc' }),
    row('with cancelled ones', { includeCancelled: 'true' }),
    row('pending', { status: 'Pending' }),
    row('completed, page 100', { status: 'Completed', page: '100' }),
    row('one type', { type: 'ReferralPT' }),
    row('one type, page 100', { type: 'ReferralPT', page: '100' }),
    row('one status and type', { status: 'Completed', type: 'MRI' }),
    row('of a week', { startDate: '2026-10-05', endDate: '2026-10-11' }),
    row('of years', { startDate: '2020-01-01', endDate: '2026-11-20', page: '100' }),
    row('of years, one type', { startDate: '2020-01-01', endDate: '2025-11-20', type: 'CTScan' }),
    row('of years, one status', { startDate: '2020-01-01', endDate: '2025-11-20', status: 'Completed' }),
    row('of years, one status and type', {
      startDate: '2020-01-01',
      endDate: '2025-11-20',
      status: 'Cancelled',
      type: 'Other',
    }),
    row('before the first one', { endDate: '2010-01-01' }),
  ];
}
