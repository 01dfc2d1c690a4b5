import { CompiledQuery } from 'kysely';
import type { Db } from './database.ts';

/**
 * A statement whose text never depends on its parameters, so it is compiled once. `compile` must use every parameter once, in order. The
 * function that it returns reads the rows.
 */
export function fixedStatement<P extends readonly unknown[], Row>(
  compile: (db: Db, ...parameters: P) => CompiledQuery<Row>,
): (db: Db, ...parameters: P) => Promise<Row[]> {
  const query = fixedQuery(compile);
  return async (db, ...parameters) => (await db.executeQuery(query(db, ...parameters))).rows;
}

/** Like `fixedStatement`, but not sent yet. */
export function fixedQuery<P extends readonly unknown[], Row>(
  compile: (db: Db, ...parameters: P) => CompiledQuery<Row>,
): (db: Db, ...parameters: P) => CompiledQuery<Row> {
  let fixed: CompiledQuery<Row> | undefined;
  return (db, ...parameters) => {
    if (fixed === undefined) {
      const query = compile(db, ...parameters);
      assertInOrder(query.parameters, parameters);
      // Only the text is kept, not the first parameters.
      fixed = CompiledQuery.raw(query.sql);
    }
    return { ...fixed, parameters };
  };
}

function assertInOrder(used: readonly unknown[], given: readonly unknown[]): void {
  if (used.length !== given.length || used.some((parameter, index) => !Object.is(parameter, given[index])))
    throw new Error('a fixed statement must use its parameters once and in order');
}
