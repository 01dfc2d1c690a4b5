import type { Registry } from 'prom-client';
import { lastFinishedVerification } from '#audit/verification-store.ts';
import type { Deps } from '#request/context.ts';
import { addGauge } from './add-gauge.ts';

/**
 * Adds what the database knows about the whole portal: the last check of the audit log. The last good backup belongs here,
 * too. Returns a function that reads the values, for every scrape.
 */
export function addPracticeMetrics(
  registry: Registry,
  { db, log }: Pick<Deps, 'db' | 'log'>,
): () => Promise<void> {
  const checkedAt = addGauge(registry, {
    name: 'portal_audit_verification_timestamp_seconds',
    help: 'When the last full check of the audit log that had a result ended. Missing before the first one.',
  });
  const intact = addGauge(registry, {
    name: 'portal_audit_verification_intact',
    help: 'Whether the last full check found the audit log intact (1) or tampered with (0). Missing before the first one.',
  });
  const up = addGauge(registry, {
    name: 'portal_database_up',
    help: 'Whether the database answered the queries of these metrics (1) or not (0).',
  });
  return async () => {
    // Gauges without labels begin at 0, which would be a result.
    for (const gauge of [checkedAt, intact]) gauge.remove();
    try {
      const last = await lastFinishedVerification(db);
      up.set(1);
      if (last === undefined) return;
      checkedAt.set((last.finished_at ?? last.started_at).getTime() / 1000);
      intact.set(last.outcome === 'intact' ? 1 : 0);
    } catch (error) {
      log.warn({ err: error }, 'the metrics could not be read from the database');
      up.set(0);
    }
  };
}
