import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { syncFolder } from '#platform/disk.ts';
import { EmbeddedDatabaseError, systemErrorCode } from './error.ts';

/** Writes a whole file of mode 0600 so that after a crash either the old or the new content is there. */
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

/** A text file's content, or undefined when there is no such file. */
export async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** What a JSON file holds, or undefined when there is no such file. Throws `EmbeddedDatabaseError` when it is damaged. */
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
