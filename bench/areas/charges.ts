import { addDays } from '@portal/domain/calendar';
import type { Area, Row } from './area.ts';

const FIRST_WEEK = '2026-01-05';
const WEEKS = 44;
/** Counts and totals of all notes of a week come with each page. */
const BUDGET = { p99: 100 };

const week = (path: string, turn: number, more: Record<string, string> = {}) => {
  const startDate = addDays(FIRST_WEEK, 7 * (turn % WEEKS));
  const query = new URLSearchParams({ startDate, endDate: addDays(startDate, 6), ...more });
  return { method: 'GET', path: `${path}?${query.toString()}` } as const;
};
const row = (name: string, more: Record<string, string> = {}): Row => ({
  name: `charges of a week, ${name}`,
  call: (turn) => week('/charges', turn, more),
  budget: BUDGET,
});

/** The charges of a week with each kind of work list, and the comparison with timecards and orders. */
export const charges: Area = {
  name: 'charges',
  rows: async (pool) => {
    const { rows } = await pool.query<{ provider: string }>(
      `select id as provider from users where user_name = 'dictating1'`,
    );
    return [
      row('all'),
      row('open', { status: 'open' }),
      row('entered', { status: 'entered' }),
      row('changed', { status: 'changed' }),
      row('no codes', { status: 'noCodes' }),
      row('duplicates', { status: 'duplicate' }),
      row('a provider', { providerId: rows[0]?.provider ?? '' }),
      { name: 'charges of a week, totals', call: (turn) => week('/charges/totals', turn), budget: BUDGET },
      {
        name: 'unsigned notes of a year',
        call: () => ({ method: 'GET', path: '/charges/unsigned?startDate=2025-11-15&endDate=2026-11-15' }),
        budget: BUDGET,
      },
      { name: 'charges of a week, check', call: (turn) => week('/charges/check', turn), budget: BUDGET },
      {
        name: 'charges of a year',
        call: () => ({ method: 'GET', path: '/charges?startDate=2025-11-15&endDate=2026-11-15' }),
      },
    ];
  },
  cleanUp: async () => undefined,
};
