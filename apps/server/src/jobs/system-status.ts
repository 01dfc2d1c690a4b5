import type { SYSTEM_STATUSES } from '@portal/contract/dashboard';
import { sql } from 'kysely';
import { isDatabaseUnavailable } from '../db/database-errors.ts';
import type { Deps } from '../http/context.ts';

export type SystemStatus = (typeof SYSTEM_STATUSES)[number];

/**
 * The system's state from real checks (decisions 34): the database answers; its clock is near ours; notifications arrive; the
 * audit log can be written to this month's partition. Down without a database, Degraded when another check fails.
 */
export async function systemStatus(deps: Pick<Deps, 'db' | 'notifier'>): Promise<SystemStatus> {
  try {
    const result = await sql<{ partition: boolean; chains: number }>`
      select to_regclass('public.audit_log_' || to_char(now() at time zone 'UTC', 'YYYY_MM')) is not null as partition,
        (select count(*)::int from audit_chains) as chains`.execute(deps.db);
    const row = result.rows[0];
    return row !== undefined && row.partition && row.chains > 0 && deps.notifier.connected
      ? 'Healthy'
      : 'Degraded';
  } catch (error) {
    if (isDatabaseUnavailable(error)) return 'Down';
    throw error;
  }
}
