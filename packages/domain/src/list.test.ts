import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { clampPage, DEFAULT_PAGE_SIZE, EXACT_COUNT_LIMIT, MAX_PAGE_SIZE, PAGE_SIZE_OPTIONS } from './list.ts';

describe('lists', () => {
  it('offers 10, 20 and 50 rows per page, 20 by default', () => {
    expect(DEFAULT_PAGE_SIZE).toBe(20);
    expect(PAGE_SIZE_OPTIONS).toEqual([10, 20, 50]);
  });

  it('caps the page size at 100 and counts exactly up to 10,000', () => {
    expect([MAX_PAGE_SIZE, EXACT_COUNT_LIMIT]).toEqual([100, 10_000]);
  });

  it('keeps values in range', () => {
    expect(clampPage({ page: 3, pageSize: 20 })).toEqual({ page: 3, pageSize: 20, offset: 40 });
    expect(clampPage({ page: 1, pageSize: 100 })).toEqual({ page: 1, pageSize: 100, offset: 0 });
  });

  it('clamps values out of range', () => {
    expect(clampPage({ page: 0, pageSize: 0 })).toEqual({ page: 1, pageSize: 1, offset: 0 });
    expect(clampPage({ page: -7, pageSize: -1 })).toEqual({ page: 1, pageSize: 1, offset: 0 });
    expect(clampPage({ page: 2, pageSize: 101 })).toEqual({ page: 2, pageSize: 100, offset: 100 });
    expect(clampPage({ page: 2, pageSize: 900, maxPageSize: 500 })).toEqual({
      page: 2,
      pageSize: 500,
      offset: 500,
    });
  });

  it('turns a page past the end into the last one with rows', () => {
    expect(clampPage({ page: 9, pageSize: 20, totalCount: 41 }).page).toBe(3);
    expect(clampPage({ page: 9, pageSize: 20, totalCount: 40 }).page).toBe(2);
    expect(clampPage({ page: 9, pageSize: 20, totalCount: 0 })).toEqual({ page: 1, pageSize: 20, offset: 0 });
  });

  it('always has an exact integer as offset', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), (page, pageSize) => {
        const clamped = clampPage({ page, pageSize });
        expect(Number.isSafeInteger(clamped.offset)).toBe(true);
        expect(clamped.offset).toBeGreaterThanOrEqual(0);
        expect(clamped.pageSize).toBeLessThanOrEqual(MAX_PAGE_SIZE);
      }),
    );
  });
});
