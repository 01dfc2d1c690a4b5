import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;

// Dates without a time stay text (decisions 5): the driver would make them midnight in the machine's zone.
types.setTypeParser(types.builtins.DATE, (text) => text);

export interface PoolOptions {
  readonly url: string;
  readonly size: number;
  /** Told of idle connections that broke; the pool replaces them. */
  readonly onError: (error: Error) => void;
  /** A role without ownership to act as, when the login is the owner. */
  readonly role?: string | undefined;
}

/** The connection pool. A statement that takes over 30 s or a lock over 10 s is given up, so nothing hangs. */
export function createPool({ url, size, onError, role }: PoolOptions): Pool {
  const pool = new Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'medical-portal',
    ...(role === undefined ? {} : { options: `-c role=${role}` }),
  });
  pool.on('error', onError);
  return pool;
}

export function createDb(pool: Pool): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
