import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<{ isOpen: boolean }>();

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
export function assertOutsideTransaction(): void {
  if (current.getStore()?.isOpen === true) throw new SecondConnectionError();
}

/** Runs the work of a transaction so that everything it calls can detect it. */
export async function runInTransaction<T>(work: () => Promise<T>): Promise<T> {
  const open = { isOpen: true };
  try {
    return await current.run(open, work);
  } finally {
    // Anything that is still running, such as a timer, is now outside the transaction.
    open.isOpen = false;
  }
}
