import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'kysely';
import type { Db } from './database.ts';
import type { Database } from './schema.ts';
import type { Tx } from './transaction.ts';

interface OpenTransaction {
  /** Of a service's change; other transactions have no audit entries. */
  readonly unit: Tx | undefined;
  isOpen: boolean;
}
const current = new AsyncLocalStorage<OpenTransaction>();

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

/** The service's transaction that the caller runs in. */
export function openUnit(): Tx | undefined {
  const open = current.getStore();
  return open?.isOpen === true ? open.unit : undefined;
}

/** Runs the work of a transaction so that everything it calls knows that it is inside one. */
export async function insideTransaction<T>(unit: Tx | undefined, work: () => Promise<T>): Promise<T> {
  const open: OpenTransaction = { unit, isOpen: true };
  try {
    return await current.run(open, work);
  } finally {
    // What the work left running, such as a timer, is outside again.
    open.isOpen = false;
  }
}

/** A transaction without audit entries of its own. Everything in `work` goes through `tx`. */
export function transact<T>(db: Db, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx) => insideTransaction(undefined, () => work(tx)));
}
