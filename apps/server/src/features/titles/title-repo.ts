import type { BodyOf } from '@portal/contract/endpoint';
import type { ProviderTitle, titleCreate } from '@portal/contract/titles';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { folded } from '#db/folded-text.ts';

const COLUMNS = [
  'id',
  'code',
  'description',
  'display_order as displayOrder',
  'is_active as isActive',
  'version',
] as const;
/** The editable fields of a title. */
export type TitleFields = BodyOf<typeof titleCreate>;

/** Filters for titles. */
export interface TitleFilter {
  /** Words that must all occur in the title or its description; none means no filter. */
  readonly words: readonly string[];
  /** Null includes inactive titles. */
  readonly isActive: boolean | null;
}

const searched = folded(sql`code || ' ' || description`);

const filtered = (db: Db, { words, isActive }: TitleFilter) =>
  words.reduce(
    (query, word) => query.where(sql<boolean>`strpos(${searched}, ${folded(sql`${word}::text`)}) > 0`),
    db
      .selectFrom('titles')
      .$if(isActive !== null, (query) => query.where('is_active', '=', isActive === true)),
  );

/** Counts the titles that match a filter. */
export async function countTitles(db: Db, filter: TitleFilter): Promise<number> {
  const row = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Lists a page of titles in display order. */
export function listTitles(
  db: Db,
  filter: TitleFilter,
  page: { readonly pageSize: number; readonly offset: number },
): Promise<ProviderTitle[]> {
  return filtered(db, filter)
    .select(COLUMNS)
    .orderBy('display_order')
    .orderBy('code')
    .limit(page.pageSize)
    .offset(page.offset)
    .execute();
}

/** Finds a title and locks it until the transaction ends. */
export function lockTitle(db: Db, id: string): Promise<ProviderTitle | undefined> {
  return db.selectFrom('titles').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
}

const columns = (fields: TitleFields) => ({
  code: fields.code,
  description: fields.description,
  display_order: fields.displayOrder,
  is_active: fields.isActive,
});

/** Inserts a title. */
export const insertTitle = (db: Db, fields: TitleFields): Promise<ProviderTitle> =>
  db.insertInto('titles').values(columns(fields)).returning(COLUMNS).executeTakeFirstOrThrow();

/** Updates a title and increments its version. */
export const updateTitle = (db: Db, id: string, fields: TitleFields): Promise<ProviderTitle> =>
  db
    .updateTable('titles')
    .set((eb) => ({ ...columns(fields), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/** Deletes a title. */
export async function deleteTitle(db: Db, id: string): Promise<void> {
  await db.deleteFrom('titles').where('id', '=', id).execute();
}

/** Counts the users who have the title. */
export async function countUsersWithTitle(db: Db, code: string): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('title', '=', code)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
