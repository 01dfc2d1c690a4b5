import { payerLimitRecord, type SavedLimit } from '@portal/contract/payer-limits';
import type { ValuesOf } from '@portal/contract/record';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { folded } from '#db/folded-text.ts';
import { recordColumns, recordTable } from '#db/record-table.ts';
import { PREPARED } from '#db/statement-marks.ts';

const { fields } = payerLimitRecord;

export const payerLimits = recordTable(fields, 'payer_limits');

const { columns } = payerLimits;
const matching = (words: readonly string[]) =>
  sql.join(
    [
      sql`true`,
      ...words.map(
        (word) =>
          sql`strpos(${folded(sql`name || ' ' || payer || ' ' || policy || ' ' || codes`)}, ${folded(sql`${word}::text`)}) > 0`,
      ),
    ],
    sql` and `,
  );

/** Counts the rules that have all words. */
export async function countLimits(db: Db, words: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from payer_limits where ${matching(words)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Lists a page of the rules that have all words, by payer and procedure. */
export async function listLimits(
  db: Db,
  words: readonly string[],
  page: { readonly pageSize: number; readonly offset: number },
): Promise<SavedLimit[]> {
  const { rows } = await sql<SavedLimit>`
    select ${columns} from payer_limits where ${matching(words)}
    order by payer, name, policy, id limit ${page.pageSize} offset ${page.offset}`.execute(db);
  return rows;
}

/** Lists the rules that are switched on, by payer and procedure. */
export async function listActiveLimits(db: Db): Promise<SavedLimit[]> {
  const { rows } = await sql<SavedLimit>`
    select ${columns} from payer_limits where is_active order by payer, name, policy, id ${PREPARED}`.execute(
    db,
  );
  return rows;
}

const { byColumn } = recordColumns(fields);

/** Adds the rules that the practice does not have yet. */
export const insertMissing = (
  db: Db,
  rules: readonly ValuesOf<typeof fields>[],
): Promise<readonly { readonly id: string; readonly name: string }[]> =>
  db
    .insertInto('payer_limits')
    .values(rules.map(byColumn))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'name'])
    .execute();
