import { currentZoneName } from '@portal/domain/time-zone';
import type { Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { WorkRulesTable } from '#db/schema.ts';

export type WorkRulesRow = Selectable<WorkRulesTable>;

/** Lists the recorded rules, the newest first. Their zones have current names, which every database knows. */
export async function listWorkRules(db: Db): Promise<WorkRulesRow[]> {
  const rows = await db.selectFrom('work_rules').selectAll().orderBy('effective_from', 'desc').execute();
  return rows.map((row) => ({ ...row, time_zone: currentZoneName(row.time_zone) ?? row.time_zone }));
}

/** Records rules from a day on, instead of those that were recorded from the same day on. */
export async function putWorkRules(db: Db, row: WorkRulesRow): Promise<void> {
  await db
    .insertInto('work_rules')
    .values(row)
    .onConflict((conflict) => conflict.column('effective_from').doUpdateSet(row))
    .execute();
}
