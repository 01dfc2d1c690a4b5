import type { Transaction } from 'kysely';
import type { Db } from './database.ts';
import { runInTransaction } from './inside-transaction.ts';
import type { Database } from './schema.ts';

/** Runs a transaction without audit entries. Use `tx` for everything in `work`. */
export function transact<T>(db: Db, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx) => runInTransaction(() => work(tx)));
}
