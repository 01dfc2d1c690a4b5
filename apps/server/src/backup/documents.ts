import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { BlobMissingError, type BlobStore } from '#files/blob-store.ts';
import { FolderStore } from '#files/folder-store.ts';
import type { ArchiveEntry } from '#platform/tar.ts';
import { NAMES } from './manifest.ts';

/** Documents read from the database per batch. */
const BATCH = 500;

/** Counts what `documentEntries` found. */
export interface Tally {
  documents: number;
  missingDocuments: number;
}

/** The encrypted files of all documents. Missing files are counted and left out. */
export async function* documentEntries(db: Db, store: BlobStore, tally: Tally): AsyncGenerator<ArchiveEntry> {
  for await (const id of documentIds(db)) {
    const size = await sizeOf(store, id);
    if (size === undefined) {
      tally.missingDocuments += 1;
      continue;
    }
    yield { name: `${NAMES.files}${id.slice(-2)}/${id}`, size, content: store.read(id) };
    tally.documents += 1;
  }
}

async function* documentIds(db: Db): AsyncGenerator<string> {
  let after: string | undefined;
  for (;;) {
    const documents = db
      .selectFrom('documents')
      .select('id')
      .where('purged_at', 'is', null)
      .orderBy('id')
      .limit(BATCH);
    const rows = await (after === undefined ? documents : documents.where('id', '>', after)).execute();
    for (const { id } of rows) yield id;
    after = rows.at(-1)?.id;
    if (rows.length < BATCH) return;
  }
}

async function sizeOf(store: BlobStore, id: string): Promise<number | undefined> {
  try {
    return await store.size(id);
  } catch (error) {
    if (error instanceof BlobMissingError) return undefined;
    throw error;
  }
}

/** Removes files that were uploaded after the copy of the database was complete, so it has no record of them. */
export async function removeStrays(db: Db, folder: string): Promise<void> {
  for (const part of await readdir(folder)) {
    const ids = await readdir(join(folder, part));
    const { rows } = await sql<{ id: string }>`
      select id from unnest(${ids}::uuid[]) as stored(id) where not exists (select from documents d where d.id = stored.id)`.execute(
      db,
    );
    for (const { id } of rows) await rm(join(folder, part, id));
  }
}

/** Moves restored files to a bucket, except those that it has. */
export async function moveToStore(folder: string, store: BlobStore): Promise<void> {
  const restored = new FolderStore(folder);
  for (const part of await readdir(folder))
    for (const id of await readdir(join(folder, part)))
      if ((await sizeOf(store, id)) === undefined) await store.put(id, restored.read(id));
  await rm(folder, { recursive: true });
}
