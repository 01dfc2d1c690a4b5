import { titleRecord, type ProviderTitle } from '@portal/contract/titles';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { folded } from '#db/folded-text.ts';
import { recordTable } from '#db/record-table.ts';

export const titles = recordTable(titleRecord.fields, 'titles');

/** Filters for titles. */
export interface TitleFilter {
  /** Words that must all occur in the title or its description; none means no filter. */
  readonly words: readonly string[];
  /** Null includes inactive titles. */
  readonly isActive: boolean | null;
}

const searched = folded(sql`code || ' ' || description`);

const matching = ({ words, isActive }: TitleFilter) =>
  sql.join(
    [
      isActive === null ? sql`true` : sql`is_active = ${isActive}`,
      ...words.map((word) => sql`strpos(${searched}, ${folded(sql`${word}::text`)}) > 0`),
    ],
    sql` and `,
  );

/** Counts the titles that match a filter. */
export async function countTitles(db: Db, filter: TitleFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from titles where ${matching(filter)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Lists a page of titles in display order. */
export async function listTitles(
  db: Db,
  filter: TitleFilter,
  page: { readonly pageSize: number; readonly offset: number },
): Promise<ProviderTitle[]> {
  const { rows } = await sql<ProviderTitle>`
    select ${titles.columns} from titles where ${matching(filter)}
    order by display_order, code limit ${page.pageSize} offset ${page.offset}`.execute(db);
  return rows;
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
