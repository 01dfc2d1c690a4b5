import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '@portal/domain/list';
import { z } from 'zod';

const wholeNumber = (label: string) => z.string().regex(/^-?\d{1,9}$/, `${label} must be a whole number`);

/** The page asked for, from 1; less is clamped to 1 (decisions 7). */
export const page = wholeNumber('Page')
  .optional()
  .transform((text) => Math.max(1, Number(text ?? 1)));

/** Rows per page where a list has its own default (spec 3 §9); out of range is clamped (decisions 7). */
export const pageSizeOf = (standard: number) =>
  wholeNumber('Page size')
    .optional()
    .transform((text) => Math.min(MAX_PAGE_SIZE, Math.max(1, Number(text ?? standard))));

/** Rows per page; out of range is clamped (decisions 7). */
export const pageSize = pageSizeOf(DEFAULT_PAGE_SIZE);

export const sortDirection = z
  .enum(['asc', 'desc'], { error: 'Sort direction must be asc or desc' })
  .optional();

/** What a search box sends; blank is the same as none, and NUL, which PostgreSQL's text cannot hold, the same as a space. */
export const search = z
  .string()
  .max(200, 'The search can have at most 200 characters')
  .optional()
  .transform((text) => text?.replaceAll('\0', ' ').trim() ?? '');

/** The query of a paged, sorted list; `orderBy` comes from a closed set. */
export const listQuery = <const K extends readonly [string, ...string[]]>(keys: K) => ({
  page,
  pageSize,
  orderBy: z.enum(keys, { error: `Sort by one of: ${keys.join(', ')}` }).optional(),
  sortDirection,
});

/** The paging facts of every list answer; above 10,000 matches of a search the total is a lower bound. */
export const listTotals = { totalCount: z.int(), totalCountIsApproximate: z.boolean() };
