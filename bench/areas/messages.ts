import { LISTS, type Area, type Row } from './area.ts';

const budget = LISTS;
const PAGE_SIZE = 20;
const ADDED = 'Measured';

const list = (query: Record<string, string> = {}) =>
  ({ method: 'GET', path: `/phonemessage?${new URLSearchParams(query).toString()}` }) as const;

/**
 * The message list with its pages and filters, the user’s messages, single and new messages, and a patient’s
 * timeline.
 */
export const messages: Area = {
  name: 'messages',
  rows: async (pool, count) => {
    const { rows } = await pool.query<{ id: string; patient: string }>(
      `select id, patient_id as patient from phone_messages
       where patient_id in (select id from patients where is_active order by id limit 300) limit 100`,
    );
    const some = (turn: number) => rows[turn % rows.length] ?? { id: '', patient: '' };
    return [
      ...listRows(count),
      { name: 'messages of a patient', call: (turn) => list({ patientId: some(turn).patient }), budget },
      {
        name: 'messages assigned to me, open',
        call: () => ({ method: 'GET', path: '/phonemessage/mine' }),
        budget,
      },
      {
        name: 'message, read',
        call: (turn) => ({ method: 'GET', path: `/phonemessage/${some(turn).id}` }),
        budget,
      },
      {
        name: 'message, create',
        call: (turn) => ({
          method: 'POST',
          path: '/phonemessage',
          body: {
            category: 'Medical',
            callerName: ADDED,
            patientId: some(turn).patient,
            message: 'Please call back.',
          },
        }),
        budget,
      },
      {
        name: 'timeline of a patient',
        call: (turn) => ({ method: 'GET', path: `/patient/${some(turn).patient}/timeline` }),
        budget,
      },
    ];
  },
  cleanUp: async (pool) => {
    await pool.query(`delete from phone_messages where caller_name = $1`, [ADDED]);
  },
};

const row = (name: string, query: Record<string, string>): Row => ({
  name: `messages, ${name}`,
  call: () => list(query),
  budget,
});

function listRows(count: number): Row[] {
  return [
    row('first page', {}),
    row('page 100', { page: '100' }),
    row('last page', { page: String(Math.ceil(count / PAGE_SIZE)) }),
    row('new ones', { status: 'New' }),
    row('open ones of a week', { open: 'true', startDate: '2026-11-08', endDate: '2026-11-14' }),
    {
      name: 'open messages by age',
      call: () => ({ method: 'GET', path: '/phonemessage/ages' }),
      budget,
    },
    row('completed, page 100', { status: 'Completed', page: '100' }),
    row('urgent ones', { priority: 'Urgent' }),
    row('one priority, last page', { priority: 'Low', page: String(Math.ceil(count / 5 / PAGE_SIZE)) }),
    row('one status and priority', { status: 'Completed', priority: 'High' }),
    row('mine', { myMessages: 'true' }),
    row('mine, page 100', { myMessages: 'true', page: '100' }),
    row('mine, new ones', { myMessages: 'true', status: 'New' }),
    row('mine, urgent ones', { myMessages: 'true', priority: 'Urgent' }),
    row('mine, completed urgent ones', { myMessages: 'true', status: 'Completed', priority: 'Urgent' }),
  ];
}
