import { describe, expect, it } from 'vitest';
import { addDays } from './calendar.ts';
import { AGES, ageRange } from './waiting-age.ts';

describe('ages of open work', () => {
  it('cover each day exactly once, in order', () => {
    const today = '2026-03-09';
    const ageOf = (day: string) =>
      AGES.filter((age) => {
        const { startDate = '', endDate = '9999-12-31' } = ageRange(age, today);
        return startDate <= day && day <= endDate;
      });
    const days = Array.from({ length: 12 }, (_, ago) => addDays(today, -ago));
    expect(days.map(ageOf)).toEqual([
      ['today'],
      ['days1To2'],
      ['days1To2'],
      ...Array.from({ length: 5 }, () => ['days3To7']),
      ...Array.from({ length: 4 }, () => ['older']),
    ]);
  });
});
