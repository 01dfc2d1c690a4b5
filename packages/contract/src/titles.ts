import { cleanSingleLine, hasControlCharacters } from '@portal/domain/text';
import { z } from 'zod';
import { endpoint, roles } from './core/endpoint.ts';
import { idParams, printed, version } from './core/fields.ts';
import { bodyPage, bodyPageSizeOf, bodySearch } from './core/list.ts';
import { count, flag, record, text } from './core/record.ts';

/** Rows per page of the screen. */
export const TITLE_PAGE_SIZE = 25;
export const TITLE_PAGE_SIZES = [10, 25, 50, 100] as const;

const line = (label: string, max: number, shape: (typed: string) => string) =>
  z
    .string({ error: `${label} is required` })
    .overwrite(shape)
    .min(1, { error: `${label} is required`, abort: true })
    .max(max, `${label} must be ${max} characters or less`)
    .refine((typed) => !hasControlCharacters(typed), `${label} contains characters that are not allowed`);

/** A provider title. `code` is its text, e.g. `MD`. */
export const titleRecord = record({
  code: text('Title', printed(line('Title', 10, (typed) => cleanSingleLine(typed).toUpperCase()))),
  description: text('Description', line('Description', 100, cleanSingleLine)),
  displayOrder: count(
    'Display order',
    z
      .int({ error: 'Display order must be a positive number' })
      .min(0, 'Display order must be a positive number')
      .max(100_000, 'Display order can be at most 100000'),
  ),
  isActive: flag('Active', z.boolean({ error: 'Active must be true or false' }).default(true), true),
});
export type ProviderTitle = z.output<typeof titleRecord.row>;

const admin = { tag: 'Titles', guard: roles('Admin'), healthData: false } as const;

export const titleSearch = endpoint({
  ...admin,
  method: 'POST',
  path: '/admin/title/search',
  summary: 'List titles in display order; isActive null includes inactive titles',
  body: z.strictObject({
    searchTerm: bodySearch,
    isActive: z
      .boolean({ error: 'Active must be true or false' })
      .nullish()
      .transform((active) => active ?? null),
    pageNumber: bodyPage,
    pageSize: bodyPageSizeOf(TITLE_PAGE_SIZE),
  }),
  response: z.object({ items: z.array(titleRecord.row), totalCount: z.int() }),
  audit: null,
});
export const titleCreate = endpoint({
  ...admin,
  method: 'POST',
  path: '/admin/title',
  summary: 'Add a title',
  body: titleRecord.body,
  response: titleRecord.row,
  status: 201,
  audit: 'Created',
  creates: true,
  errors: ['CONFLICT', 'IDEMPOTENCY_MISMATCH'],
});
export const titleUpdate = endpoint({
  ...admin,
  method: 'PUT',
  path: '/admin/title/:id',
  summary: 'Update a title; users who have it get the new text',
  params: idParams,
  body: titleRecord.change,
  response: titleRecord.row,
  audit: 'Updated',
  errors: ['NOT_FOUND', 'STALE', 'CONFLICT'],
});
export const titleDelete = endpoint({
  ...admin,
  method: 'DELETE',
  path: '/admin/title/:id',
  summary: 'Delete a title that no user has',
  params: idParams,
  response: z.object({ message: z.string() }),
  audit: 'Deleted',
  errors: ['NOT_FOUND', 'IN_USE'],
});
export const titleToggle = endpoint({
  ...admin,
  method: 'PATCH',
  path: '/admin/title/:id/toggle-status',
  summary: 'Activate or deactivate a title',
  params: idParams,
  body: z.strictObject({ version }).nullish(),
  response: z.object({ message: z.string(), title: titleRecord.row }),
  audit: 'Updated',
  errors: ['NOT_FOUND', 'STALE'],
});
