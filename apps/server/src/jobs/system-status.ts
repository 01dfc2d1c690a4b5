import type { SYSTEM_STATUSES } from '@portal/contract/dashboard';
import { sql } from 'kysely';
import { chainEndsAreIntact } from '#audit/chain-ends.ts';
import { lastFinishedVerification } from '#audit/verification-store.ts';
import { isBackupWell, readBackupState } from '#backup/backup-state.ts';
import { clockState } from '#db/clock-watch.ts';
import { isDatabaseUnavailable } from '#db/database-errors.ts';
import type { Db } from '#db/database.ts';
import { transact } from '#db/open-transaction.ts';
import type { Deps } from '#request/context.ts';

export type SystemStatus = (typeof SYSTEM_STATUSES)[number];

/** Callers time out after two seconds. */
const PATIENCE_MS = 1_800;

type Checked = Pick<Deps, 'config' | 'db' | 'notifier' | 'keys' | 'clock' | 'databaseTime' | 'files'>;

/**
 * The system status from real checks: the database responds and can write, notifications arrive, this month’s audit
 * partition exists, the chain heads are intact, the last full check passed, files can be stored and none is known to
 * be damaged, the clock is not in doubt
 * and agrees with the database’s, no nightly backup is overdue, and no disk is nearly full. Down without a database, Degraded when another check fails or is late. Responds within two seconds.
 */
export async function systemStatus(deps: Checked): Promise<SystemStatus> {
  const reached = { database: false };
  const { promise: late, resolve } = Promise.withResolvers<SystemStatus>();
  const timer = setTimeout(() => resolve(reached.database ? 'Degraded' : 'Down'), PATIENCE_MS);
  try {
    return await Promise.race([checkedStatus(deps, reached), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function checkedStatus(deps: Checked, reached: { database: boolean }): Promise<SystemStatus> {
  const { db, keys, clock, notifier, files } = deps;
  try {
    if (!(await canWrite(db))) return 'Down';
    reached.database = true;
    const now = clock.now();
    const partition = `public.audit_log_${now.toISOString().slice(0, 7).replace('-', '_')}`;
    const { rows } = await sql<{
      found: boolean;
    }>`select to_regclass(${partition}) is not null as found`.execute(db);
    const isWell =
      rows[0]?.found === true &&
      notifier.connected &&
      (await chainEndsAreIntact(db, keys.audit)) &&
      (await lastFinishedVerification(db, now))?.outcome !== 'tampered' &&
      (await files.isWell()) &&
      (await clockState(deps)) === null &&
      isBackupWell(await readBackupState(deps));
    return isWell ? 'Healthy' : 'Degraded';
  } catch (error) {
    if (isDatabaseUnavailable(error)) return 'Down';
    throw error;
  }
}

/**
 * Whether a transaction can commit. Leaves nothing behind. A transaction with an id is written to the write-ahead log
 * and waits for the disk. Rows beyond `work_mem` go to a temporary file, which fails on a full disk.
 */
async function canWrite(db: Db): Promise<boolean> {
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
