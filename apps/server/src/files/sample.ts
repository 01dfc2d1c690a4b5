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
 * Looks for a few documents, others each time, without reading them, and names those that the store lacks or has with another size. A
 * restore without the files shows at once, however many documents there are. Throws `StoreUnavailableError` when the store cannot be asked.
 */
export async function missingOfSample(db: Db, store: BlobStore): Promise<string[]> {
  const found = await Promise.all(
    (await sampleDocuments(db)).map(async ({ id, size_bytes }) => {
      try {
        return (await store.size(id)) === sealedSize(size_bytes) ? [] : [id];
      } catch (error) {
        if (error instanceof BlobMissingError) return [id];
        throw new StoreUnavailableError('The file store cannot be asked', { cause: error });
      }
    }),
  );
  const missing = found.flat();
  if (missing.length === 0) return [];
  // Documents deleted in the meantime are gone on purpose.
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('id', 'in', missing)
    .where('purged_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** By hashes of their contents, which lie evenly wherever documents were stored in a rush. */
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
