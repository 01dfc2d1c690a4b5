import { CompiledQuery } from 'kysely';
import type { Db } from './database.ts';

/**
 * A statement whose text never depends on its parameters, so it is compiled once. `compile` must use every parameter once, in order. The
 * function that it returns reads the rows.
 */
export function fixedStatement<P extends readonly unknown[], Row>(
  compile: (db: Db, ...parameters: P) => CompiledQuery<Row>,
): (db: Db, ...parameters: P) => Promise<Row[]> {
  let text: string | undefined;
  return async (db, ...parameters) => {
    if (text === undefined) {
      const query = compile(db, ...parameters);
      assertInOrder(query.parameters, parameters);
      text = query.sql;
    }
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]));
    return rows;
  };
}

function assertInOrder(used: readonly unknown[], given: readonly unknown[]): void {
  if (used.length !== given.length || used.some((parameter, index) => !Object.is(parameter, given[index])))
    throw new Error('a fixed statement must use its parameters once and in order');
}
