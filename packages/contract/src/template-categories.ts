import { z } from 'zod';
import { changeOf } from './core/change.ts';
import { permission } from './core/endpoint.ts';
import { requiredText, version } from './core/fields.ts';
import { categoryId, reportText } from './templates.ts';
import { changes, creates, reads, removes } from './core/verbs.ts';

/** The icons a category can have. */
export const CATEGORY_ICONS = [
  'category',
  'medical_services',
  'assignment',
  'description',
  'folder',
  'local_hospital',
  'healing',
  'science',
] as const;
export type CategoryIcon = (typeof CATEGORY_ICONS)[number];

/** A template category. */
export const templateCategory = z.object({
  id: categoryId,
  name: z.string(),
  displayOrder: z.int(),
  icon: z.enum(CATEGORY_ICONS),
  /** Printed above the title of its templates' reports, such as "Operative Report". */
  reportHeading: z.string().nullable(),
  templateCount: z.int(),
  version: z.int(),
});
export type TemplateCategory = z.output<typeof templateCategory>;

const fields = {
  name: requiredText('Name', 100),
  displayOrder: z
    .int({ error: 'Display order must be a whole number' })
    .min(0, 'Display order cannot be negative')
    .max(9999, 'Display order can be at most 9999')
    .default(0),
  icon: z.enum(CATEGORY_ICONS, { error: 'Choose one of the icons' }).default('category'),
  reportHeading: reportText('Report heading'),
};
export const categoryBody = z.strictObject(fields);
export const categoryChange = z.strictObject({ ...changeOf(fields), version });

const tag = 'Templates';
/** The topic of the live connection for changes of a category. */
export const categoryTopic = (id: number): string => `template category ${id}`;

const manage = { tag, guard: permission('Dictation.ManageTemplates'), healthData: false } as const;
const params = z.strictObject({
  id: z
    .string()
    .regex(/^\d{1,9}$/, 'Not a valid id')
    .transform(Number),
});

export const categoryList = reads('/admin/template/categories', manage, {
  summary: 'List categories in display order',
  response: z.array(templateCategory),
  audit: null,
});
export const categoryCreate = creates('/admin/template/categories', manage, {
  summary: 'Add a category',
  body: categoryBody,
  response: templateCategory,
  errors: ['CONFLICT'],
});
export const categoryUpdate = changes('/admin/template/categories/:id', manage, {
  summary: 'Update a category',
  params,
  body: categoryChange,
  response: templateCategory,
  errors: ['NOT_FOUND', 'STALE', 'CONFLICT'],
});
export const categoryDelete = removes('/admin/template/categories/:id', manage, {
  summary: 'Delete a category without templates',
  params,
  response: z.object({ message: z.string() }),
  errors: ['NOT_FOUND', 'IN_USE'],
});
export const dictationCategories = reads('/dictation/categories', {
  tag,
  summary: 'List categories in display order',
  guard: permission('Dictation.View'),
  response: z.array(templateCategory),
  healthData: false,
  audit: null,
});
