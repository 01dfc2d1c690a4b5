import {
  sql,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { isReadTimeout } from './database-errors.ts';
import { assertOutsideTransaction } from './inside-transaction.ts';
import { DatabaseUnresponsiveError, type DatabaseLiveness } from './database-liveness.ts';

const MARK = '/* prepared */';

/**
 * Append to statements that every request sends (`modifyEnd(PREPARED)`): each connection plans them once. Only for
 * statements whose best plan does not depend on the parameters.
 */
export const PREPARED = sql.raw(MARK);

/**
 * Wraps the pool so that its connections prepare the marked statements. Throws `DatabaseUnresponsiveError` while the
 * database does not respond, and drops connections that may never respond again.
 */
export function preparingPool(pool: Pool, liveness: DatabaseLiveness): PostgresPool {
  const clients = new WeakMap<PoolClient, PreparingClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      assertOutsideTransaction();
      for (;;) {
        const client = await connectUnlessUnresponsive(pool, liveness);
        const known = clients.get(client) ?? new PreparingClient(client, liveness);
        clients.set(client, known);
        known.take();
        if (known.isUsable) return known;
        known.release(true);
      }
    },
  };
}

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

/** Names of prepared statements by text, the same on every connection. */
const names = new Map<string, string>();

function statementName(text: string): string {
  const name = names.get(text) ?? `portal_${names.size + 1}`;
  names.set(text, name);
  return name;
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #liveness: DatabaseLiveness;
  readonly #outagesBefore: number;
  #isTaken = false;

  constructor(client: PoolClient, liveness: DatabaseLiveness) {
    this.#client = client;
    this.#liveness = liveness;
    this.#outagesBefore = liveness.outages;
  }

  /** False for a connection that was opened before an outage. */
  get isUsable(): boolean {
    return this.#isTaken && this.#outagesBefore === this.#liveness.outages;
  }

  take(): void {
    this.#isTaken = true;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    text: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new TypeError('The pool has no cursors');
    return this.#send<R>(text, values);
  }

  async #send<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (!this.isUsable) {
      this.release(true);
      throw new DatabaseUnresponsiveError();
    }
    const isPrepared = text.includes(MARK);
    // Closing the connection fails the running statement.
    const stopListening = this.#liveness.onUnresponsive(() => this.release(true));
    try {
      const result = await this.#client.query({
        text,
        values: [...values],
        ...(isPrepared ? { name: statementName(text) } : {}),
      });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver's result has the shape of Kysely's interface
      return result as PostgresQueryResult<R>;
    } catch (error) {
      // A late response would be taken for the response to the next statement.
      if (isReadTimeout(error)) this.release(true);
      throw error;
    } finally {
      stopListening();
    }
  }

  /** Only the first call has an effect: a connection that was closed early is released again by its user. */
  release(destroy?: boolean): void {
    if (!this.#isTaken) return;
    this.#isTaken = false;
    this.#client.release(destroy);
  }
}
