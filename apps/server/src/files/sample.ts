import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { BlobMissingError, StoreUnavailableError, type BlobStore } from './blob-store.ts';
import { sealedSize } from './sealing.ts';

const SAMPLE = 8;
const HASH_BYTES = 32;

interface Stored {
  readonly id: string;
  readonly size_bytes: number;
}

/**
 * Checks a random sample of documents and returns the ids whose files are missing or have the wrong size, without reading
 * them. This quickly detects a database restored without its files. Throws `StoreUnavailableError` if the store cannot be
 * reached.
 */
export async function findMissingFiles(db: Db, store: BlobStore): Promise<string[]> {
  const found = await Promise.all(
    (await sampleDocuments(db)).map(async ({ id, size_bytes }) => {
      try {
        return (await store.size(id)) === sealedSize(size_bytes) ? [] : [id];
      } catch (error) {
        if (error instanceof BlobMissingError) return [id];
        throw new StoreUnavailableError('The file store is unavailable', { cause: error });
      }
    }),
  );
  const missing = found.flat();
  if (missing.length === 0) return [];
  // Files of documents purged in between are gone on purpose.
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('id', 'in', missing)
    .where('purged_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Samples by content hash, which is evenly distributed. */
async function sampleDocuments(db: Db): Promise<Stored[]> {
  const points = Array.from({ length: SAMPLE }, () => randomBytes(HASH_BYTES));
  const { rows } = await sql<Stored>`
    select distinct d.id, d.size_bytes
    from unnest(${points}::bytea[]) as point
    cross join lateral (
      (select id, size_bytes from documents where deleted_at is null and content_hash >= point order by content_hash limit 1)
      union all
      (select id, size_bytes from documents where deleted_at is null order by content_hash limit 1)
      limit 1
    ) as d`.execute(db);
  return rows;
}
