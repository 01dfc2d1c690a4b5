import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { transact } from '#db/open-transaction.ts';

/**
 * Whether a transaction can commit. Leaves nothing behind. A transaction with an id is written to the write-ahead log
 * and waits for the disk. Rows beyond `work_mem` go to a temporary file, which fails on a full disk.
 */
export async function canWrite(db: Db): Promise<boolean> {
  return transact(db, async (tx) => {
    const { rows } = await sql<{ is_read_only: boolean }>`
      select current_setting('transaction_read_only')::boolean as is_read_only, set_config('work_mem', '64kB', true)`.execute(
      tx,
    );
    if (rows[0]?.is_read_only !== false) return false;
    await sql`select pg_current_xact_id(), count(*) from generate_series(1, 10000)`.execute(tx);
    return true;
  });
}

/** The months without a partition of the audit log, of this month and the next. */
export async function missingPartitions(db: Db, now: Date): Promise<string[]> {
  const months = [0, 1].map((ahead) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1)).toISOString().slice(0, 7),
  );
  const { rows } = await sql<{ month: string }>`
    select month from unnest(${months}::text[]) as month
    where to_regclass('public.audit_log_' || replace(month, '-', '_')) is null order by month`.execute(db);
  return rows.map(({ month }) => month);
}
