import { sql, type Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { TitlesTable } from '#db/tables/users.ts';
import { folded } from '#db/folded-text.ts';

const COLUMNS = ['id', 'code', 'description', 'display_order', 'is_active', 'version'] as const;
/** A title as read from the database. */
export type TitleRow = Pick<Selectable<TitlesTable>, (typeof COLUMNS)[number]>;
/** The editable columns of a title. */
export type TitleColumns = Pick<TitleRow, 'code' | 'description' | 'display_order' | 'is_active'>;

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
): Promise<TitleRow[]> {
  return filtered(db, filter)
    .select(COLUMNS)
    .orderBy('display_order')
    .orderBy('code')
    .limit(page.pageSize)
    .offset(page.offset)
    .execute();
}

/** Finds a title and locks it until the transaction ends. */
export function lockTitle(db: Db, id: string): Promise<TitleRow | undefined> {
  return db.selectFrom('titles').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Inserts a title. */
export function insertTitle(db: Db, columns: TitleColumns): Promise<TitleRow> {
  return db.insertInto('titles').values(columns).returning(COLUMNS).executeTakeFirstOrThrow();
}

/** Updates a title and increments its version. */
export function updateTitle(db: Db, id: string, columns: Partial<TitleColumns>): Promise<TitleRow> {
  return db
    .updateTable('titles')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

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
