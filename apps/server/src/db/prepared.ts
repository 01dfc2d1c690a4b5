import {
  sql,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { isReadTimeout } from './database-errors.ts';
import { refuseInsideTransaction } from './inside-transaction.ts';
import { DatabaseSilentError, type Pulse } from './pulse.ts';

const MARK = '/* prepared */';

/**
 * At the end of a statement that every call sends (`modifyEnd(PREPARED)`): each connection plans it once. Only for those whose best plan
 * does not depend on the parameters.
 */
export const PREPARED = sql.raw(MARK);

/**
 * The pool, whose connections prepare the marked statements. It gives up with `DatabaseSilentError` while the database does not answer,
 * and keeps no connection that may never answer again.
 */
export function preparingPool(pool: Pool, pulse: Pulse): PostgresPool {
  const clients = new WeakMap<PoolClient, PreparingClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      refuseInsideTransaction();
      for (;;) {
        const client = await connectUnlessSilent(pool, pulse);
        const known = clients.get(client) ?? new PreparingClient(client, pulse);
        clients.set(client, known);
        known.take();
        if (known.isUsable) return known;
        known.release(true);
      }
    },
  };
}

async function connectUnlessSilent(pool: Pool, pulse: Pulse): Promise<PoolClient> {
  if (pulse.isSilent) throw new DatabaseSilentError();
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const stopListening = pulse.onSilence(() => reject(new DatabaseSilentError()));
  const connecting = pool.connect();
  try {
    return await Promise.race([connecting, silence]);
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
    // It never connected: there is nothing to end.
  }
}

/** Names of marked statements by their text, the same on every connection. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `portal_${names.size + 1}`;
  names.set(text, name);
  return name;
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #pulse: Pulse;
  readonly #silencesBefore: number;
  #isTaken = false;

  constructor(client: PoolClient, pulse: Pulse) {
    this.#client = client;
    this.#pulse = pulse;
    this.#silencesBefore = pulse.silences;
  }

  /** False for a connection from before a silence. */
  get isUsable(): boolean {
    return this.#isTaken && this.#silencesBefore === this.#pulse.silences;
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
      throw new DatabaseSilentError();
    }
    const isPrepared = text.includes(MARK);
    // Ending the connection fails the statement that runs on it.
    const stopListening = this.#pulse.onSilence(() => this.release(true));
    try {
      const result = await this.#client.query({
        text,
        values: [...values],
        ...(isPrepared ? { name: nameOf(text) } : {}),
      });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the driver gives is what Kysely's own interface of it names
      return result as PostgresQueryResult<R>;
    } catch (error) {
      // The answer may still come, and would be taken for the next statement's.
      if (isReadTimeout(error)) this.release(true);
      throw error;
    } finally {
      stopListening();
    }
  }

  /** Once: a connection that was ended early is released again by whoever has it. */
  release(destroy?: boolean): void {
    if (!this.#isTaken) return;
    this.#isTaken = false;
    this.#client.release(destroy);
  }
}
