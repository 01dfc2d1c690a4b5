import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canUseFolder, type Account } from './account.ts';
import { EmbeddedDatabaseError, systemErrorCode } from './error.ts';

const usedByOthers = 0o027;

/**
 * Throws `EmbeddedDatabaseError` with instructions when PostgreSQL cannot open the cluster because a copy lost its
 * owner or mode, or is in a folder that PostgreSQL’s account cannot enter.
 */
export async function assertClusterUsable({
  cluster,
  account,
}: {
  readonly cluster: string;
  readonly account: Account;
}): Promise<void> {
  const own = account?.uid ?? process.getuid?.();
  if (own === undefined) return;
  for (const path of [cluster, join(cluster, 'PG_VERSION'), join(cluster, 'global', 'pg_control')]) {
    const owner = await ownerOf(path);
    if (owner !== undefined && owner !== own)
      throw new EmbeddedDatabaseError(
        `${path} belongs to the account with uid ${owner}, but PostgreSQL runs as uid ${own} here. Make uid ${own} the owner of everything in ${cluster} (as root: chown -R ${own} ${cluster}), then start again.`,
      );
  }
  if (((await stat(cluster)).mode & usedByOthers) !== 0)
    throw new EmbeddedDatabaseError(
      `Other accounts can access ${cluster}, which PostgreSQL does not allow. Run: chmod 700 ${cluster}`,
    );
  if (account && !(await canUseFolder(account, cluster)))
    throw new EmbeddedDatabaseError(
      `PostgreSQL does not run as root, and its account (uid ${account.uid}) cannot access ${cluster} because of the mode of a parent folder. Move the data folder to a place that account can access, or start the portal as a normal user.`,
    );
}

/** The error for an account that cannot use part of the data folder, with instructions. */
export async function foreignFolderError(path: string, cause: unknown): Promise<EmbeddedDatabaseError> {
  const own = process.getuid?.();
  const seen = await firstSeen(path);
  return new EmbeddedDatabaseError(
    seen === undefined || seen.uid === own
      ? `This account (uid ${own}) cannot use ${path}. Check its mode, and that its file system is not read-only.`
      : `${seen.path} belongs to the account with uid ${seen.uid}, but this account has uid ${own}. Start the portal as the owner of the data folder, make this account the owner of everything in it, or set DATA_DIR to another folder.`,
    { cause },
  );
}

/** The path or its closest parent folder that this account can see. */
async function firstSeen(path: string): Promise<{ path: string; uid: number } | undefined> {
  const uid = await ownerOf(path);
  if (uid !== undefined) return { path, uid };
  return dirname(path) === path ? undefined : firstSeen(dirname(path));
}

async function ownerOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).uid;
  } catch (error) {
    if (['EACCES', 'ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return undefined;
    throw error;
  }
}
