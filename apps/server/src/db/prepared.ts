import {
  sql,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { refuseInsideTransaction } from './open-transaction.ts';

const MARK = '/* prepared */';

/**
 * At the end of a statement that every call sends (`modifyEnd(PREPARED)`): each connection plans it once. Only for those whose best plan
 * does not depend on the parameters.
 */
export const PREPARED = sql.raw(MARK);

/** The pool, whose connections prepare the marked statements. */
export function preparingPool(pool: Pool): PostgresPool {
  const clients = new WeakMap<PoolClient, PreparingClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      refuseInsideTransaction();
      const client = await pool.connect();
      const known = clients.get(client) ?? new PreparingClient(client);
      clients.set(client, known);
      return known;
    },
  };
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

  constructor(client: PoolClient) {
    this.#client = client;
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
    const isPrepared = text.includes(MARK);
    const result = await this.#client.query({
      text,
      values: [...values],
      ...(isPrepared ? { name: nameOf(text) } : {}),
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the driver gives is what Kysely's own interface of it names
    return result as PostgresQueryResult<R>;
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }
}
