import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { syncFolder } from '#platform/disk.ts';
import { EmbeddedDatabaseError, systemErrorCode } from './error.ts';

/** Writes a file with mode 0600 atomically: after a crash it has either the old or the new content. */
export async function writeDurably(path: string, content: string): Promise<void> {
  const temporary = `${path}.${randomBytes(4).toString('hex')}`;
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** The content of a text file, or undefined when the file does not exist. */
export async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The content of a JSON file, or undefined when the file does not exist. Throws `EmbeddedDatabaseError` when it is
 * damaged.
 */
export async function readJsonFile<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const text = await readIfPresent(path);
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new EmbeddedDatabaseError(`${path} is damaged. Restore it from the backup, then start again.`, {
      cause: error,
    });
  }
}
