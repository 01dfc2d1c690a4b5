import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpen, mayChangeStatus, nextStatuses, ORDER_STATUSES } from './order-status.ts';

const anyStatus = fc.constantFrom(...ORDER_STATUSES);

describe('order status', () => {
  it.each([
    ['Pending', ['Scheduled', 'InProgress', 'Completed']],
    ['Scheduled', ['InProgress', 'Completed']],
    ['InProgress', ['Completed']],
    ['Completed', []],
    ['Cancelled', []],
  ] as const)('%s only moves forward and may skip steps: %j', (from, next) => {
    expect(nextStatuses(from)).toEqual(next);
    for (const to of ORDER_STATUSES.filter((status) => status !== 'Cancelled'))
      expect(mayChangeStatus(from, to)).toBe(next.some((status) => status === to));
  });

  it('allows canceling any open order; Completed and Cancelled are final', () => {
    expect(ORDER_STATUSES.filter((from) => mayChangeStatus(from, 'Cancelled'))).toEqual([
      'Pending',
      'Scheduled',
      'InProgress',
    ]);
    expect(ORDER_STATUSES.filter((status) => !isOpen(status))).toEqual(['Completed', 'Cancelled']);
  });

  it('never moves back or to the same status', () => {
    fc.assert(
      fc.property(anyStatus, anyStatus, (from, to) => {
        if (!mayChangeStatus(from, to)) return;
        expect(ORDER_STATUSES.indexOf(to)).toBeGreaterThan(ORDER_STATUSES.indexOf(from));
        expect(mayChangeStatus(to, from)).toBe(false);
      }),
    );
  });

  it('allows in one step what is allowed in two', () => {
    fc.assert(
      fc.property(anyStatus, anyStatus, anyStatus, (a, b, c) => {
        const inTwo = mayChangeStatus(a, b) && mayChangeStatus(b, c);
        expect(!inTwo || mayChangeStatus(a, c)).toBe(true);
      }),
    );
  });
});
