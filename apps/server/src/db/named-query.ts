import { Query, type Connection, type PoolClient, type QueryResult } from 'pg';

type Row = Record<string, unknown>;

declare module 'pg' {
  // What the client uses of a query and its types leave out (pg 8.23.1, lib/query.js, read on 2026-11-27).
  interface Query {
    name?: string;
    prepare(connection: Connection): void;
    handleRowDescription(message: unknown): void;
  }
}

/** The prepared statements of a connection. */
interface Prepared {
  /** The connection, but it never asks the database to describe a result. */
  readonly silent: Connection;
  /** What the database said about the columns of their results, by name of the statement. */
  readonly columns: Map<string, unknown>;
}
const preparedOn = new WeakMap<Connection, Prepared>();

/**
 * A prepared statement. The database describes its result only once per connection: a result with other columns would be an error
 * (“cached plan must not change result type”).
 */
class NamedQuery extends Query<Row> {
  readonly #name: string;
  #columns: Map<string, unknown> | undefined;

  constructor(
    name: string,
    text: string,
    values: readonly unknown[],
    done: (error: Error | undefined, result: QueryResult<Row>) => void,
  ) {
    super(text, [...values], done);
    this.#name = name;
    this.name = name;
  }

  override prepare(connection: Connection): void {
    const { silent, columns } = preparedOf(connection);
    this.#columns = columns;
    const known = columns.get(this.#name);
    if (known === undefined) return super.prepare(connection);
    super.handleRowDescription(known);
    super.prepare(silent);
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    this.#columns?.set(this.#name, message);
  }
}

function preparedOf(connection: Connection): Prepared {
  const known = preparedOn.get(connection);
  if (known !== undefined) return known;
  const silent: Connection = Object.create(connection, { describe: { value: () => undefined } });
  const prepared = { silent, columns: new Map<string, unknown>() };
  preparedOn.set(connection, prepared);
  return prepared;
}

/** Runs a statement that is prepared under this name. */
export function queryNamed(
  client: PoolClient,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<QueryResult<Row>> {
  return new Promise((resolve, reject) => {
    client.query(
      new NamedQuery(name, text, values, (error, result) => {
        // The client passes null for no error.
        if (error instanceof Error) reject(error);
        else resolve(result);
      }),
    );
  });
}
