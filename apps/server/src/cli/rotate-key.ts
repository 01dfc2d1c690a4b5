import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { findMasterKey, missingMasterKey } from '#backup/master-key.ts';
import type { Db } from '#db/database.ts';
import { transact } from '#db/open-transaction.ts';
import { openKeys, replaceMasterKey } from '#db/migration/master-key.ts';
import { assertSupportedDatabase, pendingMigrations } from '#db/migration/migrate.ts';
import type { Config } from '#platform/config.ts';
import { isPresent, syncFolder } from '#platform/disk.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { fingerprintText, parseMasterKey } from '#security/key-words.ts';
import { deriveKeys, keyFile, readMasterKey, writeKeyFile } from '#security/keys.ts';
import { keepPreviousKey, previousKeysFolder } from '#security/previous-keys.ts';
import { CommandError } from './command-error.ts';
import { confirm, YES_HELP } from './confirm.ts';
import type { Definition } from './definition.ts';
import { recordCommand } from '#audit/record-command.ts';
import { withDatabase } from './with-database.ts';

export const rotateKeyCommand: Definition = (command, run) =>
  command.option('--yes', YES_HELP).action(({ yes }) => run((config) => rotateKey(config, yes === true)));

/**
 * Asks, then replaces the master key by a random one, or the setting MASTER_KEY by a key from standard input. The old key is
 * kept, encrypted with the new one. Running processes continue with the keys they have, which do not change.
 */
async function rotateKey(config: Config, isConfirmed: boolean): Promise<number> {
  if (!isConfirmed && !(await confirm(await question(config)))) return 1;
  return withDatabase(config, async ({ owner }) => {
    // Released with the only connection of `owner`. A second run waits and then finds nothing unfinished.
    await sql`select pg_advisory_lock(hashtext('medical-portal-rotate-key'))`.execute(owner);
    await assertSupportedDatabase(owner);
    if ((await pendingMigrations(owner)).length > 0)
      throw new CommandError('The database is not up to date. Run: npm run portal -- migrate');
    const next =
      config.masterKey === undefined ? await rotateFile(config, owner) : await rotateSetting(config, owner);
    console.log(`The master key now has the fingerprint ${fingerprintText(deriveKeys(next).fingerprint)}.`);
    console.log(
      `The key before it is kept in ${resolve(previousKeysFolder(config.dataDir))}, encrypted with the new one, until no backup needs it.`,
    );
    console.log(
      'Print a new recovery sheet: npm run portal -- recovery-sheet FILE.pdf. Without this data folder, backups from before this day need the old sheet, so keep both.',
    );
    return 0;
  });
}

async function question(config: Config): Promise<string> {
  const current = await findMasterKey(config);
  if (current === undefined) throw missingMasterKey(config.dataDir);
  const fingerprint = fingerprintText(deriveKeys(Buffer.from(current, 'base64')).fingerprint);
  return `This replaces the master key with the fingerprint ${fingerprint}. Backups made until now need it: it is kept encrypted in the data folder, and on its recovery sheet. Replace it?`;
}

/** The new file has another name until the database knows it, so an interruption loses no key. */
async function rotateFile({ dataDir }: Config, owner: Db): Promise<Buffer> {
  const path = keyFile(dataDir);
  const nextPath = `${path}.new`;
  const interrupted = (await isPresent(nextPath)) ? await readMasterKey(nextPath) : undefined;
  let next = interrupted;
  if (next === undefined || !(await isCurrent(owner, next))) {
    await rm(nextPath, { force: true });
    next = randomBytes(32);
    const current = await readMasterKey(path);
    await openKeys(owner, async () => deriveKeys(current));
    await writeKeyFile(nextPath, next);
    await keepPreviousKey(dataDir, { previous: current, next });
    await replaceAndRecord(owner, current, next);
  }
  await rename(nextPath, path);
  await syncFolder(dirname(path));
  return next;
}

async function isCurrent(owner: Db, master: Buffer): Promise<boolean> {
  try {
    await openKeys(owner, async () => deriveKeys(master));
    return true;
  } catch (error) {
    if (error instanceof OperatorError) return false;
    throw error;
  }
}

async function rotateSetting(config: Config, owner: Db): Promise<Buffer> {
  if (process.stdin.isTTY)
    throw new CommandError(
      'MASTER_KEY is set. Pass its new value: npm run portal -- rotate-key --yes < FILE (openssl rand -base64 32 > FILE creates one). Then set MASTER_KEY to it and restart the portal.',
    );
  const current = await findMasterKey(config);
  if (current === undefined) throw missingMasterKey(config.dataDir);
  const next = parseMasterKey(await text(process.stdin));
  const previous = Buffer.from(current, 'base64');
  await openKeys(owner, async () => deriveKeys(previous));
  await keepPreviousKey(config.dataDir, { previous, next });
  await replaceAndRecord(owner, previous, next);
  console.log('Set MASTER_KEY to the new key before the portal is restarted.');
  return next;
}

async function replaceAndRecord(owner: Db, current: Buffer, next: Buffer): Promise<void> {
  const now = new Date();
  await transact(owner, async (tx) => {
    const keys = await replaceMasterKey(tx, { current, next, now });
    await recordCommand(tx, keys.audit, {
      reason: 'rotate-key command',
      action: 'Updated',
      entityType: 'System',
      newValues: { masterKey: fingerprintText(keys.fingerprint) },
      now,
    });
  });
}
