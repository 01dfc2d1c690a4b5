import type { ThreadDatabase } from '#audit/verify-thread.ts';
import type { BadEntry } from '#audit/tampered-entry.ts';
import { beginVerification, finishVerification } from '#features/audit-logs/index.ts';
import { verifyAuditLog, type AuditVerification } from '#audit/verify.ts';
import type { Db } from '#db/database.ts';
import type { Config } from '#platform/config.ts';
import { openKeys } from '#db/migration/master-key.ts';
import { pendingMigrations, assertSupportedDatabase } from '#db/migration/migrate.ts';
import { loadKeys } from '#security/keys.ts';
import { CommandError } from './command-error.ts';
import type { Definition } from './definition.ts';
import { withDatabase, type OpenedDatabase } from './with-database.ts';

/**
 * Checks the whole audit log in two threads and prints the first bad entry. Returns exit code 1 when the log was
 * tampered with. Updates the status shown in the portal unless the portal is running a check.
 */
export const verifyAuditCommand: Definition = (command, run) =>
  command.action(() => run((config) => withDatabase(config, (opened) => verifyOpenedAudit(config, opened))));

/** The same for a database that is already open. */
export async function verifyOpenedAudit(
  config: Pick<Config, 'masterKey' | 'dataDir'>,
  { db, owner, threads }: OpenedDatabase,
): Promise<number> {
  await assertSupportedDatabase(owner);
  if ((await pendingMigrations(owner)).length > 0)
    throw new CommandError('The database is not up to date. Run: npm run portal -- migrate');
  const { audit: key } = await openKeys(owner, () =>
    loadKeys(config.masterKey, config.dataDir, { mayCreate: false }),
  );
  const { entries, chains, firstBad, bad } = await verifyAndRecord(db, key, threads);
  if (firstBad === null) {
    console.log(
      `The audit log is intact: ${entries} ${entries === 1 ? 'entry' : 'entries'} in ${chains} chains.`,
    );
    return 0;
  }
  console.log(`The audit log was tampered with. First bad entry: ${describe(firstBad)}`);
  for (const other of bad.filter((each) => each !== firstBad)) console.log(`Also: ${describe(other)}`);
  return 1;
}

async function verifyAndRecord(db: Db, key: Buffer, database: ThreadDatabase): Promise<AuditVerification> {
  const begun = await beginVerification(db, { now: new Date(), startedBy: null });
  try {
    const found = await verifyAuditLog(db, key, { database, onProgress: reportProgress });
    if (begun !== undefined) await finishVerification(db, key, begun.id, { now: new Date(), found });
    return found;
  } catch (error) {
    if (begun !== undefined) await finishVerification(db, key, begun.id, { now: new Date(), found: null });
    throw error;
  }
}

/** Shows progress on a terminal. */
function reportProgress(checked: number, total: number): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(checked === total ? '\r\u001b[K' : `\r${checked} of ${total} entries`);
}

const WHAT = {
  changed: 'it was changed',
  removed: 'it was removed',
  reordered: 'it is out of place; entries were reordered',
  inserted: 'it was inserted',
  'cut off': 'it and all that followed were cut off, or the end of the chain was changed',
} as const satisfies Record<Exclude<BadEntry['tampering'], 'earlier check'>, string>;

function describe({ chain, seq, id, at, tampering }: BadEntry): string {
  if (tampering === 'earlier check') return 'none; the record of an earlier check was changed.';
  const where = `chain ${chain}, entry ${seq}`;
  const when = at === null ? '' : `, ${id === null ? 'after' : 'of'} ${at.toISOString()}`;
  return `${where}${id === null ? '' : ` (id ${id})`}${when}: ${WHAT[tampering]}.`;
}
