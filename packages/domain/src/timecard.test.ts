import { describe, expect, it } from 'vitest';
import {
  cardProblems,
  clockState,
  correctionText,
  isTooLong,
  isUnconfirmed,
  type CardMoments,
} from './timecard.ts';

const at = (time: string) => `2026-11-18T${time}:00Z`;
const card = (
  clockIn: string,
  clockOut: string | null,
  lunchStart: string | null = null,
  lunchEnd: string | null = null,
): CardMoments => ({
  clockInTime: at(clockIn),
  clockOutTime: clockOut === null ? null : at(clockOut),
  lunchStartTime: lunchStart === null ? null : at(lunchStart),
  lunchEndTime: lunchEnd === null ? null : at(lunchEnd),
});
const NOW = at('20:00');

it('derives the clock state from the newest timecard', () => {
  expect(
    [
      null,
      card('08:00', null),
      card('08:00', null, '12:00'),
      card('08:00', null, '12:00', '12:30'),
      card('08:00', '16:00'),
    ].map(clockState),
  ).toEqual(['NotClockedIn', 'ClockedIn', 'OnLunch', 'BackAtWork', 'NotClockedIn']);
});

it('flags a timecard open for more than 16 hours', () => {
  const open = { clockInTime: '2026-11-18T04:00:00Z', clockOutTime: null };
  expect(isTooLong(open, '2026-11-18T20:00:00.000Z')).toBe(false);
  expect(isTooLong(open, '2026-11-18T20:00:01.000Z')).toBe(true);
  expect(isTooLong({ ...open, clockOutTime: '2026-11-18T12:00:00Z' }, '2026-11-20T12:00:00Z')).toBe(false);
});

it('keeps the hours of an overlong timecard unconfirmed until a correction confirms its end', () => {
  const long = { ...card('00:00', null), clockInTime: '2026-11-17T08:00:00Z', clockOutTime: at('08:00') };
  expect(isUnconfirmed({ ...long, isConfirmed: false }, NOW)).toBe(true);
  expect(isUnconfirmed({ ...long, isConfirmed: true }, NOW)).toBe(false);
  expect(isUnconfirmed({ ...card('08:00', '16:00'), isConfirmed: false }, NOW)).toBe(false);
});

it('says who corrected a card, when and why', () => {
  const correction = { action: 'Changed', byName: 'Ann Lee', at: at('19:02'), reason: 'Forgot to clock out' };
  expect(correctionText(correction, { timeZone: 'America/New_York', clock: '12' })).toBe(
    'Changed by Ann Lee on 11/18/2026 2:02 PM: Forgot to clock out',
  );
});

describe('timecard correction', () => {
  it.each([
    card('08:00', null),
    card('08:00', '16:00'),
    card('08:00', '16:00', '08:00', '16:00'),
    card('08:00', null, '12:00'),
    card('20:00', null),
    // The longest allowed timecard, and times equal to now.
    { ...card('08:00', '09:00'), clockInTime: '2026-11-17T09:00:00Z' },
    card('08:00', '20:00'),
    card('08:00', null, '20:00'),
  ])('accepts %j', (given) => {
    expect(cardProblems(given, NOW)).toEqual({});
  });

  it.each<[string, CardMoments, keyof CardMoments, string]>([
    ['future clock-in', card('20:01', null), 'clockInTime', 'in the future'],
    ['future clock-out', card('08:00', '20:01'), 'clockOutTime', 'in the future'],
    ['end before start', card('08:00', '07:59'), 'clockOutTime', 'after the clock-in'],
    ['end at start', card('08:00', '08:00'), 'clockOutTime', 'after the clock-in'],
    [
      'long ago',
      { ...card('08:00', null), clockInTime: '1999-12-31T08:00:00Z' },
      'clockInTime',
      'too long ago',
    ],
    [
      'over 24 hours',
      { ...card('08:00', '09:00'), clockInTime: '2026-11-17T08:59:00Z' },
      'clockOutTime',
      'at most 24 hours',
    ],
    ['lunch before work', card('08:00', '16:00', '07:59', '12:00'), 'lunchStartTime', 'before the clock-in'],
    ['lunch after work', card('08:00', '16:00', '16:01', '16:30'), 'lunchStartTime', 'before the clock-out'],
    ['future lunch', card('08:00', null, '20:30'), 'lunchStartTime', 'before the clock-out'],
    ['lunch end alone', card('08:00', '16:00', null, '12:30'), 'lunchStartTime', 'Enter the start'],
    ['lunch without end', card('08:00', '16:00', '12:00'), 'lunchEndTime', 'Enter the end'],
    ['lunch backwards', card('08:00', '16:00', '12:00', '12:00'), 'lunchEndTime', 'end after it starts'],
    [
      'lunch beyond the end',
      card('08:00', '12:15', '12:00', '12:30'),
      'lunchEndTime',
      'before the clock-out',
    ],
  ])('refuses %s', (_what, given, field, message) => {
    expect(Object.keys(cardProblems(given, NOW))).toEqual([field]);
    expect(cardProblems(given, NOW)[field]).toContain(message);
  });

  it('reports all problems at once, and nothing as in the future without a current time', () => {
    expect(Object.keys(cardProblems(card('20:30', '20:15', '20:00'), NOW))).toEqual([
      'clockInTime',
      'clockOutTime',
      'lunchStartTime',
    ]);
    expect(cardProblems(card('20:30', null))).toEqual({});
  });
});
