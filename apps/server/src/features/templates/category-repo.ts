import type { BodyOf } from '@portal/contract/endpoint';
import type { categoryCreate, TemplateCategory } from '@portal/contract/template-categories';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Number of templates in a category, including inactive ones but not deleted ones. */
const templateCount =
  sql<number>`(select count(*)::int from templates t where t.category_id = c.id and t.deleted_at is null)`.as(
    'template_count',
  );

const rows = (db: Db) =>
  db
    .selectFrom('template_categories as c')
    .select(['c.id', 'c.name', 'c.display_order', 'c.icon', 'c.version'])
    .select(templateCount);
type CategoryRow = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];

const present = (row: CategoryRow): TemplateCategory => ({
  id: row.id,
  name: row.name,
  displayOrder: row.display_order,
  icon: row.icon,
  templateCount: row.template_count,
  version: row.version,
});

/** Lists all categories by display order. */
export async function listCategories(db: Db): Promise<TemplateCategory[]> {
  const found = await rows(db)
    .orderBy('c.display_order')
    .orderBy(sql`lower(c.name)`)
    .orderBy('c.id')
    .execute();
  return found.map((row) => present(row));
}

/** Finds a category by id. */
export async function findCategory(db: Db, id: number): Promise<TemplateCategory | undefined> {
  const row = await rows(db).where('c.id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : present(row);
}

/** Like `findCategory`, and locks the category until the transaction ends, so that no template can be added to it. */
export async function lockCategory(db: Db, id: number): Promise<TemplateCategory | undefined> {
  await db.selectFrom('template_categories').select('id').where('id', '=', id).forUpdate().execute();
  return findCategory(db, id);
}

type CategoryFields = BodyOf<typeof categoryCreate>;
const columns = ({ name, displayOrder, icon }: CategoryFields) => ({
  name,
  display_order: displayOrder,
  icon,
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
