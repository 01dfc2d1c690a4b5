import { sql, type Transaction } from 'kysely';
import type { Database } from '#db/schema.ts';

const DAY_MS = 24 * 3_600_000;

/** Counts once a day how often each billing code is on a dictation, by which searches list codes. */
export async function countCodeUses(tx: Transaction<Database>, now: Date): Promise<void> {
  const counted = await tx
    .selectFrom('billing_code_uses')
    .select('counted_at')
    .where('counted_at', '>', new Date(now.getTime() - DAY_MS))
    .limit(1)
    .executeTakeFirst();
  if (counted !== undefined) return;
  await tx.deleteFrom('billing_code_uses').execute();
  await sql`
    insert into billing_code_uses (billing_code_id, uses, counted_at)
    select billing_code_id, count(*)::int, ${now}::timestamptz from dictation_codes
    where billing_code_id is not null group by billing_code_id`.execute(tx);
}
