import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, MAX_SEARCH } from '@portal/domain/list';
import { plainLine } from '@portal/domain/text';
import { z } from 'zod';

/** Beyond the end of every list. Its offset still fits PostgreSQL’s integer with the largest page size. */
const LAST_PAGE = 4_000_000;
const clamp = (value: number, max: number) => Math.min(max, Math.max(1, value));

const inQuery = (label: string, standard: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,100}$/, `${label} must be a whole number`)
    .transform(Number)
    .optional()
    .transform((value = standard) => clamp(value, max))
    .meta(limits(standard, max));
const inBody = (label: string, standard: number, max: number) => {
  const error = `${label} must be a whole number`;
  return z
    .number({ error })
    .refine(Number.isInteger, error)
    .optional()
    .transform((value = standard) => clamp(value, max))
    .meta(limits(standard, max));
};
/** What the API description says of a number that is clamped. */
const limits = (standard: number, max: number) =>
  ({ type: 'integer', minimum: 1, maximum: max, default: standard }) as const;

/** Page number, starting at 1. Clamped to the valid range. */
export const page = inQuery('Page', 1, LAST_PAGE);

/** Like `page`, for searches with a JSON body. */
export const bodyPage = inBody('Page', 1, LAST_PAGE);

/** Rows per page for lists with their own default or maximum. Clamped to the valid range. */
export const pageSizeOf = (standard: number, max = MAX_PAGE_SIZE) => inQuery('Page size', standard, max);

/** Like `pageSizeOf`, for searches with a JSON body. */
export const bodyPageSizeOf = (standard: number, max = MAX_PAGE_SIZE) => inBody('Page size', standard, max);

/** Rows per page. Clamped to the valid range. */
export const pageSize = pageSizeOf(DEFAULT_PAGE_SIZE);

export const sortDirection = z
  .enum(['asc', 'desc'], { error: 'Sort direction must be asc or desc' })
  .optional();

/** Text of a search, cut after `MAX_SEARCH` characters: a longer one finds no more. NUL, which PostgreSQL cannot store, becomes a space. */
const searchText = z
  .string({ error: 'The search must be text' })
  .overwrite(plainLine)
  .overwrite((text) => text.slice(0, MAX_SEARCH).replaceAll('\0', ' ').trim())
  .meta({ description: `Cut after ${MAX_SEARCH} characters` });

/** A search term of a query. Blank means no search. */
export const search = searchText.optional().transform((text = '') => text);

/** Like `search`, for searches with a JSON body. */
export const bodySearch = searchText.nullish().transform((text) => text ?? '');

/** Query of a paged, sorted list. `keys` are the allowed values of `orderBy`. */
export const listQuery = <const K extends readonly [string, ...string[]]>(keys: K) => ({
  page,
  pageSize,
  orderBy: z.enum(keys, { error: `Sort by one of: ${keys.join(', ')}` }).optional(),
  sortDirection,
});

/** Totals of a list response. Above 10,000 matches of a search, the total is a lower bound. */
export const listTotals = { totalCount: z.int(), totalCountIsApproximate: z.boolean() };
