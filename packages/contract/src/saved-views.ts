import { MAX_PAGE_SIZE } from '@portal/domain/list';
import { hasControlCharacters } from '@portal/domain/text';
import { z } from 'zod';
import { changeOf } from './core/change.ts';
import { signedIn } from './core/endpoint.ts';
import { id, requiredText, version } from './core/fields.ts';
import { changes, creates, reads, removes } from './core/verbs.ts';

/** The lists that have saved views. */
export const VIEW_LISTS = ['patients', 'orders', 'messages', 'documents', 'dictations', 'users'] as const;
export type ViewList = (typeof VIEW_LISTS)[number];

/** The most views of a user per list. */
export const MAX_VIEWS = 20;
const MAX_FILTERS = 20;
const MAX_COLUMNS = 30;

/** Filters and text that would put health data into a setting. */
export const UNSAVED_FILTERS: readonly string[] = ['search', 'patientId'];

const viewList = z.enum(VIEW_LISTS, { error: `List must be one of: ${VIEW_LISTS.join(', ')}` });
const name = z
  .string({ error: 'The name of a filter or column must be text' })
  .regex(/^[a-zA-Z][a-zA-Z0-9]{0,39}$/, 'The name of a filter or column has letters and digits');
const value = z
  .string({ error: 'The value of a filter must be text' })
  .min(1, 'The value of a filter is missing')
  .max(100, 'The value of a filter can have at most 100 characters')
  .refine(
    (text) => !hasControlCharacters(text),
    'The value of a filter contains characters that are not allowed',
  );

/** What a view restores. Filters and columns that a list no longer has are ignored when it is opened. */
export const viewState = z.strictObject({
  filters: z
    .record(name, value)
    .refine(
      (filters) => Object.keys(filters).length <= MAX_FILTERS,
      `A view can have at most ${MAX_FILTERS} filters`,
    )
    .refine(
      (filters) => UNSAVED_FILTERS.every((unsaved) => !(unsaved in filters)),
      'A view cannot contain a search or a patient',
    ),
  orderBy: name.nullable(),
  sortDirection: z.enum(['asc', 'desc'], { error: 'Sort direction must be asc or desc' }),
  pageSize: z
    .int({ error: 'Page size must be a whole number' })
    .min(1, 'Page size must be at least 1')
    .max(MAX_PAGE_SIZE, `Page size can be at most ${MAX_PAGE_SIZE}`),
  hiddenColumns: z.array(name).max(MAX_COLUMNS, `A view can hide at most ${MAX_COLUMNS} columns`),
});
export type ViewState = z.output<typeof viewState>;

const fields = {
  name: requiredText('Name', 60),
  /** Opens with the list; at most one view of a list. */
  isDefault: z.boolean({ error: 'Default must be true or false' }).default(false),
  state: viewState,
};
export const savedViewBody = z.strictObject({ list: viewList, ...fields });

export const savedView = z.object({ id, ...fields, isDefault: z.boolean(), version: z.int() });
export type SavedView = z.output<typeof savedView>;

const own = { tag: 'Saved views', guard: signedIn, healthData: false } as const;

export const viewsOfList = reads('/views', own, {
  summary: 'List your saved views of a list, by name',
  query: z.strictObject({ list: viewList }),
  response: z.object({ views: z.array(savedView) }),
  audit: null,
});
export const viewCreate = creates('/views', own, {
  summary: `Save a view of a list; at most ${MAX_VIEWS} per list`,
  body: savedViewBody,
  response: savedView,
  audit: 'Updated',
  errors: ['CONFLICT'],
});
export const viewUpdate = changes('/views/:id', own, {
  summary: 'Change one of your saved views',
  body: z.strictObject({ ...changeOf(fields), version }),
  response: savedView,
  errors: ['STALE', 'CONFLICT'],
});
export const viewDelete = removes('/views/:id', own, {
  summary: 'Delete one of your saved views',
  audit: 'Updated',
});
