import { text } from 'node:stream/consumers';
import { isPresent } from '#platform/disk.ts';
import { hasEmbeddedDatabase } from '#db/embedded/attach.ts';
import { openKeys } from '#db/migration/master-key.ts';
import type { Config } from '#platform/config.ts';
import { fingerprintText, parseMasterKey } from '#security/key-words.ts';
import { deriveKeys, keyFile, writeKeyFile } from '#security/keys.ts';
import { askHidden } from './ask.ts';
import { CommandError } from './command-error.ts';
import type { Definition } from './definition.ts';
import { withDatabase } from './with-database.ts';

export const restoreKeyCommand: Definition = (command, run) =>
  command
    .addHelpText('after', '\nAsks for the words of the recovery sheet, or reads them from standard input.')
    .action(() => run(restoreKey));

/**
 * Writes the master key of a recovery sheet, read from standard input, to the data folder. Refuses to replace a key,
 * and a key that does not belong to the database.
 */
async function restoreKey(config: Config): Promise<number> {
  if (config.masterKey !== undefined)
    throw new CommandError('MASTER_KEY is set, so the portal uses no key file. Unset it first.');
  const path = keyFile(config.dataDir);
  if (await isPresent(path)) throw new CommandError(`${path} already exists. Nothing was changed.`);
  const master = parseMasterKey(
    process.stdin.isTTY ? await askHidden('The 24 words, on one line: ') : await text(process.stdin),
  );
  const keys = deriveKeys(master);
  if (config.databaseUrl !== undefined || (await hasEmbeddedDatabase(config.dataDir)))
    await withDatabase(config, ({ owner }) => openKeys(owner, async () => keys));
  await writeKeyFile(path, master);
  console.log(`The key with the fingerprint ${fingerprintText(keys.fingerprint)} was written to ${path}.`);
  return 0;
}
