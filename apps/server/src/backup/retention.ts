import { rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Db } from '#db/database.ts';
import { systemErrorCode } from '#platform/disk.ts';
import { keptNightlyBackups, markRemoved, type BackupRow } from './backup-store.ts';

const DAY_MS = 24 * 3_600_000;
const NAME = /^portal-\d{8}-\d{6}\.age$/;

/** The name of a nightly backup’s file. `timestamp` is YYYYMMDD-HHmmss. */
export const nightlyName = (timestamp: string): string => `portal-${timestamp}.age`;

/**
 * Removes nightly backups older than `keepDays`, and what interrupted ones left. Only removes files that the portal
 * wrote, which it recognizes by place, name and size, and keeps the newest one that is complete.
 */
export async function removeOldBackups(
  db: Db,
  { folder, keepDays, now }: { folder: string; keepDays: number; now: Date },
): Promise<void> {
  const before = now.getTime() - keepDays * DAY_MS;
  let hasNewer = false;
  for (const row of await keptNightlyBackups(db)) {
    if (row.file !== join(folder, basename(row.file)) || !NAME.test(basename(row.file))) continue;
    if (row.outcome === 'failed') {
      await rm(`${row.file}.partial`, { force: true });
      await markRemoved(db, row.id, now);
    } else if (await isComplete(row)) {
      if (hasNewer && row.started_at.getTime() < before) {
        await rm(row.file);
        await markRemoved(db, row.id, now);
      }
      hasNewer = true;
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
