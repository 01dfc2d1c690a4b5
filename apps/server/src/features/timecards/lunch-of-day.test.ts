import { myTimecards } from '@portal/contract/timecards';
import { expect, it } from 'vitest';
import { makeShift, makeTimecard, signedInAs } from '#test/factories.ts';
import { portalForTest } from '#test/harness.ts';

it('reports a missed lunch once per day, based on all of the day’s cards', async () => {
  const portal = await portalForTest();
  const someone = await signedInAs(portal, 'Staff');
  await makeShift(portal, someone.id, 1, { requiresLunch: true });
  const ofDay = async (startDate: string) =>
    (await portal.succeed(myTimecards, { query: { startDate, endDate: startDate } }, someone)).data
      .map(({ lunchDue, lunchMissing }) => ({ lunchDue, lunchMissing }))
      .toReversed();
  const card = (date: string, from: string, to: string | null, lunch?: [string, string]) =>
    makeTimecard(
      portal,
      someone.id,
      `${date}T${from}Z`,
      to && `${date}T${to}Z`,
      lunch === undefined ? null : [`${date}T${lunch[0]}Z`, `${date}T${lunch[1]}Z`],
    );
  const fine = { lunchDue: false, lunchMissing: false };
  // Lunch on the first card only.
  await card('2026-10-05', '13:00', '18:00', ['16:00', '16:30']);
  await card('2026-10-05', '18:10', '21:00');
  expect(await ofDay('2026-10-05')).toEqual([fine, fine]);
  // Clocked out for lunch and back in.
  await card('2026-10-12', '13:00', '16:00');
  await card('2026-10-12', '16:30', '21:00');
  expect(await ofDay('2026-10-12')).toEqual([fine, fine]);
  // A gap shorter than lunch: reported once, on the last card of the day.
  await card('2026-10-19', '13:00', '16:00');
  await card('2026-10-19', '16:29', '21:00');
  expect(await ofDay('2026-10-19')).toEqual([
    { lunchDue: true, lunchMissing: false },
    { lunchDue: true, lunchMissing: true },
  ]);
  // Still at work: lunch may follow.
  await card('2026-11-16', '13:00', '16:00');
  await card('2026-11-16', '16:10', null);
  expect(await ofDay('2026-11-16')).toEqual([
    { lunchDue: true, lunchMissing: false },
    { lunchDue: true, lunchMissing: false },
  ]);
});

it.each([
  {
    // The last card begins more than 24 hours after midnight, and after a lunch.
    day: '2026-11-01',
    of: '25 hours',
    cards: [
      ['2026-11-02T03:00Z', '2026-11-02T03:30Z'],
      ['2026-11-02T04:30Z', '2026-11-02T04:50Z'],
    ],
    shown: [false, false],
  },
  {
    // The next day's card begins less than 24 hours after midnight, and the gap before it is no lunch.
    day: '2026-03-08',
    of: '23 hours',
    cards: [
      ['2026-03-09T02:00Z', '2026-03-09T03:50Z'],
      ['2026-03-09T04:30Z', '2026-03-09T04:50Z'],
    ],
    shown: [true],
  },
])('a day of $of has its own cards only, in the list and for lunch', async ({ day, cards, shown }) => {
  const portal = await portalForTest();
  const someone = await signedInAs(portal, 'Staff');
  await makeShift(portal, someone.id, 0, { requiresLunch: true });
  for (const [from = '', to = ''] of cards) await makeTimecard(portal, someone.id, from, to);
  const query = { startDate: day, endDate: day };
  const { data } = await portal.succeed(myTimecards, { query }, someone);
  expect(data.map(({ lunchMissing }) => lunchMissing)).toEqual(shown);
});
