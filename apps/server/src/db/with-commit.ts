import type { CompiledQuery, Kysely } from 'kysely';
import type { Database } from './schema.ts';

const sentWithCommit = new WeakSet<CompiledQuery>();

/**
 * Sends one of the last statements of a transaction, whose result nobody needs, together with the commit, which fails if the statement
 * fails. Outside a transaction it is sent at once.
 */
export async function sendWithCommit(
  db: Kysely<Database>,
  statement: { readonly compile: (db: Kysely<Database>) => CompiledQuery },
): Promise<void> {
  const query = statement.compile(db);
  sentWithCommit.add(query);
  await db.executeQuery(query);
}

export const isSentWithCommit = (query: CompiledQuery): boolean => sentWithCommit.has(query);
