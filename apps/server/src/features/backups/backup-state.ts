import { resolve } from 'node:path';
import { databaseHome } from '#db/embedded/place.ts';
import type { Db } from '#db/database.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { diskSpace, isNearlyFull, type DiskSpace } from '#platform/disk-space.ts';
import { countBackupsAhead, isDead, lastGoodBackup, lastNightlyBackup } from './backup-repo.ts';

/** A nightly backup takes up to two hours more than the last one before System Status complains. */
const OVERDUE_MS = 26 * 3_600_000;

export interface Disk extends DiskSpace {
  readonly use: 'data' | 'backups';
  readonly isLow: boolean;
}

/** What System Status and `doctor` say about backups and disks. */
export interface BackupState {
  readonly isNightly: boolean;
  readonly isRunning: boolean;
  /** The last good backup. */
  readonly last: { readonly at: Date; readonly bytes: number } | undefined;
  readonly isOverdue: boolean;
  /** Why the last nightly backup failed. */
  readonly failure: { readonly at: Date; readonly problem: string } | undefined;
  /** How many good backups have a date in the future: the clock was wrong when they were made. */
  readonly aheadCount: number;
  readonly disks: Disk[];
}

/** Reads the state of backups and the free space of their disks. */
export async function readBackupState({
  db,
  config,
  clock,
}: {
  readonly db: Db;
  readonly config: Config;
  readonly clock: Clock;
}): Promise<BackupState> {
  const now = clock.now();
  const { nightly } = config.backup;
  const good = await lastGoodBackup(db, now);
  const attempt = nightly && (await lastNightlyBackup(db, now));
  const isRunning = attempt?.outcome === 'running' && !isDead(attempt, now);
  const last = good && { at: good.finished_at ?? good.started_at, bytes: Number(good.bytes) };
  const hasFailed = attempt?.outcome === 'failed' && attempt.started_at > (good?.started_at ?? 0);
  return {
    isNightly: nightly !== undefined,
    isRunning,
    last,
    isOverdue:
      nightly !== undefined &&
      (last === undefined ? !isRunning : now.getTime() - last.at.getTime() > OVERDUE_MS),
    failure: hasFailed
      ? { at: attempt.finished_at ?? attempt.started_at, problem: attempt.problem ?? '' }
      : undefined,
    aheadCount: await countBackupsAhead(db, now),
    disks: await disksOf(config, last?.bytes ?? 0),
  };
}

/** The disk with the least space for the data, and that of nightly backups, which needs space for another one. */
async function disksOf({ dataDir, backup }: Config, backupBytes: number): Promise<Disk[]> {
  const data = await Promise.all(
    [dataDir, await databaseHome(dataDir)].map((path) => diskSpace(resolve(path))),
  );
  const [least] = data.filter((space) => space !== undefined).toSorted((a, b) => a.freeBytes - b.freeBytes);
  const target = backup.nightly && (await diskSpace(resolve(backup.nightly.folder)));
  return [
    ...(least === undefined ? [] : [{ use: 'data' as const, ...least, isLow: isNearlyFull(least) }]),
    ...(target === undefined
      ? []
      : [
          {
            use: 'backups' as const,
            ...target,
            isLow: isNearlyFull(target) || target.freeBytes < backupBytes,
          },
        ]),
  ];
}
