import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from '../start.ts';

/** Folders and servers of one test. `cleanUp` stops and deletes them in reverse order. */
export class Workplace {
  readonly #cleanups: (() => Promise<void>)[] = [];

  /** Creates an empty folder. By default other accounts can pass through, as in a home folder with mode 0755. */
  async folder(mode = 0o755): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), 'portal-database-'));
    this.#cleanups.push(() => rm(path, { recursive: true, force: true }));
    await chmod(path, mode);
    return path;
  }

  /** Starts the database of a folder, by default without durability. Files outside the folder are also cleaned up. */
  async start(dataDir: string, options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
    const outsideFolder = options.outsideFolder ?? (await this.folder());
    const database = await startEmbeddedPostgres({ durable: false, ...options, dataDir, outsideFolder });
    this.#cleanups.push(() => database.stop());
    return database;
  }

  /** Registers an action to run after the test. */
  atEnd(action: () => Promise<void>): void {
    this.#cleanups.push(action);
  }

  async cleanUp(): Promise<void> {
    for (const action of this.#cleanups.splice(0).toReversed()) await action();
  }
}

/** Runs SQL on a separate connection and returns the rows. */
export async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
