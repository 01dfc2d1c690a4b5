import type { BodyOf } from '@portal/contract/endpoint';
import type { templateCreate } from '@portal/contract/templates';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

const rows = (db: Db, { includeDeleted = false } = {}) =>
  db
    .selectFrom('templates as t')
    .leftJoin('template_categories as c', 'c.id', 't.category_id')
    .leftJoin('users as maker', 'maker.id', 't.created_by')
    .leftJoin('users as changer', 'changer.id', 't.updated_by')
    .select([
      't.id',
      't.name',
      't.procedure_type',
      't.short_description',
      't.report_title',
      't.needs_co_signature',
      'c.report_title as report_heading',
      't.category_id',
      'c.name as category_name',
      't.quick_access_order',
      't.is_active',
      't.usage_count',
      't.last_used_at',
      't.created_at',
      't.updated_at',
      't.version',
      't.content_version',
    ])
    .select((eb) => [
      eb.fn<string>('concat_ws', [eb.val(' '), 'maker.first_name', 'maker.last_name']).as('made_by'),
      eb.fn<string>('concat_ws', [eb.val(' '), 'changer.first_name', 'changer.last_name']).as('changed_by'),
    ])
    .$if(!includeDeleted, (query) => query.where('t.deleted_at', 'is', null));
/** A template as read from the database, without its content. */
export type TemplateDbRow = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];

const withContent = (db: Db, which = {}) =>
  rows(db, which)
    .innerJoin('template_versions as v', (join) =>
      join.onRef('v.template_id', '=', 't.id').onRef('v.content_version', '=', 't.content_version'),
    )
    .select(['v.content', 'v.auto_populate', 'v.is_used']);
/** A template as read from the database, with its current content. */
export type TemplateWithContentRow = Awaited<ReturnType<ReturnType<typeof withContent>['execute']>>[number];

/** Lists templates by category (none last), quick access order and name. */
export function listTemplates(db: Db, filter: { includeInactive: boolean }): Promise<TemplateDbRow[]> {
  return rows(db)
    .$if(!filter.includeInactive, (query) => query.where('t.is_active', '=', true))
    .orderBy('c.display_order', (order) => order.asc().nullsLast())
    .orderBy(sql`lower(c.name)`)
    .orderBy('c.id')
    .orderBy('t.quick_access_order', (order) => order.asc().nullsLast())
    .orderBy(sql`lower(t.name)`)
    .orderBy('t.id')
    .execute();
}

/** Lists active templates with their content by quick access order and name. */
export function listForDictation(db: Db): Promise<TemplateWithContentRow[]> {
  return withContent(db)
    .where('t.is_active', '=', true)
    .orderBy('t.quick_access_order', (order) => order.asc().nullsLast())
    .orderBy(sql`lower(t.name)`)
    .orderBy('t.id')
    .execute();
}

/** Lists all templates with their content, inactive ones too, by name. */
export const listAllWithContent = (db: Db): Promise<TemplateWithContentRow[]> =>
  withContent(db)
    .orderBy(sql`lower(t.name)`)
    .orderBy('t.id')
    .execute();

/** Finds a template that is not deleted, with its current content. */
export function findTemplate(db: Db, id: string): Promise<TemplateWithContentRow | undefined> {
  return withContent(db).where('t.id', '=', id).executeTakeFirst();
}

/** Like `findTemplate`, also for a deleted template that drafts or dictations use. */
export function findTemplateOrDeleted(db: Db, id: string): Promise<TemplateWithContentRow | undefined> {
  return withContent(db, { includeDeleted: true }).where('t.id', '=', id).executeTakeFirst();
}

/** Like `findTemplate`, and locks the template until the transaction ends, so that others can neither change nor use it. */
export async function lockTemplate(db: Db, id: string): Promise<TemplateWithContentRow | undefined> {
  await db.selectFrom('templates').select('id').where('id', '=', id).forUpdate().execute();
  return findTemplate(db, id);
}

