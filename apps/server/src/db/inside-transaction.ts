import { AsyncLocalStorage } from 'node:async_hooks';

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
