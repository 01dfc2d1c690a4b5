/** Default number of rows per page. */
export const DEFAULT_PAGE_SIZE = 20;

/** Page sizes offered in the user, patient and office lists. */
export const PAGE_SIZE_OPTIONS = [10, 20, 50] as const;

/** Maximum rows per page; billing codes use their own limit of 500. */
export const MAX_PAGE_SIZE = 100;

/** Totals are exact up to this number of matches and marked as approximate above it. */
export const EXACT_COUNT_LIMIT = 10_000;

/** Maximum number of characters of a search. */
export const MAX_SEARCH = 200;

export interface Page {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Number of rows before the page. */
  readonly offset: number;
}

/**
 * Clamps page and page size: page from 1, page size from 1 to the maximum. With a total count, the page is at most the
 * last one that has rows. Non-integer input is refused earlier, by the schema.
 */
export function clampPage(input: {
  readonly page: number;
  readonly pageSize: number;
  readonly totalCount?: number | undefined;
  readonly maxPageSize?: number | undefined;
}): Page {
  const pageSize = clamp(input.pageSize, input.maxPageSize ?? MAX_PAGE_SIZE);
  // Beyond this page the offset would exceed the safe integer range.
  const last =
    input.totalCount === undefined
      ? Math.floor(Number.MAX_SAFE_INTEGER / pageSize)
      : Math.max(1, Math.ceil(input.totalCount / pageSize));
  const page = clamp(input.page, last);
  return { page, pageSize, offset: (page - 1) * pageSize };
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 1), max);
}
