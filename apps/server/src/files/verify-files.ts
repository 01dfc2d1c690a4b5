import type { Db } from '#db/database.ts';
import type { Keys } from '#security/keys.ts';
import { BlobMissingError, StoreUnavailableError, type BlobStore } from './blob-store.ts';
import { unwrapFileKey } from './file-key.ts';
import { FileDamagedError, unseal } from './sealing.ts';

/** Documents read from the database per batch. */
const BATCH = 200;
/** Files read at the same time. */
const CONCURRENCY = 4;

/** A document whose file is missing or damaged, or could not be read. */
export interface FileProblem {
  readonly id: string;
  readonly problem: 'missing' | 'damaged' | 'unreadable';
}

interface Stored {
  readonly id: string;
  readonly file_key: Buffer | null;
  readonly size_bytes: number;
  readonly damaged_at: Date | null;
  readonly is_file_missing: boolean;
}

interface Comparison {
  readonly db: Db;
  readonly keys: Keys;
  readonly store: BlobStore;
  readonly now: Date;
  /** Called after each batch with the number of documents compared so far. */
  readonly onProgress?: (compared: number) => void;
}

/**
 * Reads and verifies the file of every document and returns the bad ones. Findings are saved with the documents, so the
 * system status reflects them. Throws `StoreUnavailableError` if the store cannot be reached.
 */
export async function verifyFiles({
  db,
  keys,
  store,
  now,
  onProgress,
}: Comparison): Promise<{ compared: number; bad: FileProblem[] }> {
  const bad: FileProblem[] = [];
  let compared = 0;
  let after: string | undefined;
  for (;;) {
    const rows = await nextDocuments(db, after);
    const queue = rows.values();
    const work = async () => {
      for (const row of queue) {
        const problem = await problemOf(row, keys, store);
        if (problem !== undefined) bad.push({ id: row.id, problem });
        if (problem !== 'unreadable') await saveFinding(db, row, problem, now);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    compared += rows.length;
    onProgress?.(compared);
    after = rows.at(-1)?.id;
    if (rows.length < BATCH) break;
  }
  return { compared, bad: await excludePurged(db, bad) };
}

async function nextDocuments(db: Db, after: string | undefined): Promise<Stored[]> {
  const documents = db
    .selectFrom('documents')
    .select(['id', 'file_key', 'size_bytes', 'damaged_at', 'is_file_missing'])
    .where('purged_at', 'is', null)
    .orderBy('id')
    .limit(BATCH);
  return (after === undefined ? documents : documents.where('id', '>', after)).execute();
}

async function problemOf(
  { id, file_key: wrapped, size_bytes: size }: Stored,
  keys: Keys,
  store: BlobStore,
): Promise<FileProblem['problem'] | undefined> {
  if (wrapped === null) return 'damaged';
  try {
    let found = 0;
    for await (const chunk of unseal(unwrapFileKey(keys, id, wrapped), id, store.read(id)))
      found += chunk.length;
    return found === size ? undefined : 'damaged';
  } catch (error) {
    if (error instanceof BlobMissingError) return 'missing';
    if (error instanceof FileDamagedError) return 'damaged';
    if (error instanceof StoreUnavailableError) throw error;
    return 'unreadable';
  }
}

async function saveFinding(
  db: Db,
  { id, damaged_at: known, is_file_missing: wasMissing }: Stored,
  problem: FileProblem['problem'] | undefined,
  now: Date,
): Promise<void> {
  const isMissing = problem === 'missing';
  if ((known === null) === (problem === undefined) && wasMissing === isMissing) return;
  await db
    .updateTable('documents')
    .set({ damaged_at: problem === undefined ? null : (known ?? now), is_file_missing: isMissing })
    .where('id', '=', id)
    .where('purged_at', 'is', null)
    .execute();
}

/** Removes documents that were purged during the comparison; their files are gone on purpose. */
async function excludePurged(db: Db, bad: readonly FileProblem[]): Promise<FileProblem[]> {
  const existing = new Set<string>();
  for (let at = 0; at < bad.length; at += BATCH) {
    const ids = bad.slice(at, at + BATCH).map(({ id }) => id);
    const rows = await db
      .selectFrom('documents')
      .select('id')
      .where('id', 'in', ids)
      .where('purged_at', 'is', null)
      .execute();
    for (const { id } of rows) existing.add(id);
  }
  return bad.filter(({ id }) => existing.has(id));
}
