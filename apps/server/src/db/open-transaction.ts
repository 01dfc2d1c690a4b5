import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'kysely';
import type { Db } from './database.ts';
import type { Database } from './schema.ts';
import type { Tx } from './transaction.ts';

interface OpenTransaction {
  /** Set for a service’s transaction. Other transactions have no audit entries. */
  readonly unit: Tx | undefined;
  isOpen: boolean;
}
const current = new AsyncLocalStorage<OpenTransaction>();

/**
 * A transaction requested a second connection. Enough concurrent requests like that would exhaust the pool and
 * deadlock.
 */
export class SecondConnectionError extends Error {
  override readonly name = 'SecondConnectionError';
  constructor() {
    super('Inside a transaction, use its connection and audit methods, not the pool or the read recorder.');
  }
}

/** Throws `SecondConnectionError` inside a transaction. */
export function refuseInsideTransaction(): void {
  if (current.getStore()?.isOpen === true) throw new SecondConnectionError();
}

/** The service transaction that the caller runs in, or undefined. */
export function openUnit(): Tx | undefined {
  const open = current.getStore();
  return open?.isOpen === true ? open.unit : undefined;
}

/** Runs the work of a transaction so that everything it calls can detect it. */
export async function insideTransaction<T>(unit: Tx | undefined, work: () => Promise<T>): Promise<T> {
  const open: OpenTransaction = { unit, isOpen: true };
  try {
    return await current.run(open, work);
  } finally {
    // Anything that is still running, such as a timer, is now outside the transaction.
    open.isOpen = false;
  }
}

/** Runs a transaction without audit entries. Use `tx` for everything in `work`. */
export function transact<T>(db: Db, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx) => insideTransaction(undefined, () => work(tx)));
}
