import { cleanSingleLine, hasControlCharacters } from '@portal/domain/text';
import { z } from 'zod';
import { roles } from './core/endpoint.ts';
import { printed, version } from './core/fields.ts';
import { bodyPage, bodyPageSizeOf, bodySearch } from './core/list.ts';
import { flagField, numberField, record, textField } from './core/record.ts';
import { acts, changes, creates, removes, toggles } from './core/verbs.ts';

/** Rows per page of the screen. */
export const TITLE_PAGE_SIZE = 25;
export const TITLE_PAGE_SIZES = [10, 25, 50, 100] as const;

const line = (label: string, max: number, shape: (text: string) => string) =>
  z
    .string({ error: `${label} is required` })
    .overwrite(shape)
    .min(1, { error: `${label} is required`, abort: true })
    .max(max, `${label} must be ${max} characters or less`)
    .refine((text) => !hasControlCharacters(text), `${label} contains characters that are not allowed`);

/** A provider title. `code` is its text, e.g. `MD`. */
export const titleRecord = record({
  code: textField('Title', printed(line('Title', 10, (text) => cleanSingleLine(text).toUpperCase()))),
  description: textField('Description', line('Description', 100, cleanSingleLine)),
  displayOrder: numberField(
    'Display order',
    z
      .int({ error: 'Display order must be a positive number' })
      .min(0, 'Display order must be a positive number')
      .max(100_000, 'Display order can be at most 100000'),
  ),
  isActive: flagField('Active', z.boolean({ error: 'Active must be true or false' }).default(true), true),
});
export type ProviderTitle = z.output<typeof titleRecord.row>;

const admin = { tag: 'Titles', guard: roles('Admin'), healthData: false } as const;

export const titleSearch = acts('/admin/title/search', admin, {
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
export const titleCreate = creates('/admin/title', admin, {
  summary: 'Add a title',
  body: titleRecord.body,
  response: titleRecord.row,
  errors: ['CONFLICT'],
});
export const titleUpdate = changes('/admin/title/:id', admin, {
  summary: 'Update a title; users who have it get the new text',
  body: titleRecord.change,
  response: titleRecord.row,
  errors: ['STALE', 'CONFLICT'],
});
export const titleDelete = removes('/admin/title/:id', admin, {
  summary: 'Delete a title that no user has',
  response: z.object({ message: z.string() }),
  errors: ['IN_USE'],
});
export const titleToggle = toggles('/admin/title/:id/toggle-status', admin, {
  summary: 'Activate or deactivate a title',
  body: z.strictObject({ version }).nullish(),
  response: z.object({ message: z.string(), title: titleRecord.row }),
  errors: ['STALE'],
});
