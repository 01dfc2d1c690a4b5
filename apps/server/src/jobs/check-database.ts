import { zonedParts } from '@portal/domain/date';
import { describeBadPages } from '#db/check-pages.ts';
import type { Db } from '#db/database.ts';
import type { Deps } from '#request/context.ts';
import { jobEnd, saveJobEnd } from './job-states.ts';

export const DATABASE_CHECK = 'database_check';

/** Hours in the practice’s time zone when the portal is rarely used. */
const NIGHT = { from: 1, before: 5 };
const PAUSE_MS = 12 * 3_600_000;

/**
 * Reads all pages of an embedded database at night and stores what it found for the system status. Does nothing for a database on
 * another server.
 */
export async function checkDatabaseNightly({
  db,
  clock,
  config,
  log,
  checkPages,
}: Pick<Deps, 'db' | 'clock' | 'config' | 'log' | 'checkPages'>): Promise<void> {
  const now = clock.now();
  const { hour } = zonedParts(now, config.practice.timeZone);
  if (checkPages === undefined || hour < NIGHT.from || hour >= NIGHT.before) return;
  const last = await jobEnd(db, DATABASE_CHECK);
  if (last !== undefined && Math.abs(now.getTime() - last.getTime()) < PAUSE_MS) return;
  const { pages, bad } = await checkPages();
  await saveDatabaseCheck(db, now, bad.length === 0 ? null : describeBadPages(bad));
  if (bad.length === 0) log.info({ pages }, 'all pages of the database are intact');
  else log.error({ bad }, 'the database has damaged pages');
}

/** Stores the result of a check of all pages. */
export const saveDatabaseCheck = (db: Db, endedAt: Date, problem: string | null): Promise<void> =>
  saveJobEnd(db, { job: DATABASE_CHECK, endedAt, problem });
