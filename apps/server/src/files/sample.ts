import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { BlobMissingError, StoreUnavailableError, type BlobStore } from './blob-store.ts';
import { sealedSize } from './sealing.ts';

const SAMPLE = 8;
const HASH_BYTES = 32;

/** A document of the sample with a bad file. */
export interface SampledProblem {
  readonly id: string;
  readonly problem: 'missing' | 'damaged';
}

interface Stored {
  readonly id: string;
  readonly size_bytes: number;
}

/**
 * Checks a random sample of documents and returns those whose files are missing, or damaged because they have the wrong size, without
 * reading them. This quickly detects a database restored without its files. Throws `StoreUnavailableError` if the store cannot be
 * reached.
 */
export async function findBadFiles(db: Db, store: BlobStore): Promise<SampledProblem[]> {
  const found = await Promise.all(
    (await sampleDocuments(db)).map(async ({ id, size_bytes }): Promise<SampledProblem[]> => {
      try {
        return (await store.size(id)) === sealedSize(size_bytes) ? [] : [{ id, problem: 'damaged' }];
      } catch (error) {
        if (error instanceof BlobMissingError) return [{ id, problem: 'missing' }];
        throw new StoreUnavailableError('The file store is unavailable', { cause: error });
      }
    }),
  );
  const bad = found.flat();
  if (bad.length === 0) return [];
  // Files of documents purged in between are gone on purpose.
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where(
      'id',
      'in',
      bad.map(({ id }) => id),
    )
    .where('purged_at', 'is', null)
    .execute();
  const kept = new Set(rows.map(({ id }) => id));
  return bad.filter(({ id }) => kept.has(id));
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
