import type { Fields, RowOf, ValuesOf } from '@portal/contract/record';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Db } from './database.ts';
import type { Database } from './schema.ts';

type Snake<S extends string> = S extends `${infer C}${infer Rest}`
  ? `${C extends Lowercase<C> ? C : `_${Lowercase<C>}`}${Snake<Rest>}`
  : S;
type ColumnsOf<F extends Fields> = {
  [N in keyof F & string as Snake<N>]: ValuesOf<F>[N];
} & { id: string; version: number };
/** Set by the database or by `recordTable`. */
type Stamp = 'created_at' | 'updated_at';
/** The tables whose columns are the fields, each of the same type. */
export type TableOf<F extends Fields> = {
  [T in keyof Database]: [Omit<Selectable<Database[T]>, Stamp>, ColumnsOf<F>] extends [
    ColumnsOf<F>,
    Omit<Selectable<Database[T]>, Stamp>,
  ]
    ? T
    : never;
}[keyof Database];
type StampOf<T extends keyof Database> = 'updated_at' extends keyof Database[T] ? ['updated_at'] : [];

const columnOf = (name: string) => sql.ref(name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/**
 * The statements of a record’s table. Its columns are the fields: a field without a column, and a column without a field, is a type
 * error. A table with `updated_at` must say so, and gets it with each update.
 */
export function recordTable<F extends Fields, T extends TableOf<F>>(
  fields: F,
  table: T,
  ...[stamp]: StampOf<T>
) {
  type Row = RowOf<F>;
  const into = sql.table(table);
  const names: readonly (keyof F & string)[] = Object.keys(fields);
  const columns = sql.join(
    ['id', ...names, 'version'].map((name) => sql`${columnOf(name)} as ${sql.ref(name)}`),
  );
  const inserted = sql.join(names.map(columnOf));
  const written = async (db: Db, query: RawBuilder<Row>) => {
    const [row] = (await query.execute(db)).rows;
    if (row === undefined) throw new Error(`Nothing was written to ${table}`);
    return row;
  };
  return {
    /** The columns to select, named as the fields. */
    columns,
    valuesOf: (row: ValuesOf<F>) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, which fromEntries cannot state
      Object.fromEntries(names.map((name) => [name, row[name]])) as ValuesOf<F>,
    /** Finds a record and locks it until the transaction ends. */
    lock: async (db: Db, id: string) =>
      (await sql<Row>`select ${columns} from ${into} where id = ${id} for update`.execute(db)).rows[0],
    insert: (db: Db, values: ValuesOf<F>) =>
      written(
        db,
        sql`insert into ${into} (${inserted}) values (${sql.join(names.map((name) => values[name]))}) returning ${columns}`,
      ),
    /** Updates a record and increments its version. */
    update: (db: Db, id: string, values: ValuesOf<F>, now: Date) => {
      const set = names.map((name) => sql`${columnOf(name)} = ${values[name]}`);
      if (stamp !== undefined) set.push(sql`updated_at = ${now}`);
      return written(
        db,
        sql`update ${into} set ${sql.join(set)}, version = version + 1 where id = ${id} returning ${columns}`,
      );
    },
    remove: (db: Db, id: string) => sql`delete from ${into} where id = ${id}`.execute(db),
  };
}
export type RecordTable<F extends Fields> = Omit<ReturnType<typeof recordTable<F, TableOf<F>>>, 'columns'>;
