import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'kysely';
import type { Db } from './database.ts';
import type { Database } from './schema.ts';

const current = new AsyncLocalStorage<{ isOpen: boolean }>();

/** A transaction asked for a second connection. Enough such calls at once hold the whole pool and wait for each other. */
export class SecondConnectionError extends Error {
  override readonly name = 'SecondConnectionError';
  constructor() {
    super('Inside a transaction, use its own connection and audit, not the pool or the read recorder.');
  }
}

/** Throws `SecondConnectionError` inside a transaction. */
export function refuseInsideTransaction(): void {
  if (current.getStore()?.isOpen === true) throw new SecondConnectionError();
}

/** Runs the work of a transaction so that everything it calls knows that it is inside one. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const open = { isOpen: true };
  try {
    return await current.run(open, work);
  } finally {
    // What the work left running, such as a timer, is outside again.
    open.isOpen = false;
  }
}

/** A transaction without audit entries of its own. Everything in `work` goes through `tx`. */
export function transact<T>(db: Db, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx) => insideTransaction(() => work(tx)));
}
