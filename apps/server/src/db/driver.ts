import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Pool, QueryResult as PgResult } from 'pg';
import { Connection, type Statement } from './connection.ts';
import type { DatabaseLiveness } from './database-liveness.ts';
import { assertOutsideTransaction } from './inside-transaction.ts';
import { SharedConnections } from './shared-connections.ts';
import { isShared } from './statement-marks.ts';
import { isSentWithCommit } from './with-commit.ts';

type Result = PgResult<Record<string, unknown>>;

/** A statement that was sent with the commit failed, so nothing was committed. The cause is the database’s error. */
export class FinalStatementError extends Error {
  override readonly name = 'FinalStatementError';
  readonly statement: string;
  constructor(statement: string, cause: unknown) {
    super('a statement sent with the commit failed', { cause });
    this.statement = statement;
  }
}

/**
 * Kysely’s connection to the pool. It saves round trips: `begin` goes out with a transaction’s first statement,
 * those of `sendWithCommit` with its commit, and statements marked `SHARED` share connections.
 */
export class PoolDriver implements Driver {
  readonly #pool: Pool;
  readonly #liveness: DatabaseLiveness;
  readonly #shared: SharedConnections;

  constructor(pool: Pool, liveness: DatabaseLiveness) {
    this.#pool = pool;
    this.#liveness = liveness;
    this.#shared = new SharedConnections(() => this.#open());
  }

  async init(): Promise<void> {
    // The pool connects when it is needed.
  }

  /** Sends a statement outside transactions. */
  async execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    assertOutsideTransaction();
    if (isShared(query.sql)) return toKysely<R>(await this.#shared.send(query));
    const connection = await this.#open();
    try {
      return toKysely<R>(await connection.send(query));
    } finally {
      connection.release();
    }
  }

  async acquireConnection(): Promise<LazyConnection> {
    assertOutsideTransaction();
    return new LazyConnection(() => this.#open());
  }

  beginTransaction(connection: LazyConnection, settings: TransactionSettings): Promise<void> {
    return connection.begin(settings);
  }

  commitTransaction(connection: LazyConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: LazyConnection): Promise<void> {
    return connection.rollback();
  }

  async releaseConnection(connection: LazyConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end();
  }

  #open(): Promise<Connection> {
    return Connection.open(this.#pool, this.#liveness);
  }
}

/** A connection for a transaction, taken from the pool with its first statement. */
class LazyConnection implements DatabaseConnection {
  readonly #open: () => Promise<Connection>;
  #connection: Connection | undefined;
  /** The statement that begins the transaction, until it is sent. */
  #begin: Statement | undefined;
  #isInTransaction = false;
  #withCommit: Statement[] = [];

  constructor(open: () => Promise<Connection>) {
    this.#open = open;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isInTransaction && isSentWithCommit(query)) {
      this.#withCommit.push(query);
      return { rows: [] };
    }
    this.#connection ??= await this.#open();
    const sent = [...this.#takeBegin(), query].map((statement) => this.#send(statement));
    const result = (await Promise.all(sent)).at(-1);
    if (result === undefined) throw new Error('the statement has no result');
    return toKysely<R>(result);
  }

  // oxlint-disable-next-line require-yield -- Kysely requires it, and nothing in the portal streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new TypeError('The pool has no cursors');
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    this.#connection ??= await this.#open();
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    this.#begin = { sql: `begin${level} ${accessMode ?? ''}`.trim(), parameters: [] };
    this.#isInTransaction = true;
  }

  async commit(): Promise<void> {
    const statements = this.#withCommit.splice(0);
    this.#isInTransaction = false;
    const begin = this.#takeBegin();
    if (begin.length > 0 && statements.length === 0) return;
    const all = [...begin, ...statements, COMMIT];
    const results = await Promise.allSettled(all.map((statement) => this.#send(statement)));
    for (const [index, result] of results.entries()) {
      if (result.status === 'fulfilled') continue;
      const failed = all[index];
      throw failed === undefined || failed === COMMIT
        ? result.reason
        : new FinalStatementError(failed.sql, result.reason);
    }
    const committed = results.at(-1);
    // An earlier statement failed, and its sender ignored the error.
    if (committed?.status === 'fulfilled' && committed.value.command === 'ROLLBACK')
      throw new AbortedTransactionError();
  }

  async rollback(): Promise<void> {
    this.#withCommit = [];
    this.#isInTransaction = false;
    if (this.#takeBegin().length > 0) return;
    try {
      await this.#send(ROLLBACK);
    } catch {
      // The connection is broken, so the database has rolled back.
      this.#connection?.release(true);
    }
  }

  release(): void {
    this.#connection?.release();
    this.#connection = undefined;
  }

  #takeBegin(): readonly Statement[] {
    const begin = this.#begin;
    this.#begin = undefined;
    return begin === undefined ? [] : [begin];
  }

  async #send(statement: Statement): Promise<Result> {
    if (this.#connection === undefined) throw new Error('the connection was released');
    return this.#connection.send(statement);
  }
}

const COMMIT: Statement = { sql: 'commit', parameters: [] };
const ROLLBACK: Statement = { sql: 'rollback', parameters: [] };
const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

function toKysely<R>({ command, rowCount, rows }: Result): QueryResult<R> {
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Kysely's type of the statement
    rows: rows as R[],
    ...(CHANGES.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}),
  };
}
