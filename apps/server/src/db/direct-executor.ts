import {
  DefaultQueryExecutor,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type ConnectionProvider,
  type Dialect,
  type QueryResult,
} from 'kysely';

/** Its users bring their own driver and executor. */
export const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

type Execute = <R>(query: CompiledQuery) => Promise<QueryResult<R>>;

/** Passes statements on. Kysely’s own executor provides a connection for each, which takes as long as sending a short statement. */
export class DirectExecutor extends DefaultQueryExecutor {
  readonly #execute: Execute;

  constructor(connections: ConnectionProvider, execute: Execute) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), connections);
    this.#execute = execute;
  }

  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#execute<R>(query);
  }
}
