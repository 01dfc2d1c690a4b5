import { Kysely, PostgresDialect, type Logger } from 'kysely';
import { Pool, types } from 'pg';
import { preparingPool } from './prepared.ts';
import { Pulse } from './pulse.ts';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;

// Dates without a time stay text: the driver would make them midnight in the machine's zone.
types.setTypeParser(types.builtins.DATE, (text) => text);

export interface PoolOptions {
  readonly url: string;
  readonly size: number;
  /** How long a call waits for a free connection, in milliseconds. */
  readonly waitMs?: number;
  /** Told of idle connections that broke; the pool replaces them. */
  readonly onError: (error: Error) => void;
  /** A role without ownership to act as, when the login is the owner. */
  readonly role?: string | undefined;
  /** For migrations, which may build an index over years of data: no limit on a statement's time. */
  readonly unhurried?: boolean;
}

const STATEMENT_MS = 30_000;

/**
 * The connection pool. A statement that takes over 30 s or a lock over 10 s is given up, so nothing hangs; also when the server does
 * not give up itself, because it is frozen or the network swallows what is sent.
 */
export function createPool({
  url,
  size,
  waitMs = 4_000,
  onError,
  role,
  unhurried = false,
}: PoolOptions): Pool {
  const pool = new Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    ...(unhurried ? {} : { statement_timeout: STATEMENT_MS, query_timeout: STATEMENT_MS + 2_000 }),
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'medical-portal',
    ...(role === undefined ? {} : { options: `-c role=${role}` }),
  });
  pool.on('error', onError);
  // The pool hears only of idle connections. One that breaks between two statements of a transaction has nobody else to tell, and
  // would end the process; the transaction's next statement fails by itself.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** `log` hears of every statement and its parameters: for measuring, never in use. Without `pulse` only time limits end a silence. */
export function createDb(pool: Pool, log?: Logger, pulse = new Pulse()): Db {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: preparingPool(pool, pulse) }),
    ...(log === undefined ? {} : { log }),
  });
}
