import { chmod, readdir, stat, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { isPresent } from '#platform/disk.ts';
import { systemErrorCode } from './error.ts';
import { readIfPresent } from './files.ts';

/**
 * Restores file modes and library links in a folder of PostgreSQL’s programs (`native/` of the npm package). Packages
 * cannot carry them, and installs without scripts skip them.
 */
export async function repairPrograms(native: string): Promise<void> {
  for (const name of await readdir(join(native, 'bin'))) {
    const file = join(native, 'bin', name);
    const { mode } = await stat(file);
    if ((mode & 0o111) !== 0o111) await chmod(file, 0o755);
  }
  const links = await readIfPresent(join(native, 'pg-symlinks.json'));
  if (links === undefined) return;
  for (const { source, target } of linksSchema.parse(JSON.parse(links))) {
    // Both paths are relative to the package folder: native/lib/x.so.1 and native/lib/x.so.
    const link = join(dirname(native), target);
    if (await isPresent(link)) continue;
    await symlink(relative(dirname(target), source), link).catch(ignoreExisting);
  }
}

const linksSchema = z.array(
  z.object({ source: z.string().startsWith('native/'), target: z.string().startsWith('native/') }),
);

/** For `catch`: ignores errors that only say that the file or folder already exists. */
export function ignoreExisting(error: unknown): void {
  if (!['EEXIST', 'ENOTEMPTY'].includes(systemErrorCode(error) ?? '')) throw error;
}
