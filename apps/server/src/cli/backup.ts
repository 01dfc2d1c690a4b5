import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backUp } from '#backup/back-up.ts';
import type { Manifest } from '#backup/manifest.ts';
import type { Written } from '#backup/write-backup.ts';
import { openExistingDatabase } from '#db/open-database.ts';
import type { Config } from '#platform/config.ts';
import { keyFile } from '#security/keys.ts';
import { newLock } from './backup-secret.ts';
import { describeContents, reportBytes } from './backup-report.ts';
import { formatBytes } from '#platform/sizes.ts';
import { CommandError } from './command-error.ts';
import { abortOnSignal } from './signals.ts';
import { verifyBackup } from './restore.ts';
import { originOf, TRUST_OPTIONS, trustOf } from './trust-backup.ts';

/**
 * Writes an encrypted backup of the database and the documents, also while the portal runs. `--verify` instead
 * restores a backup in a temporary folder, checks it and keeps nothing.
 */
export async function backup(config: Config, args: readonly string[]): Promise<number> {
  const { file, recipients, identity, trust, withKey, verify } = parse(args);
  if (verify) return verifyBackup(config, file, { identity, trust });
  const lock = await newLock(config, recipients);
  const signal = abortOnSignal();
  const access = await openExistingDatabase(config);
  try {
    const options = {
      lock,
      signal,
      withKey,
      withDocuments: true,
      by: 'backup command' as const,
      onProgress: reportBytes,
    };
    const written = await backUp(config, access, { file: resolve(file), ...options });
    report(config, { file, ...written });
    return 0;
  } finally {
    await access.close();
  }
}

function report(
  config: Config,
  { file, manifest, summary, bytes }: Written & { file: string; manifest: Manifest },
): void {
  console.log(`Backup written to ${resolve(file)} (${formatBytes(bytes)}): ${describeContents(summary)}.`);
  console.log(`It is signed by the installation with the fingerprint ${originOf(manifest)}.`);
  if (summary.missingDocuments > 0)
    console.error(
      `The files of ${summary.missingDocuments} documents are missing, also from this backup. Run: npm run portal -- doctor --files`,
    );
  if (manifest.database === 'external')
    console.log(
      'It contains the documents but not the database, which is on another server. Back that up with pg_basebackup.',
    );
  if (!manifest.hasMasterKey) {
    const where = config.masterKey === undefined ? resolve(keyFile(config.dataDir)) : 'MASTER_KEY';
    console.log(`It does not contain the master key (${where}). Keep a copy of the key in another place.`);
  }
}

const USAGE =
  'Usage: npm run portal -- backup FILE [--recipient age1…] [--with-key], or: npm run portal -- backup --verify FILE [--identity FILE] [--fingerprint FINGERPRINT] [--accept-unsigned]';

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        recipient: { type: 'string', multiple: true },
        identity: { type: 'string' },
        'with-key': { type: 'boolean' },
        verify: { type: 'boolean' },
        ...TRUST_OPTIONS,
      },
    });
    const [file, ...others] = positionals;
    const { recipient: recipients, identity, 'with-key': withKey = false, verify = false } = values;
    const trust = trustOf(values);
    const isMixed = verify
      ? withKey || recipients !== undefined
      : identity !== undefined || trust.acceptUnsigned || trust.fingerprint !== undefined;
    if (file === undefined || others.length > 0 || isMixed) throw new CommandError(USAGE);
    return { file, recipients, identity, trust, withKey, verify };
  } catch (error) {
    throw new CommandError(USAGE, { cause: error });
  }
}
