import { DummyDriver, Transaction } from 'kysely';
import type { Db } from './database.ts';
import { dialect, DirectExecutor } from './direct-executor.ts';
import { runInTransaction } from './inside-transaction.ts';
import type { Database } from './schema.ts';

/** Runs a transaction without audit entries. Use `tx` for everything in `work`. */
export function transact<T>(db: Db, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  return openTransaction(db, (tx) => runInTransaction(() => work(tx)));
}

/**
 * Runs a transaction whose statements are sent at once, in the order of the calls. Await `together` what does not need each other's
 * results. Kysely itself would wait for each result before the next statement.
 */
export function openTransaction<T>(db: Db, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const connection = await tx.getExecutor().provideConnection(async (own) => own);
    const executor = new DirectExecutor({ provideConnection: (use) => use(connection) }, (query) =>
      connection.executeQuery(query),
    );
    // A transaction opens no connections, so it needs no driver.
    return work(new Transaction({ config: { dialect }, dialect, driver: new DummyDriver(), executor }));
  });
}
