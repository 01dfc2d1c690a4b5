import { workerData } from 'node:worker_threads';
import { createDb, createPool } from '#db/database.ts';
import { streamRows, type ChainRange } from './read-range.ts';
import { rangeIsIntact } from './verify-range.ts';

/** Database connection of a worker thread, separate from the request pool. Contains a password: never log it. */
export interface ThreadDatabase {
  readonly url: string;
  readonly role: string | undefined;
}

/** Start data of a worker thread. */
export interface ThreadData {
  readonly key: Uint8Array;
  readonly database: ThreadDatabase;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- set by openRangeThreads
const { key, database } = workerData as ThreadData;
const auditKey = Buffer.from(key);
const pool = createPool({ ...database, size: 1, isRestricted: true, onError: () => undefined });
const db = createDb(pool);

/** Checks a range in a worker thread: whether it is intact. */
export async function checkRange(range: ChainRange): Promise<boolean> {
  const client = await pool.connect();
  try {
    return await rangeIsIntact(streamRows(db, client), auditKey, range);
  } finally {
    client.release();
  }
}
