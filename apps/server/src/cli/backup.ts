import { resolve } from 'node:path';
import { Option } from '@commander-js/extra-typings';
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
import { repeated, type Definition } from './definition.ts';
import { FINGERPRINT_HELP, originOf, UNSIGNED_HELP } from './trust-backup.ts';

/** `backup`: `--verify` restores a backup in a temporary folder, checks it and keeps nothing. */
export const backupCommand: Definition = (command, run) =>
  command
    .argument('<file>', 'the file to write, or to check')
    .option('--recipient <key>', 'public key (age1…) that encrypts it; can be repeated', repeated)
    .option('--with-key', 'put the master key into it')
    .addOption(
      new Option('--verify', 'check a backup instead of writing one').conflicts(['recipient', 'withKey']),
    )
    .option('--identity <file>', 'with --verify: private keys that decrypt it')
    .option('--fingerprint <fingerprint>', FINGERPRINT_HELP)
    .option('--accept-unsigned', UNSIGNED_HELP)
    .action((file, { verify, recipient, withKey = false, ...opening }) =>
      run((config) => {
        if (verify === true) return verifyBackup(config, file, opening);
        if (Object.keys(opening).length > 0)
          throw new CommandError('--identity, --fingerprint and --accept-unsigned need --verify.');
        return backup(config, { file, recipients: recipient, withKey });
      }),
    );

/** Writes an encrypted backup of the database and the documents, also while the portal runs. */
async function backup(
  config: Config,
  {
    file,
    recipients,
    withKey,
  }: { file: string; recipients: readonly string[] | undefined; withKey: boolean },
): Promise<number> {
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
