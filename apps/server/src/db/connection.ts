import type { CompiledQuery } from 'kysely';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { isUnreadable, isReadOnly, isReadTimeout } from './database-errors.ts';
import { DatabaseUnresponsiveError, type DatabaseLiveness } from './database-liveness.ts';
import { queryNamed } from './named-query.ts';
import { PrimaryClient, UnconfirmedCommitError } from './primary-client.ts';
import { statementName } from './statement-marks.ts';

/** Text and parameters of a statement. */
export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/**
 * A connection that was taken from the pool. Statements are sent at once, even if earlier ones have no result yet. All of
 * them fail when the database stops responding, because the connection may never respond again.
 */
export class Connection {
  readonly #client: PoolClient;
  readonly #liveness: DatabaseLiveness;
  readonly #stopListening: () => void;
  #isTaken = true;
  /** It leads to a server that takes no changes, so it is closed instead of returned to the pool. */
  #isReadOnly = false;
  #isCollecting = false;

  private constructor(client: PoolClient, liveness: DatabaseLiveness) {
    this.#client = client;
    this.#liveness = liveness;
    this.#stopListening = liveness.onUnresponsive(() => this.#abandon());
  }

  /** Takes a connection from the pool. Throws `DatabaseUnresponsiveError` while the database does not respond. */
  static async open(pool: Pool, liveness: DatabaseLiveness): Promise<Connection> {
    for (;;) {
      const client = await connectUnlessUnresponsive(pool, liveness);
      const outages = outagesBefore.get(client) ?? liveness.outages;
      outagesBefore.set(client, outages);
      if (outages === liveness.outages) return new Connection(client, liveness);
      client.connection.stream.destroy();
      client.release(true);
    }
  }

  /** Sends together, with one system call, what is sent until the event loop has handled the requests that have arrived. */
  #collect(): void {
    if (this.#isCollecting) return;
    this.#isCollecting = true;
    const { stream } = this.#client.connection;
    stream.cork();
    setImmediate(() => {
      this.#isCollecting = false;
      stream.uncork();
    });
  }

  async send(statement: Statement): Promise<QueryResult<Record<string, unknown>>> {
    if (!this.#isTaken) throw new DatabaseUnresponsiveError();
    const name = statementName(statement.sql);
    this.#collect();
    try {
      const { sql, parameters } = statement;
      const result =
        name === undefined
          ? await this.#client.query({ text: sql, values: [...parameters] })
          : await queryNamed(this.#client, name, sql, parameters);
      this.#liveness.noteAnswer();
      if (this.#client instanceof PrimaryClient) this.#client.assertConfirmed();
      return result;
    } catch (error) {
      // A late response would be taken for the response to the next statement.
      if (isReadTimeout(error) || isUnreadable(error) || error instanceof UnconfirmedCommitError)
        this.#abandon();
      else if (isReadOnly(error)) this.#isReadOnly = true;
      // Name the caller instead of the socket that the error arrived on.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  /** Returns the connection to the pool. Only the first call has an effect. */
  release(destroy = false): void {
    if (!this.#isTaken) return;
    this.#isTaken = false;
    this.#stopListening();
    this.#client.release(destroy || this.#isReadOnly);
  }

  /** Closes the connection without waiting for the statements that are under way. */
  #abandon(): void {
    if (!this.#isTaken) return;
    this.#client.connection.stream.destroy();
    this.release(true);
  }
}

/** Outages of the database before each connection was opened. */
const outagesBefore = new WeakMap<PoolClient, number>();

async function connectUnlessUnresponsive(pool: Pool, liveness: DatabaseLiveness): Promise<PoolClient> {
  if (liveness.isUnresponsive) throw new DatabaseUnresponsiveError();
  const { promise: outage, reject } = Promise.withResolvers<never>();
  const stopListening = liveness.onUnresponsive(() => reject(new DatabaseUnresponsiveError()));
  const connecting = pool.connect();
  try {
    return await Promise.race([connecting, outage]);
  } catch (error) {
    void endOnceConnected(connecting);
    throw error;
  } finally {
    stopListening();
  }
}

async function endOnceConnected(connecting: Promise<PoolClient>): Promise<void> {
  try {
    const client = await connecting;
    client.release(true);
  } catch {
    // It never connected, so there is nothing to close.
  }
}
