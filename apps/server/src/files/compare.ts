import type { Db } from '#db/database.ts';
import type { Keys } from '#security/keys.ts';
import { BlobMissingError, StoreUnavailableError, type BlobStore } from './blob-store.ts';
import { unwrapFileKey } from './file-key.ts';
import { FileDamagedError, unseal } from './sealing.ts';

/** Documents whose rows are read at once, and how many of their files. */
const BATCH = 200;
const AT_ONCE = 4;

/** A document whose file is not what was stored, or that cannot be told. */
export interface BadFile {
  readonly id: string;
  readonly problem: 'missing' | 'damaged' | 'unreadable';
}

interface Stored {
  readonly id: string;
  readonly file_key: Buffer | null;
  readonly size_bytes: number;
  readonly damaged_at: Date | null;
}

interface Comparison {
  readonly db: Db;
  readonly keys: Keys;
  readonly store: BlobStore;
  readonly now: Date;
  /** Told after each batch how many have been compared. */
  readonly onProgress?: (compared: number) => void;
}

/**
 * Reads the file of every document and tells which are not what was stored. What is found is kept with the documents, so that the
 * system's status follows. Throws `StoreUnavailableError` when the store cannot be asked.
 */
export async function compareFiles({
  db,
  keys,
  store,
  now,
  onProgress,
}: Comparison): Promise<{ compared: number; bad: BadFile[] }> {
  const bad: BadFile[] = [];
  let compared = 0;
  let after: string | undefined;
  for (;;) {
    const rows = await nextDocuments(db, after);
    const queue = rows.values();
    const work = async () => {
      for (const row of queue) {
        const problem = await problemOf(row, keys, store);
        if (problem !== undefined) bad.push({ id: row.id, problem });
        if (problem !== 'unreadable') await keepFinding(db, row, problem === undefined ? null : now);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    compared += rows.length;
    onProgress?.(compared);
    after = rows.at(-1)?.id;
    if (rows.length < BATCH) break;
  }
  return { compared, bad: await stillThere(db, bad) };
}

async function nextDocuments(db: Db, after: string | undefined): Promise<Stored[]> {
  const documents = db
    .selectFrom('documents')
    .select(['id', 'file_key', 'size_bytes', 'damaged_at'])
    .where('purged_at', 'is', null)
    .orderBy('id')
    .limit(BATCH);
  return (after === undefined ? documents : documents.where('id', '>', after)).execute();
}

async function problemOf(
  { id, file_key: wrapped, size_bytes: size }: Stored,
  keys: Keys,
  store: BlobStore,
): Promise<BadFile['problem'] | undefined> {
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

async function keepFinding(db: Db, { id, damaged_at: known }: Stored, damagedAt: Date | null): Promise<void> {
  if ((known === null) === (damagedAt === null)) return;
  await db
    .updateTable('documents')
    .set({ damaged_at: damagedAt })
    .where('id', '=', id)
    .where('purged_at', 'is', null)
    .execute();
}

/** Leaves out documents deleted in the meantime: their files are gone on purpose. */
async function stillThere(db: Db, bad: readonly BadFile[]): Promise<BadFile[]> {
  const kept = new Set<string>();
  for (let at = 0; at < bad.length; at += BATCH) {
    const ids = bad.slice(at, at + BATCH).map(({ id }) => id);
    const rows = await db
      .selectFrom('documents')
      .select('id')
      .where('id', 'in', ids)
      .where('purged_at', 'is', null)
      .execute();
    for (const { id } of rows) kept.add(id);
  }
  return bad.filter(({ id }) => kept.has(id));
}
