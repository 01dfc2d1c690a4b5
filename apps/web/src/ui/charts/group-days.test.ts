import { addDays } from '@portal/domain/calendar';
import { describe, expect, it } from 'vitest';
import { dayRows, groupDays } from './group-days.ts';

describe('days of a picture', () => {
  it.each([
    ['a day', '2026-11-20', '2026-11-20', 1],
    ['a week', '2026-11-16', '2026-11-22', 7],
    ['31 days', '2026-10-01', '2026-10-31', 31],
    // Thursday to Sunday, then whole weeks.
    ['weeks', '2026-10-01', '2026-11-20', 8],
    ['months', '2025-11-21', '2026-11-21', 13],
    ['a leap year', '2024-01-31', '2025-01-30', 13],
  ])('cover %s once and in order', (_, startDate, endDate, count) => {
    const groups = groupDays({ startDate, endDate });
    expect(groups).toHaveLength(count);
    expect(groups[0]?.startDate).toBe(startDate);
    expect(groups.at(-1)?.endDate).toBe(endDate);
    const starts = groups.slice(1).map((group) => group.startDate);
    expect(starts).toEqual(groups.slice(0, -1).map((group) => addDays(group.endDate, 1)));
  });

  it('add up what was counted, with zero for the others', () => {
    const rows = dayRows(
      [
        { date: '2026-11-20', notes: 2 },
        { date: '2026-11-22', notes: 3 },
      ],
      [
        { startDate: '2026-11-19', endDate: '2026-11-19' },
        { startDate: '2026-11-20', endDate: '2026-11-22' },
      ],
      ({ startDate }) => `/charges?startDate=${startDate}`,
    );
    expect(rows).toEqual([
      {
        id: '2026-11-19',
        label: '11/19/2026',
        tick: '11/19',
        values: [0],
        to: '/charges?startDate=2026-11-19',
      },
      {
        id: '2026-11-20',
        label: '11/20/2026 – 11/22/2026',
        tick: '11/20',
        values: [5],
        to: '/charges?startDate=2026-11-20',
      },
    ]);
  });
});
