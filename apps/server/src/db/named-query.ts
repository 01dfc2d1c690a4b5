// oxlint-disable no-underscore-dangle -- pg has no public names for what a result knows about its columns
import { Query, type Connection, type PoolClient, type QueryResult } from 'pg';

type Row = Record<string, unknown>;

declare module 'pg' {
  // What the client uses of a query and its types leave out (pg 8.23.1, lib/query.js, read on 2026-11-27).
  interface Query {
    name?: string;
    _result: Columns;
    _accumulateRows: boolean;
    prepare(connection: Connection): void;
    handleRowDescription(message: unknown): void;
  }
}

/** What a result knows about its columns: their names and types, how they are parsed, and a row without values. */
interface Columns {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

/** The prepared statements of a connection. */
interface Prepared {
  /** The connection, but it never asks the database to describe a result. */
  readonly silent: Connection;
  /** What the database said about the columns of their results, by name of the statement. */
  readonly columns: Map<string, Columns>;
}
const preparedOn = new WeakMap<Connection, Prepared>();

/**
 * A prepared statement. What its result looks like is asked and worked out once per connection: a result with other columns would be an
 * error (“cached plan must not change result type”).
 */
class NamedQuery extends Query<Row> {
  readonly #name: string;
  #columns: Map<string, Columns> | undefined;

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
    Object.assign(this._result, known);
    this._accumulateRows = true;
    super.prepare(silent);
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#columns?.set(this.#name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

function preparedOf(connection: Connection): Prepared {
  const known = preparedOn.get(connection);
  if (known !== undefined) return known;
  const silent: Connection = Object.create(connection, { describe: { value: () => undefined } });
  const prepared = { silent, columns: new Map<string, Columns>() };
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
