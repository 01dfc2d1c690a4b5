import type { Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { WorkRulesTable } from '#db/schema.ts';

export type WorkRulesRow = Selectable<WorkRulesTable>;

/** Lists the recorded rules, the newest first. */
export function listWorkRules(db: Db): Promise<WorkRulesRow[]> {
  return db.selectFrom('work_rules').selectAll().orderBy('effective_from', 'desc').execute();
}

/** Records rules from a day on, instead of those that were recorded from the same day on. */
export async function putWorkRules(db: Db, row: WorkRulesRow): Promise<void> {
  await db
    .insertInto('work_rules')
    .values(row)
    .onConflict((conflict) => conflict.column('effective_from').doUpdateSet(row))
    .execute();
}
