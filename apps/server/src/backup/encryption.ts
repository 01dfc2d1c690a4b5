import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Decrypter, Encrypter } from 'age-encryption';
import { systemErrorCode } from '#platform/disk.ts';
import { BackupError, damagedBackup } from './backup-error.ts';

/** What encrypts a backup: a passphrase, or public keys whose owners can decrypt it. */
export type Lock = { readonly passphrase: string } | { readonly recipients: readonly string[] };

/** What decrypts a backup: the passphrase, or the private keys of an age identity file or of the master key. */
export type Unlock =
  | { readonly passphrase: string }
  | { readonly identities: readonly string[]; readonly isFromMasterKey?: boolean };

const MAGIC = 'age-encryption.org/v1\n';
const SCRYPT = /^-> scrypt /m;
/** Longer than the header of any backup of ours up to its first recipient. */
const START_BYTES = 200;

/** Encrypts a stream in the age format. */
export async function encrypt(
  plain: AsyncIterable<Uint8Array>,
  lock: Lock,
): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter();
  if ('passphrase' in lock) encrypter.setPassphrase(lock.passphrase);
  else for (const recipient of lock.recipients) addRecipient(encrypter, recipient);
  const source = plain[Symbol.asyncIterator]();
  const sealed = await encrypter.encrypt(ReadableStream.from({ [Symbol.asyncIterator]: () => source }));
  return untilEnd(chunksOf(sealed), async () => void (await source.return?.()));
}

/** Web streams tell their source only later that the reader stopped. */
async function* untilEnd(
  chunks: AsyncIterable<Uint8Array>,
  onEnd: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } finally {
    await onEnd();
  }
}

function addRecipient(encrypter: Encrypter, recipient: string): void {
  try {
    encrypter.addRecipient(recipient);
  } catch (error) {
    throw new BackupError(`${recipient} is not a public key of age (age1…).`, { cause: error });
  }
}

/** Whether a backup was encrypted with a passphrase. Throws `BackupError` when the file is not a backup. */
export async function needsPassphrase(path: string): Promise<boolean> {
  const start = await readStart(path);
  if (MAGIC.startsWith(start)) throw damagedBackup(path);
  if (!start.startsWith(MAGIC))
    throw new BackupError(`${path} is not a backup of the portal. Check the name of the file.`);
  return SCRYPT.test(start);
}

async function readStart(path: string): Promise<string> {
  try {
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
      return buffer.toString('latin1', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT')
      throw new BackupError(`There is no file ${path}. Check its name.`, { cause: error });
    if (systemErrorCode(error) === 'EISDIR')
      throw new BackupError(`${path} is a folder, not a backup.`, { cause: error });
    if (systemErrorCode(error) === 'EACCES')
      throw new BackupError(`This account may not read ${path}.`, { cause: error });
    throw error;
  }
}

/** Decrypts a backup. Throws `BackupError` for a wrong passphrase or key, and for a damaged file when it gets there. */
export async function decrypt(path: string, unlock: Unlock): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = new Decrypter();
  if ('passphrase' in unlock)
    // Earlier versions did not normalize passphrases, and macOS can give the decomposed form.
    for (const form of new Set([unlock.passphrase, unlock.passphrase.normalize('NFD')]))
      decrypter.addPassphrase(form);
  else for (const identity of unlock.identities) addIdentity(decrypter, identity);
  try {
    const plain = await decrypter.decrypt(ReadableStream.from(createReadStream(path)));
    return authenticated(path, chunksOf(plain));
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('no identity matched')))
      throw damagedBackup(path, error);
    throw new BackupError(wrongKey(path, unlock), { cause: error });
  }
}

function wrongKey(path: string, unlock: Unlock): string {
  if ('passphrase' in unlock) return `The passphrase is not the one of ${path}.`;
  if (unlock.isFromMasterKey === true)
    return `${path} is encrypted with a public key. Add --identity FILE with the file of its private key. A copy made before an update needs the master key of the data folder instead.`;
  return `The identity file has no key for ${path}.`;
}

function addIdentity(decrypter: Decrypter, identity: string): void {
  try {
    decrypter.addIdentity(identity);
  } catch (error) {
    throw new BackupError('The identity file holds no private key of age (AGE-SECRET-KEY-1…).', {
      cause: error,
    });
  }
}

async function* authenticated(path: string, plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = plain[Symbol.asyncIterator]();
  try {
    for (;;) {
      let next;
      try {
        next = await chunks.next();
      } catch (error) {
        throw damagedBackup(path, error);
      }
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await chunks.return?.();
  }
}

/** Unlike the iteration of Node’s streams, also waits until the stream is canceled. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // A stream that failed also rejects this. The reader knows the failure, or it did not want the rest.
    await reader.cancel().catch(() => undefined);
  }
}
