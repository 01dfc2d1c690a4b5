import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '@portal/domain/list';
import { z } from 'zod';

/** Beyond every list; times the largest page size it fits PostgreSQL's integer. */
const LAST_PAGE = 4_000_000;
const clamp = (value: number, max: number) => Math.min(max, Math.max(1, value));

const inQuery = (label: string) =>
  z
    .string()
    .regex(/^-?\d{1,100}$/, `${label} must be a whole number`)
    .transform(Number)
    .optional();
const inBody = (label: string) => {
  const error = `${label} must be a whole number`;
  return z.number({ error }).refine(Number.isInteger, error).optional();
};

/** The page asked for, from 1; out of range is clamped. */
export const page = inQuery('Page').transform((value = 1) => clamp(value, LAST_PAGE));

/** As `page`, of a search whose filters are a JSON body. */
export const bodyPage = inBody('Page').transform((value = 1) => clamp(value, LAST_PAGE));

/** Rows per page where a list has its own default or maximum; out of range is clamped. */
export const pageSizeOf = (standard: number, max = MAX_PAGE_SIZE) =>
  inQuery('Page size').transform((value = standard) => clamp(value, max));

/** As `pageSizeOf`, of a search whose filters are a JSON body. */
export const bodyPageSizeOf = (standard: number, max = MAX_PAGE_SIZE) =>
  inBody('Page size').transform((value = standard) => clamp(value, max));

/** Rows per page; out of range is clamped. */
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
