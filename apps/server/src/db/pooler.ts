import { DatabaseError, type ClientBase } from 'pg';
import { WrongSessionError } from './database-errors.ts';
import { PrimaryClient } from './primary-client.ts';

declare module 'pg' {
  interface ClientBase {
    /** The server process that the connection was told to have (pg 8.23.1, lib/client.js, read on 2026-11-27). */
    readonly processID: number | null;
  }
}

/** Until when a client of a pooler has the same connection to the server. */
export type PoolMode = 'session' | 'transaction' | 'statement';

/** What a pooler does to the connections of its clients. */
export interface Pooler {
  readonly mode: PoolMode;
  /** Statements that a client has prepared work on every connection to the server. */
  readonly keepsPrepared: boolean;
}

const PATIENCE_MS = 4_000;
/** Poolers prefer the connection that was used last, or take turns: one of these rounds meets the same one, or another. */
const ROUNDS = 4;
/** The name of a prepared statement is unknown on this connection to the server, or taken by another client. */
const LOST = new Set(['26000', '42P05']);

const pidOf = async (client: ClientBase): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
};

/** Whether the process that a connection was told to have is not the one that answers: poolers invent a number. */
export const isBehindPooler = ({ processID }: ClientBase, pid: number): boolean => processID !== pid;

/** Tries the pooler at an address with two connections of its own. Undefined if there is none. Leaves nothing behind but closed connections. */
export async function findPooler(url: string): Promise<Pooler | undefined> {
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    application_name: 'medical-portal-probe',
  };
  const [first, second] = [new PrimaryClient(settings), new PrimaryClient(settings)];
  // The next query reports a lost connection. Without a listener, the event would end the process.
  for (const client of [first, second]) client.on('error', () => undefined);
  try {
    await first.connect();
    if (!isBehindPooler(first, await pidOf(first))) return undefined;
    await second.connect();
    return await tryPooler(first, second);
  } finally {
    await Promise.allSettled([first.end(), second.end()]);
  }
}

async function tryPooler(first: ClientBase, second: ClientBase): Promise<Pooler> {
  let isShared = false;
  for (let round = 0; round < ROUNDS; round += 1) {
    const prepared = { name: `portal_probe_${round}`, text: 'select 1' };
    const before = await pidOf(first);
    await first.query(prepared);
    try {
      await second.query('begin');
    } catch (error) {
      if (error instanceof DatabaseError && error.message.includes('statement pooling'))
        return { mode: 'statement', keepsPrepared: false };
      throw error;
    }
    // The server of `first`, where the name exists, unless it is kept for it; then another one for `first`, where it does not.
    const held = await pidOf(second);
    const after = await pidOf(first);
    isShared ||= held === before || after !== before;
    try {
      await second.query(prepared);
      await first.query(prepared);
      await second.query('rollback');
    } catch (error) {
      if (error instanceof DatabaseError && LOST.has(error.code ?? ''))
        return { mode: 'transaction', keepsPrepared: false };
      throw error;
    }
  }
  return { mode: isShared ? 'transaction' : 'session', keepsPrepared: true };
}

const ADVICE =
  'Set LISTEN_DATABASE_URL and MIGRATION_DATABASE_URL to the address of the database server: see “Connection poolers” in docs/operations/databases.md.';

/** Throws `WrongSessionError` unless what is in front of the server keeps sessions. */
export async function assertKeepsSessions(url: string): Promise<void> {
  const pooler = await findPooler(url);
  if (pooler === undefined || pooler.mode === 'session') return;
  throw new WrongSessionError(
    `A connection pooler in ${pooler.mode} mode is between the portal and the database, so locks would not last and pages would not hear of changes. ${ADVICE}`,
  );
}

/** Throws `WrongSessionError` unless requests can use what is in front of the server. */
export async function assertServesRequests(url: string): Promise<void> {
  const pooler = await findPooler(url);
  if (pooler?.mode === 'statement')
    throw new WrongSessionError(
      'The connection pooler in DATABASE_URL is in statement mode, which has no transactions. Use transaction mode.',
    );
  if (pooler?.keepsPrepared === false)
    throw new WrongSessionError(
      'The connection pooler in DATABASE_URL loses prepared statements, so most requests would fail. PgBouncer keeps them from version 1.21 with max_prepared_statements of at least 200, the default from 1.24.',
    );
}
