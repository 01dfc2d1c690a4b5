/** Rows per page when nothing is chosen. */
export const DEFAULT_PAGE_SIZE = 20;

/** Page sizes offered by users, patients and offices. */
export const PAGE_SIZE_OPTIONS = [10, 20, 50] as const;

/** The most rows one page may hold; billing codes pass their own limit of 500. */
export const MAX_PAGE_SIZE = 100;

/** Matches up to this number are counted exactly; above it a total is marked as approximate. */
export const EXACT_COUNT_LIMIT = 10_000;

export interface Page {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Rows before the page. */
  readonly offset: number;
}

/**
 * Brings page and page size into range: page from 1, page size from 1 to the maximum. With a total the
 * page is at most the last one that has rows. Text and fractions are the schema's business and refused there.
 */
export function clampPage(input: {
  readonly page: number;
  readonly pageSize: number;
  readonly totalCount?: number | undefined;
  readonly maxPageSize?: number | undefined;
}): Page {
  const pageSize = clamp(input.pageSize, input.maxPageSize ?? MAX_PAGE_SIZE);
  // Beyond this page the offset would no longer be an exact integer.
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
