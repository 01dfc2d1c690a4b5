import { addDays, mondayOf } from '@portal/domain/calendar';
import { LAST_DAY } from '../fill/timecards.ts';
import { LISTS, type Area } from './area.ts';

const budget = LISTS;
const WEEKS = 200;

const query = (path: string, input: Record<string, string>) =>
  ({ method: 'GET', path: `/timecard/${path}?${new URLSearchParams(input).toString()}` }) as const;
const search = (body: Record<string, unknown>) =>
  ({ method: 'POST', path: '/timecard/search', body: { pageSize: 20, ...body } }) as const;
/** Mondays of the last four years in a scattered order. */
const monday = (turn: number) => addDays(mondayOf(LAST_DAY), -7 * ((turn * 37) % WEEKS));

/** Reports on all timecards, the timecard search, and the user’s own clock. */
export const timecards: Area = {
  name: 'timecards',
  rows: async (pool) => {
    const { rows } = await pool.query<{ id: string }>(
      `select id from users where user_name like 'colleague%' order by user_name limit 100`,
    );
    const someone = (turn: number) => rows[turn % rows.length]?.id ?? '';
    const year = { startDate: addDays(LAST_DAY, -365), endDate: LAST_DAY };
    return [
      {
        name: 'timecards, week of one',
        call: (turn) => query('report/weekly', { userId: someone(turn), weekStartDate: monday(turn) }),
        budget,
      },
      {
        name: 'timecards, week of all',
        call: (turn) => query('report/weekly-all', { weekStartDate: monday(turn) }),
        budget,
      },
      {
        name: 'timecards, overtime',
        call: (turn) => query('report/overtime', { weekStartDate: monday(turn) }),
        budget,
      },
      {
        name: 'timecards, arrivals of a day',
        call: (turn) => query('report/compliance', { date: addDays(monday(turn), turn % 5) }),
        budget,
      },
      { name: 'timecards, search a year', call: () => search(year), budget },
      { name: 'timecards, search a year, page 400', call: () => search({ ...year, page: 400 }), budget },
      {
        name: 'timecards, search a year, open too long',
        call: () => search({ ...year, status: 'TooLong' }),
        budget,
      },
      {
        name: 'timecards, search a year of one',
        call: (turn) => search({ ...year, userId: someone(turn) }),
        budget,
      },
      {
        name: 'timecards, schedules of a page of people',
        call: () => query('schedule/people', { page: '2' }),
        budget,
      },
      {
        name: 'timecards, active timecard',
        call: () => ({ method: 'GET', path: '/timecard/active' }),
        budget,
      },
    ];
  },
  cleanUp: () => Promise.resolve(),
};
