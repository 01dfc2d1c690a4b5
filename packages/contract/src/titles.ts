import { cleanSingleLine, hasControlCharacters } from '@portal/domain/text';
import { z } from 'zod';
import { endpoint, roles } from './core/endpoint.ts';
import { id, idParams, printed, version } from './core/fields.ts';
import { bodyPage, bodyPageSizeOf, bodySearch } from './core/list.ts';
import { acts, changes, creates, removes } from './core/verbs.ts';

/** Rows per page of the screen. */
export const TITLE_PAGE_SIZE = 25;
export const TITLE_PAGE_SIZES = [10, 25, 50, 100] as const;

/** A provider title, for administrators. */
export const providerTitle = z.object({
  id,
  /** The title's text, e.g. `MD`. */
  code: z.string(),
  description: z.string(),
  displayOrder: z.int(),
  isActive: z.boolean(),
  version: z.int(),
});
export type ProviderTitle = z.output<typeof providerTitle>;

const line = (label: string, max: number, shape: (text: string) => string) =>
  z
    .string({ error: `${label} is required` })
    .overwrite(shape)
    .min(1, { error: `${label} is required`, abort: true })
    .max(max, `${label} must be ${max} characters or less`)
    .refine((text) => !hasControlCharacters(text), `${label} contains characters that are not allowed`);

/** The fields of a title with their validation messages. */
const fields = {
  code: printed(line('Title', 10, (text) => cleanSingleLine(text).toUpperCase())),
  description: line('Description', 100, cleanSingleLine),
  displayOrder: z
    .int({ error: 'Display order must be a positive number' })
    .min(0, 'Display order must be a positive number')
    .max(100_000, 'Display order can be at most 100000'),
  isActive: z.boolean({ error: 'Active must be true or false' }).default(true),
};
export const titleBody = z.strictObject(fields);
export const titleChange = z.strictObject({ ...fields, version });

const admin = { tag: 'Titles', guard: roles('Admin'), healthData: false } as const;

export const titleSearch = acts('/admin/title/search', {
  ...admin,
  summary: 'List titles in display order; isActive null includes inactive titles',
  body: z.strictObject({
    searchTerm: bodySearch,
    isActive: z
      .boolean({ error: 'Active must be true or false' })
      .nullish()
      .transform((flag) => flag ?? null),
    pageNumber: bodyPage,
    pageSize: bodyPageSizeOf(TITLE_PAGE_SIZE),
  }),
  response: z.object({ items: z.array(providerTitle), totalCount: z.int() }),
  audit: null,
});
export const titleCreate = creates('/admin/title', {
  ...admin,
  summary: 'Add a title',
  body: titleBody,
  response: providerTitle,
  errors: ['CONFLICT'],
});
export const titleUpdate = changes('/admin/title/:id', {
  ...admin,
  summary: 'Update a title; users who have it get the new text',
  body: titleChange,
  response: providerTitle,
  errors: ['STALE', 'CONFLICT'],
});
export const titleDelete = removes('/admin/title/:id', {
  ...admin,
  summary: 'Delete a title that no user has',
  response: z.object({ message: z.string() }),
  errors: ['IN_USE'],
});
export const titleToggle = endpoint({
  ...admin,
  method: 'PATCH',
  path: '/admin/title/:id/toggle-status',
  summary: 'Activate or deactivate a title',
  params: idParams,
  body: z.strictObject({ version }).nullish(),
  response: z.object({ message: z.string(), title: providerTitle }),
  audit: 'Updated',
  errors: ['NOT_FOUND', 'STALE'],
});
