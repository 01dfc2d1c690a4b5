import { checkDatabase, type DatabaseFindings } from '#db/check/check-database.ts';
import { lastDatabaseCheck, saveDatabaseCheck } from '#db/check/check-store.ts';
import type { Db } from '#db/database.ts';
import type { DatabaseAccess } from '#db/open-database.ts';
import { CommandError } from './command-error.ts';

interface Opened {
  readonly db: Db;
  readonly access: DatabaseAccess;
  readonly readAll: boolean;
}

/**
 * Reads the whole database and stores the result for the system status, or only tells the last result. Warns while the portal reads it, as
 * every night. Throws `CommandError` for a damaged database.
 */
export async function checkPages({
  db,
  access,
  readAll,
}: Opened): Promise<string | { readonly warning: string }> {
  if (!readAll) return lastResult(db);
  const startedAt = new Date();
  const found = await checkDatabase(access, {
    signal: new AbortController().signal,
    onProgress: reportProgress,
  });
  if (found === undefined) {
    await lastResult(db);
    return { warning: 'the portal is checking it at this moment. System Status will show what it finds' };
  }
  await saveDatabaseCheck(db, { startedAt, now: new Date(), damaged: found.damaged });
  assertIntact(found.damaged);
  return describe(found);
}

async function lastResult(db: Db): Promise<string> {
  const last = await lastDatabaseCheck(db, new Date());
  if (last === undefined) return 'not checked yet (to check now: doctor --database)';
  assertIntact(last.damaged);
  return `the check of ${last.finished_at.toISOString()} found no damage (to check now: doctor --database)`;
}

function assertIntact(damaged: readonly string[]): void {
  if (damaged.length > 0)
    throw new CommandError(
      `damaged: ${damaged.join(', ')}. Stop the portal, copy its data folder, check the disk and restore the last good backup (docs/operations/monitoring.md, “Damage”). Then run: npm run portal -- doctor --database`,
    );
}

function describe({ tables, indexes, pages, areIndexesChecked }: DatabaseFindings): string {
  const read = `all ${tables} tables${areIndexesChecked ? ` and ${indexes} indexes` : ''} were read and are intact`;
  const onDisk = pages === undefined ? '' : `, and all ${pages} pages of the files match their checksums`;
  const left = areIndexesChecked
    ? ''
    : '. Indexes were not checked: this login may not use the extension amcheck of the server';
  return `${read}${onDisk}${left}`;
}

/** Shows progress on a terminal. */
function reportProgress(read: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${read} tables and indexes read\u001b[K\r`);
}
