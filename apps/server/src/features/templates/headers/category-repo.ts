import type { BodyOf } from '@portal/contract/endpoint';
import type { categoryCreate, TemplateCategory } from '@portal/contract/template-categories';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Number of templates in a category, including inactive ones but not deleted ones. */
const templateCount =
  sql<number>`(select count(*)::int from templates t where t.category_id = c.id and t.deleted_at is null)`.as(
    'templateCount',
  );

const categories = (db: Db) =>
  db
    .selectFrom('template_categories as c')
    .select([
      'c.id',
      'c.name',
      'c.display_order as displayOrder',
      'c.icon',
      'c.report_title as reportHeading',
      'c.version',
    ])
    .select(templateCount);

/** Lists all categories by display order. */
export const listCategories = (db: Db): Promise<TemplateCategory[]> =>
  categories(db)
    .orderBy('c.display_order')
    .orderBy(sql`lower(c.name)`)
    .orderBy('c.id')
    .execute();

/** Finds a category by id. */
export const findCategory = (db: Db, id: number): Promise<TemplateCategory | undefined> =>
  categories(db).where('c.id', '=', id).executeTakeFirst();

/** Like `findCategory`, and locks the category until the transaction ends, so that no template can be added to it. */
export async function lockCategory(db: Db, id: number): Promise<TemplateCategory | undefined> {
  await db.selectFrom('template_categories').select('id').where('id', '=', id).forUpdate().execute();
  return findCategory(db, id);
}

/** Prevents the deletion of a category until the transaction ends. Returns false if it does not exist. */
export async function retainCategory(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('template_categories')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

type CategoryFields = BodyOf<typeof categoryCreate>;
const columns = ({ name, displayOrder, icon, reportHeading }: CategoryFields) => ({
  name,
  display_order: displayOrder,
  icon,
  report_title: reportHeading,
});

/** Inserts a category and returns its id. */
export async function insertCategory(db: Db, fields: CategoryFields): Promise<number> {
  const row = await db
    .insertInto('template_categories')
    .values(columns(fields))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Updates a category and increments its version. */
export async function updateCategory(db: Db, id: number, fields: CategoryFields, now: Date): Promise<void> {
  await db
    .updateTable('template_categories')
    .set((eb) => ({ ...columns(fields), version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute();
}

/** Deletes a category and removes it from soft-deleted templates. */
export async function deleteCategory(db: Db, id: number): Promise<void> {
  await db
    .updateTable('templates')
    .set({ category_id: null })
    .where('category_id', '=', id)
    .where('deleted_at', 'is not', null)
    .execute();
  await db.deleteFrom('template_categories').where('id', '=', id).execute();
}
