import { rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Db } from '#db/database.ts';
import { systemErrorCode } from '#platform/disk.ts';
import { latestPast } from '#platform/time-limits.ts';
import { keptNightlyBackups, markRemoved, type BackupRow } from './backup-repo.ts';

const DAY_MS = 24 * 3_600_000;
const NAME = /^portal-\d{8}-\d{6}\.age$/;

/** The name of a nightly backup’s file. `timestamp` is YYYYMMDD-HHmmss. */
export const nightlyName = (timestamp: string): string => `portal-${timestamp}.age`;

/** At least this many complete backups are kept, however old. */
const MIN_KEPT = 3;

/**
 * Removes nightly backups older than `keepDays`, and what interrupted ones left. Only removes files that the portal
 * wrote, which it recognizes by place, name and size. As many complete ones as days are kept whatever their dates, and all
 * that have a date in the future, because a clock can be wrong.
 */
export async function removeOldBackups(
  db: Db,
  { folder, keepDays, now }: { folder: string; keepDays: number; now: Date },
): Promise<void> {
  const before = now.getTime() - keepDays * DAY_MS;
  let newer = 0;
  for (const row of await keptNightlyBackups(db)) {
    if (row.file !== join(folder, basename(row.file)) || !NAME.test(basename(row.file))) continue;
    if (row.outcome === 'failed') {
      await rm(`${row.file}.partial`, { force: true });
      await markRemoved(db, row.id, now);
    } else if (await isComplete(row)) {
      if (row.started_at > latestPast(now)) continue;
      if (newer >= Math.max(MIN_KEPT, keepDays) && row.started_at.getTime() < before) {
        await rm(row.file);
        await markRemoved(db, row.id, now);
      }
      newer += 1;
    }
  }
}

async function isComplete({ file, bytes }: BackupRow): Promise<boolean> {
  try {
    return (await stat(file)).size === Number(bytes);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
