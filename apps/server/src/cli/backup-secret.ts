import { readFile } from 'node:fs/promises';
import { needsPassphrase, type Lock, type Unlock } from '#backup/encryption.ts';
import { identityOf, findMasterKeys } from '#backup/master-key.ts';
import type { Config } from '#platform/config.ts';
import { SHORTEST_PASSPHRASE, typingProblem } from '#platform/setting-values.ts';
import { deriveKeys } from '#security/keys.ts';
import { askHidden } from './ask.ts';
import { CommandError } from './command-error.ts';

/** What encrypts a new backup: the public keys given or set, else the passphrase of the settings or the terminal. */
export async function newLock(
  { backup }: Config,
  recipients: readonly string[] = backup.recipients,
): Promise<Lock> {
  if (recipients.length > 0) return { recipients };
  const passphrase = backup.passphrase ?? (await askTwice());
  if (passphrase.length < SHORTEST_PASSPHRASE)
    throw new CommandError(`The passphrase must have at least ${SHORTEST_PASSPHRASE} characters.`);
  return { passphrase };
}

/**
 * What decrypts a backup: the keys of an identity file, the master key, or the passphrase of the settings or the
 * terminal.
 */
export async function findUnlock(
  config: Config,
  file: string,
  identityFile: string | undefined,
): Promise<Unlock> {
  if (await needsPassphrase(file))
    return { passphrase: config.backup.passphrase ?? (await askPassphrase(`Passphrase of ${file}: `)) };
  if (identityFile === undefined) {
    const keys = (await findMasterKeys(config)).map((key) => deriveKeys(Buffer.from(key, 'base64')));
    return { identities: keys.map(identityOf), isFromMasterKey: true };
  }
  const text = await readFile(identityFile, 'utf8').catch((error: unknown) => {
    throw new CommandError(`The identity file ${identityFile} cannot be read.`, { cause: error });
  });
  return {
    identities: text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  };
}

async function askTwice(): Promise<string> {
  const passphrase = await askPassphrase('Passphrase for the backup: ');
  const problem = typingProblem(passphrase);
  if (problem !== null) throw new CommandError(`The passphrase ${problem}.`);
  if ((await askPassphrase('The same passphrase again: ')) !== passphrase)
    throw new CommandError('The two passphrases differ. Run the command again.');
  return passphrase;
}

async function askPassphrase(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new CommandError('Set BACKUP_PASSPHRASE to the passphrase, or run the command on a terminal.');
  return (await askHidden(question)).normalize('NFC');
}
