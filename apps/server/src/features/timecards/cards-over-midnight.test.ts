import { timecardWeekly } from '@portal/contract/timecard-reports';
import {
  myTimecards,
  myTimecardsExport,
  timecardSearch,
  timecardSearchExport,
} from '@portal/contract/timecards';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTimecard, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const HOUR = 3600;
/** Monday to Sunday; the practice is in New York. */
const WEEK = { startDate: '2026-11-09', endDate: '2026-11-15' };

const shown = (
  data: readonly { workDate: string; totalHours: number; hoursInRange?: number | undefined }[],
) =>
  data.map(({ workDate, totalHours, hoursInRange }) => [
    workDate,
    totalHours / HOUR,
    hoursInRange === undefined ? undefined : hoursInRange / HOUR,
  ]);

describe('a timecard that counts hours in a list before which it began', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let person: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    person = await signedInAs(portal, 'Staff');
    const make = (from: string, to: string) => makeTimecard(portal, person.id, from, to);
    // Ends at 30 seconds past midnight, which counts nothing on Monday of the week before.
    await make('2026-11-01T22:00:00Z', '2026-11-02T05:00:30Z');
    // Sunday 8 PM to Monday 2 AM, and a day shift.
    await make('2026-11-09T01:00:00Z', '2026-11-09T07:00:00Z');
    await make('2026-11-10T14:00:00Z', '2026-11-10T22:00:00Z');
    // Sunday 10 PM to Monday 4 AM.
    await make('2026-11-16T03:00:00Z', '2026-11-16T09:00:00Z');
  });
  afterAll(() => portal.close());

  const EXPECTED = [
    ['2026-11-15', 6, 2],
    ['2026-11-10', 8, undefined],
    ['2026-11-08', 6, 2],
  ];

  it('is in the list of its person, whose total is that of the weekly report', async () => {
    const { data, totalCount, totalHours } = await portal.succeed(myTimecards, { query: WEEK }, person);
    expect(shown(data)).toEqual(EXPECTED);
    expect(totalCount).toBe(3);
    const query = { userId: person.id, weekStartDate: WEEK.startDate };
    const report = await portal.succeed(timecardWeekly, { query }, admin);
    expect([totalHours, report.totalWeeklyHours]).toEqual([12 * HOUR, 12 * HOUR]);
  });

  it('is in the list of the team, also by status, but not in one where it counts nothing', async () => {
    for (const status of [undefined, 'Complete'] as const) {
      const body = { ...WEEK, userId: person.id, ...(status === undefined ? {} : { status }) };
      const found = await portal.succeed(timecardSearch, { body }, admin);
      expect(shown(found.data)).toEqual(EXPECTED);
      expect(found.totalCount).toBe(3);
    }
    const before = { startDate: '2026-11-02', endDate: '2026-11-08', userId: person.id };
    expect(shown((await portal.succeed(timecardSearch, { body: before }, admin)).data)).toEqual([
      ['2026-11-08', 6, 4],
    ]);
  });

  it('is in the exports, with its hours in the range', async () => {
    const own = await portal.succeed(myTimecardsExport, { query: WEEK }, person);
    const team = await portal.succeed(timecardSearchExport, { body: { ...WEEK, userId: person.id } }, admin);
    for (const { blob } of [own, team]) {
      const lines = (await blob.text()).trim().split('\r\n');
      expect(lines[0]).toMatch(/,Hours in Range$/);
      expect(lines.at(-1)).toMatch(/11\/08\/2026,.*,06:00,.*,02:00$/);
      expect(lines.at(-2)).toMatch(/11\/10\/2026,.*,08:00,.*,08:00$/);
      expect(lines).toHaveLength(4);
    }
  });
});
