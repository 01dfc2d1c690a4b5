import type { SYSTEM_STATUSES } from '@portal/contract/dashboard';
import { sql } from 'kysely';
import { chainEndsAreIntact } from '../audit/chain-ends.ts';
import { lastConclusion } from '../audit/verification-store.ts';
import { isDatabaseUnavailable } from '../db/database-errors.ts';
import type { Deps } from '../http/context.ts';

export type SystemStatus = (typeof SYSTEM_STATUSES)[number];

/**
 * The system's state from real checks (decisions 34): the database answers, notifications arrive, this month's partition of the audit
 * log exists, the ends of its chains are intact, its last whole check found nothing, and files can be stored and none is known to be damaged. Down without a database, Degraded when another check fails.
 */
export async function systemStatus(
  deps: Pick<Deps, 'db' | 'notifier' | 'keys' | 'clock' | 'files'>,
): Promise<SystemStatus> {
  const { db, keys, clock, notifier, files } = deps;
  try {
    const partition = `public.audit_log_${clock.now().toISOString().slice(0, 7).replace('-', '_')}`;
    const { rows } = await sql<{
      found: boolean;
    }>`select to_regclass(${partition}) is not null as found`.execute(db);
    const isWell =
      rows[0]?.found === true &&
      notifier.connected &&
      (await chainEndsAreIntact(db, keys.audit)) &&
      (await lastConclusion(db))?.outcome !== 'tampered' &&
      (await files.isWell());
    return isWell ? 'Healthy' : 'Degraded';
  } catch (error) {
    if (isDatabaseUnavailable(error)) return 'Down';
    throw error;
  }
}