/** A template's content in its stored form, as JSON strings. */
export interface StoredContent {
  readonly content: string;
  readonly autoPopulate: string;
}
type Basics = Omit<BodyOf<typeof templateCreate>, 'templateContent' | 'autoPopulateFields'>;
interface Change {
  readonly by: string;
  readonly now: Date;
}

const columns = (fields: Basics) => ({
  name: fields.name,
  procedure_type: fields.procedureType,
  short_description: fields.shortDescription,
  report_title: fields.reportTitle,
  needs_co_signature: fields.needsCoSignature,
  category_id: fields.categoryId,
  quick_access_order: fields.quickAccessOrder,
});

/** Inserts a template with its first version and returns its id. */
export async function insertTemplate(
  db: Db,
  fields: Basics,
  stored: StoredContent,
  { by, now }: Change,
): Promise<string> {
  const { id } = await db
    .insertInto('templates')
    .values({
      ...columns(fields),
      deleted_by: null,
      created_at: now,
      created_by: by,
      updated_at: now,
      updated_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertVersion(db, id, 1, stored, { by, now });
  return id;
}

/** Updates a template; `stored` is undefined if the content does not change. */
export async function updateTemplate(
  db: Db,
  before: TemplateWithContentRow,
  fields: Basics,
  stored: StoredContent | undefined,
  change: Change,
): Promise<void> {
  const contentVersion =
    stored === undefined ? before.content_version : await writeContent(db, before, stored, change);
  await db
    .updateTable('templates')
    .set((eb) => ({
      ...columns(fields),
      content_version: contentVersion,
      version: eb('version', '+', 1),
      updated_at: change.now,
      updated_by: change.by,
    }))
    .where('id', '=', before.id)
    .execute();
}

/** Updates the current version, or inserts the next version if the current one was used. Returns the version number. */
async function writeContent(
  db: Db,
  before: TemplateWithContentRow,
  stored: StoredContent,
  change: Change,
): Promise<number> {
  if (before.is_used) {
    await insertVersion(db, before.id, before.content_version + 1, stored, change);
    return before.content_version + 1;
  }
  await db
    .updateTable('template_versions')
    .set({
      content: stored.content,
      auto_populate: stored.autoPopulate,
      created_at: change.now,
      created_by: change.by,
    })
    .where('template_id', '=', before.id)
    .where('content_version', '=', before.content_version)
    .execute();
  return before.content_version;
}

async function insertVersion(
  db: Db,
  templateId: string,
  contentVersion: number,
  { content, autoPopulate }: StoredContent,
  { by, now }: Change,
): Promise<void> {
  await db
    .insertInto('template_versions')
    .values({
      template_id: templateId,
      content_version: contentVersion,
      content,
      auto_populate: autoPopulate,
      created_at: now,
      created_by: by,
    })
    .execute();
}

/** Activates or deactivates a template. */
export async function setActive(db: Db, id: string, isActive: boolean, { by, now }: Change): Promise<void> {
  await db
    .updateTable('templates')
    .set((eb) => ({
      is_active: isActive,
      version: eb('version', '+', 1),
      updated_at: now,
      updated_by: by,
    }))
    .where('id', '=', id)
    .execute();
}

/** Whether a dictation or draft was ever started with one of the template's versions. */
export async function wasUsed(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('template_versions')
    .select('template_id')
    .where('template_id', '=', id)
    .where('is_used', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Soft-deletes a used template and removes all user preferences for it. */
export async function softDeleteTemplate(db: Db, id: string, { by, now }: Change): Promise<void> {
  await db.deleteFrom('template_preferences').where('template_id', '=', id).execute();
  await db
    .updateTable('templates')
    .set((eb) => ({ is_active: false, deleted_at: now, deleted_by: by, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Permanently deletes an unused template with its versions, rules and preferences. */
export async function deleteTemplate(db: Db, id: string): Promise<void> {
  await db.deleteFrom('templates').where('id', '=', id).execute();
}
