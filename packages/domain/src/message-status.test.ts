import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isFinal,
  messageNumber,
  MESSAGE_CATEGORIES,
  MESSAGE_STATUSES,
  nextStatuses,
  statusAfterAssigning,
  statusError,
  formatWaitingTime,
  isOverdue,
  type MessageStatus,
} from './message-status.ts';
import { PRIORITIES } from './priority.ts';

const status = fc.constantFrom(...MESSAGE_STATUSES);
const NOW = '2026-11-21T12:00:00.000Z';
const ago = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000);

/** The status after a manual change, or after assigning (true) or unassigning (false). */
const after = (from: MessageStatus, next: MessageStatus | boolean): MessageStatus => {
  if (typeof next === 'boolean') return statusAfterAssigning(from, next);
  return statusError(from, next) === null ? next : from;
};

describe('phone message', () => {
  it('has fixed categories, statuses and priorities', () => {
    expect(MESSAGE_CATEGORIES).toEqual([
      'Appointment',
      'Prescription',
      'TestResults',
      'Medical',
      'Billing',
      'Other',
    ]);
    expect(MESSAGE_STATUSES.toSorted()).toEqual(['Completed', 'InProgress', 'New', 'RequiresFollowUp']);
  });

  it('numbers messages MSG-YYYY-NNNNNN', () => {
    expect(messageNumber(2026, 42)).toBe('MSG-2026-000042');
    expect(messageNumber(2027, 1_234_567)).toBe('MSG-2027-1234567');
  });

  it('ranks priorities Urgent, High, Normal, Low', () => {
    expect(PRIORITIES).toEqual(['Urgent', 'High', 'Normal', 'Low']);
  });
});

describe('message status', () => {
  it.each([
    ['New', []],
    ['InProgress', ['RequiresFollowUp']],
    ['RequiresFollowUp', ['InProgress']],
    ['Completed', []],
  ] as const)('allows %s to be set to %j', (from, to) => {
    expect(nextStatuses(from)).toEqual(to);
  });

  it('allows a manual change only to one of the next statuses, or to the same status', () => {
    fc.assert(
      fc.property(status, status, (from, to) => {
        expect(statusError(from, to) === null).toBe(from === to || nextStatuses(from).includes(to));
      }),
    );
  });

  it('never leaves Completed or returns to New', () => {
    const step = fc.oneof(status, fc.boolean());
    fc.assert(
      fc.property(status, step, (from, next) => {
        const to = after(from, next);
        const isAllowed = to === from || (!isFinal(from) && to !== 'New' && to !== 'Completed');
        expect(isAllowed).toBe(true);
      }),
    );
  });

  it('sets an assigned New message to InProgress; unassigning changes nothing', () => {
    expect(statusAfterAssigning('New', true)).toBe('InProgress');
    expect(statusAfterAssigning('New', false)).toBe('New');
    for (const other of ['InProgress', 'RequiresFollowUp', 'Completed'] as const)
      expect(statusAfterAssigning(other, true)).toBe(other);
  });

  it.each([
    ['Completed', 'InProgress', 'A completed message can no longer be changed.'],
    ['New', 'RequiresFollowUp', 'Assign the message to someone first.'],
    ['InProgress', 'Completed', 'Complete the message with a resolution.'],
    ['InProgress', 'New', 'A message cannot go back to New.'],
  ] as const)('explains why %s cannot become %s', (from, to, text) => {
    expect(statusError(from, to)).toBe(text);
  });
});

describe('waiting time', () => {
  it.each([
    [-3, 'just now'],
    [0.5, 'just now'],
    [1, '1 min'],
    [59.9, '59 min'],
    [60, '1 h'],
    [200, '3 h 20 min'],
    [1439, '23 h 59 min'],
    [1440, '1 d'],
    [2 * 1440 + 250, '2 d 4 h'],
  ])('%s minutes ago: %s', (minutes, text) => {
    expect(formatWaitingTime(ago(minutes), NOW)).toBe(text);
  });

  it.each([
    ['Urgent', 1],
    ['High', 4],
    ['Normal', 24],
    ['Low', 72],
  ] as const)('a %s message has waited too long after %s hours', (priority, hours) => {
    expect(isOverdue(priority, ago(hours * 60), NOW)).toBe(false);
    expect(isOverdue(priority, ago(hours * 60 + 1), NOW)).toBe(true);
  });
});
