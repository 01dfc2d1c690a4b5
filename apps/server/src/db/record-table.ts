import { namesOf, type Fields, type RowOf, type ValuesOf } from '@portal/contract/record';
import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import type { Db } from './database.ts';
import type { Database } from './schema.ts';

type Snake<S extends string> = S extends `${infer C}${infer Rest}`
  ? `${C extends Lowercase<C> ? C : `_${Lowercase<C>}`}${Snake<Rest>}`
  : S;
/** Applies to each name of a union. */
type Aliased<N> = N extends string ? `${Snake<N>} as ${N}` : never;
type FieldColumns<F extends Fields> = {
  [N in keyof F & string as Snake<N>]: ValuesOf<F>[N];
} & { id: string; version: number };
/** The columns that are neither generated nor set by `recordTable`. */
type OwnColumns<T extends keyof Database> = Pick<
  Selectable<Database[T]>,
  keyof Selectable<Database[T]> & Exclude<keyof Insertable<Database[T]>, 'created_at' | 'updated_at'>
>;
/** The tables whose columns are the fields, each of the same type. */
type TableOf<F extends Fields> = {
  [T in keyof Database]: [OwnColumns<T>, FieldColumns<F>] extends [FieldColumns<F>, OwnColumns<T>]
    ? T
    : never;
}[keyof Database];
type StampOf<T extends keyof Database> = 'updated_at' extends keyof Database[T] ? ['updated_at'] : [];
type Stamped<T extends keyof Database> = 'updated_at' extends keyof Database[T]
  ? { readonly updatedAt: Date }
  : object;

/** The statements of a record’s table. */
export interface RecordTable<F extends Fields, Row extends RowOf<F>> {
  readonly valuesOf: (row: ValuesOf<F>) => ValuesOf<F>;
  /** Finds a record and locks it until the transaction ends. */
  readonly lock: (db: Db, id: string) => Promise<Row | undefined>;
  readonly insert: (db: Db, values: ValuesOf<F>, now: Date) => Promise<Row>;
  /** Updates a record and increments its version. */
  readonly update: (db: Db, id: string, values: ValuesOf<F>, now: Date) => Promise<Row>;
  readonly remove: (db: Db, id: string) => Promise<unknown>;
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columnOf = (name: string) => sql.ref(snake(name));

/** The columns of these names for Kysely: `first_name as firstName`. */
export const columnsAs = <N extends string>(names: readonly N[]) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `snake` does, which a template cannot state
  names.map((name) => `${snake(name)} as ${name}`) as unknown as readonly Aliased<N>[];

/** The columns of these names for SQL; `of` is their table, if there are others. The names are from the code, never from a request. */
export const selectOf = (names: readonly string[], of?: string): RawBuilder<unknown> => {
  const table = of === undefined ? '' : `"${of}".`;
  return sql.raw(names.map((name) => `${table}"${snake(name)}" as "${name}"`).join(', '));
};

/** The fields of a record in a table that has other columns, too, for statements that are written by hand. */
export const recordColumns = <F extends Fields>(fields: F) => namedColumns<ValuesOf<F>>(namesOf(fields));

/** Like `recordColumns`, for values whose names are known in another way. */
export function namedColumns<V extends object>(names: readonly (keyof V & string)[]) {
  const columns = names.map((name) => [name, snake(name)] as const);
  return {
    names,
    /** The fields alone. */
    valuesOf: (row: V) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, which fromEntries cannot state
      Object.fromEntries(names.map((name) => [name, row[name]])) as V,
    /** The fields alone, by column. */
    byColumn: (values: V) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, which fromEntries cannot state
      Object.fromEntries(columns.map(([name, column]) => [column, values[name]])) as {
        [N in keyof V & string as Snake<N>]: V[N];
      },
  };
}

/**
 * The statements of a record’s table. Its columns are the fields: a field without a column, and a column without a field, is a type
 * error. A table with `updated_at` must say so, and gets it with each change.
 */
export function recordTable<F extends Fields, T extends TableOf<F>>(
  fields: F,
  table: T,
  ...[stamp]: StampOf<T>
): RecordTable<F, RowOf<F> & Stamped<T>> & { readonly columns: RawBuilder<unknown> } {
  type Row = RowOf<F> & Stamped<T>;
  const into = sql.table(table);
  const { names, valuesOf } = recordColumns(fields);
  const columns = selectOf(['id', ...names, 'version', ...(stamp === undefined ? [] : ['updatedAt'])]);
  const stamps = stamp === undefined ? [] : [sql.ref(stamp)];
  const written = async (db: Db, query: RawBuilder<Row>) => {
    const [row] = (await query.execute(db)).rows;
    if (row === undefined) throw new Error(`Nothing was written to ${table}`);
    return row;
  };
  return {
    columns,
    valuesOf,
    lock: async (db, id) =>
      (await sql<Row>`select ${columns} from ${into} where id = ${id} for update`.execute(db)).rows[0],
    insert: (db, values, now) =>
      written(
        db,
        sql`insert into ${into} (${sql.join([...names.map(columnOf), ...stamps])})
          values (${sql.join([...names.map((name) => values[name]), ...stamps.map(() => now)])}) returning ${columns}`,
      ),
    update: (db, id, values, now) => {
      const set = [
        ...names.map((name) => sql`${columnOf(name)} = ${values[name]}`),
        ...stamps.map((column) => sql`${column} = ${now}`),
      ];
      return written(
        db,
        sql`update ${into} set ${sql.join(set)}, version = version + 1 where id = ${id} returning ${columns}`,
      );
    },
    remove: (db, id) => sql`delete from ${into} where id = ${id}`.execute(db),
  };
}
