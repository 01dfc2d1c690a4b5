import { open, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { systemErrorCode } from '#platform/disk.ts';
import { isPageIntact, PAGE_BYTES } from './embedded/page-checksum.ts';

/** A page whose content is not what PostgreSQL wrote. */
export interface BadPage {
  /** In the folder of the cluster. */
  readonly file: string;
  readonly block: number;
  /** The table or index of the portal, if known. */
  readonly relation: string | undefined;
}

export interface PageCheck {
  readonly pages: number;
  readonly bad: readonly BadPage[];
}

interface Cluster {
  readonly clusterDir: string;
  /** It contains a password: never log it. */
  readonly superuserUrl: string;
  readonly ownerUrl: string;
}

interface Suspect {
  readonly file: string;
  readonly block: number;
}

const RELATION = /^(\d+)(?:_(?:fsm|vm|init))?(?:\.(\d+))?$/;
const PAGES_PER_PART = 131_072;
const PAGES_PER_READ = 32;
/** A page can be read while it is written. */
const TRIES = 5;
const PAUSE_MS = 50;

/**
 * Reads every page of an embedded database from the disk and compares its checksum, also while the portal runs. A page that was read
 * while it was written is read again after a checkpoint. Throws the signal's reason when aborted.
 */
export async function checkPages(
  { clusterDir, superuserUrl, ownerUrl }: Cluster,
  signal: AbortSignal,
  onProgress: (pages: number) => void = () => undefined,
): Promise<PageCheck> {
  let pages = 0;
  const suspects: Suspect[] = [];
  for (const file of await relationFiles(clusterDir)) {
    signal.throwIfAborted();
    for await (const { block, isIntact } of readPages(clusterDir, file, signal)) {
      pages += 1;
      if (!isIntact) suspects.push({ file, block });
    }
    onProgress(pages);
  }
  if (suspects.length === 0) return { pages, bad: [] };
  await query(superuserUrl, 'checkpoint', []);
  const bad: BadPage[] = [];
  for (const suspect of suspects) {
    if (!(await isBad(clusterDir, suspect))) continue;
    bad.push({ ...suspect, relation: await relationOf(ownerUrl, suspect.file) });
  }
  return { pages, bad };
}

async function relationFiles(clusterDir: string): Promise<string[]> {
  const databases = (await readdir(join(clusterDir, 'base'))).filter((name) => /^\d+$/.test(name));
  const folders = ['global', ...databases.map((name) => join('base', name))];
  const found = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(clusterDir, folder)))
        .filter((name) => RELATION.test(name))
        .map((name) => join(folder, name)),
    ),
  );
  return found.flat();
}

const firstBlock = (file: string) =>
  Number(RELATION.exec(file.split('/').at(-1) ?? '')?.[2] ?? 0) * PAGES_PER_PART;

async function* readPages(
  clusterDir: string,
  file: string,
  signal: AbortSignal,
): AsyncGenerator<{ block: number; isIntact: boolean }> {
  const handle = await openIfPresent(join(clusterDir, file));
  if (handle === undefined) return;
  try {
    for (let page = 0; ; page += PAGES_PER_READ) {
      signal.throwIfAborted();
      const read = await readAt(handle, page, PAGES_PER_READ);
      for (let at = 0; at < read.length; at += 1) {
        const block = firstBlock(file) + page + at;
        const content = read[at];
        if (content !== undefined) yield { block, isIntact: isPageIntact(content, block) };
      }
      if (read.length < PAGES_PER_READ) return;
    }
  } finally {
    await handle.close();
  }
}

/** Whole pages; the end of a file that is being extended is left out. */
async function readAt(handle: FileHandle, page: number, count: number): Promise<Buffer[]> {
  const { buffer, bytesRead } = await handle.read(
    Buffer.alloc(count * PAGE_BYTES),
    0,
    count * PAGE_BYTES,
    page * PAGE_BYTES,
  );
  return Array.from({ length: Math.floor(bytesRead / PAGE_BYTES) }, (_, at) =>
    buffer.subarray(at * PAGE_BYTES, (at + 1) * PAGE_BYTES),
  );
}

async function isBad(clusterDir: string, { file, block }: Suspect): Promise<boolean> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const handle = await openIfPresent(join(clusterDir, file));
    if (handle === undefined) return false;
    try {
      const [page] = await readAt(handle, block - firstBlock(file), 1);
      if (page === undefined || isPageIntact(page, block)) return false;
    } finally {
      await handle.close();
    }
    await sleep(PAUSE_MS);
  }
  return true;
}

async function relationOf(ownerUrl: string, file: string): Promise<string | undefined> {
  const [folder, database, name] = file.split('/');
  const filenode = RELATION.exec(name ?? '')?.[1];
  if (folder !== 'base' || filenode === undefined) return undefined;
  const [row] = await query(
    ownerUrl,
    `select pg_filenode_relation(0, $1::oid)::regclass::text as name
     from pg_database where datname = current_database() and oid = $2::oid`,
    [filenode, database ?? ''],
  );
  return row?.name ?? undefined;
}

async function query(
  url: string,
  text: string,
  values: readonly string[],
): Promise<{ readonly name?: string | null }[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<{ name?: string | null }>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** PostgreSQL can remove a file during the check. */
async function openIfPresent(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The bad pages in one sentence. */
export function describeBadPages(bad: readonly BadPage[]): string {
  const named = bad
    .slice(0, 5)
    .map(({ file, block, relation }) => `${relation ?? 'another relation'} (${file}, page ${block})`);
  const more = bad.length > named.length ? ` and ${bad.length - named.length} more` : '';
  return `The database has ${bad.length === 1 ? '1 damaged page' : `${bad.length} damaged pages`}: ${named.join(', ')}${more}. Restore a backup from before the damage, and check the disk.`;
}
