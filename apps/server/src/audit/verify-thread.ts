import { parentPort, workerData } from 'node:worker_threads';
import { createDb, createPool } from '#db/database.ts';
import type { ThreadAnswer, ThreadData } from './range-threads.ts';
import { streamRows, type ChainRange } from './read-range.ts';
import { rangeIsIntact } from './verify-range.ts';

// Worker thread of the verification: receives ranges one at a time and reports whether each is intact.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- set by RangeThreads
const { key, database } = workerData as ThreadData;
const auditKey = Buffer.from(key);
const pool = createPool({ ...database, size: 1, onError: () => undefined });
const db = createDb(pool);

async function check(range: ChainRange): Promise<boolean> {
  const client = await pool.connect();
  try {
    return await rangeIsIntact(streamRows(db, client), auditKey, range);
  } finally {
    client.release();
  }
}

parentPort?.on('message', (range: ChainRange) => {
  check(range)
    .then((isIntact): ThreadAnswer => ({ isIntact }))
    .catch((error: unknown): ThreadAnswer => ({ error: error instanceof Error ? error.message : 'failed' }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    .then((answer) => parentPort?.postMessage(answer))
    .catch(() => process.exit(1));
});
