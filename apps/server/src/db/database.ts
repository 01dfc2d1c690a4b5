import { DefaultConnectionProvider, Kysely } from 'kysely';
import { Pool, types } from 'pg';
import { DatabaseLiveness } from './database-liveness.ts';
import { dialect, DirectExecutor } from './direct-executor.ts';
import { PoolDriver } from './driver.ts';
import { assertKeepsSessions, assertServesRequests } from './pooler.ts';
import { PrimaryClient } from './primary-client.ts';
import { checkSession } from './session-check.ts';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;

// Keep dates without a time as text: the driver would parse them as midnight in the server’s time zone.
types.setTypeParser(types.builtins.DATE, (text) => text);

export interface PoolOptions {
  readonly url: string;
  readonly size: number;
  /** How long a request waits for a free connection, in milliseconds. */
  readonly waitMs?: number;
  /** Called when an idle connection breaks. The pool replaces it. */
  readonly onError: (error: Error) => void;
  /** A role without ownership to switch to when the login is the owner. */
  readonly role?: string | undefined;
  /** The pool is refused a role that can remove audit entries. */
  readonly isRestricted?: boolean;
  /** For migrations, which may build an index over years of data: no statement timeout. */
  readonly unhurried?: boolean;
  /** The URL may lead through a pooler that refuses startup parameters and keeps no sessions: the login has the limits. */
  readonly isPooled?: boolean;
  /** The server must be a standby, instead of the primary. */
  readonly isStandby?: boolean;
}

const STATEMENT_MS = 30_000;
const OTHER_LIMITS = { lock_timeout: 10_000, idle_in_transaction_session_timeout: 60_000 };

/** Time limits of a connection, in milliseconds. */
export const LIMITS = { statement_timeout: STATEMENT_MS, ...OTHER_LIMITS };

/**
 * Creates the connection pool. Statements time out after 30 s and locks after 10 s. The driver also stops waiting
 * when the server does not, because it hangs or the network drops packets. Connections to a standby that was not asked for, and those
 * without the role and limits that were, are refused.
 */
export function createPool({
  url,
  size,
  waitMs = 4_000,
  onError,
  role,
  isRestricted = false,
  unhurried = false,
  isPooled = false,
  isStandby = false,
}: PoolOptions): Pool {
  const limits = unhurried ? OTHER_LIMITS : LIMITS;
  let isTried = false;
  const tryPooler = async () => {
    if (!isTried) await (isPooled ? assertServesRequests(url) : assertKeepsSessions(url));
    isTried = true;
  };
  const pool = new Pool({
    Client: PrimaryClient,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for the promise (pg-pool, index.js); its types do not say so
    onConnect: async (client) => {
      if (client instanceof PrimaryClient) {
        if (isStandby) client.assertStandby();
        else client.assertPrimary();
      }
      await checkSession(client, { tryPooler, role, isRestricted, limits });
    },
    connectionString: url,
    max: size,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    pipeline: true,
    ...(isPooled ? {} : limits),
    ...(unhurried ? {} : { query_timeout: STATEMENT_MS + 2_000 }),
    application_name: 'medical-portal',
    ...(role === undefined ? {} : { options: `-c role=${role}` }),
  });
  pool.on('error', onError);
  // The pool only listens on idle connections. An error between two statements of a transaction would have no
  // listener and end the process. The transaction’s next statement fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Without `liveness`, only timeouts detect a hanging database. */
export function createDb(pool: Pool, liveness = new DatabaseLiveness()): Db {
  const driver = new PoolDriver(pool, liveness);
  const executor = new DirectExecutor(new DefaultConnectionProvider(driver), (query) =>
    driver.execute(query),
  );
  return new Kysely<Database>({ config: { dialect }, dialect, driver, executor });
}
