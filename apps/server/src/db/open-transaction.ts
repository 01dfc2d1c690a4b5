import type { Transaction } from 'kysely';
import type { Db } from './database.ts';
import { insideTransaction } from './inside-transaction.ts';
import type { Database } from './schema.ts';

/** A transaction without audit entries of its own. Everything in `work` goes through `tx`. */
export function transact<T>(db: Db, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx) => insideTransaction(() => work(tx)));
}
