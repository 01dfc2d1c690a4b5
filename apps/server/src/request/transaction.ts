import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'kysely';
import { appendEntries } from '#audit/append.ts';
import type { AuditEntry, AuditEntryInput } from '#audit/audit-entry.ts';
import { completeEntry } from './audit-entry.ts';
import type { RequestContext } from './context.ts';
import { insertActivity, type ActivityInput } from '#live/activity-store.ts';
import { runInTransaction } from '#db/inside-transaction.ts';
import type { Database } from '#db/schema.ts';
import { notify, type Channel, type Notifications } from '#db/notifier.ts';

/**
 * The open transaction of a service. Its changes, audit entries, activities and notifications commit together or not
 * at all.
 */
export interface Tx {
  readonly db: Transaction<Database>;
  audit(entry: AuditEntryInput): void;
  activity(activity: ActivityInput): void;
  notify<C extends Channel>(channel: C, payload: Notifications[C]): void;
}

const current = new AsyncLocalStorage<{ readonly unit: Tx; isOpen: boolean }>();

/** The unit of work that the caller runs in, while it is open. */
export function currentTransaction(): Tx | undefined {
  const open = current.getStore();
  return open?.isOpen === true ? open.unit : undefined;
}

/**
 * Runs a service’s change, audit entries and notifications in one transaction. Joins a transaction that is already
 * open, such as one of a request with an idempotency key. Appends audit entries last.
 */
export async function inTransaction<T>(context: RequestContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  const outer = currentTransaction();
  if (outer !== undefined) return work(outer);
  const { result, written } = await context.deps.db.transaction().execute(async (db) => {
    const unit = new UnitOfWork(context, db);
    const open = { unit, isOpen: true };
    try {
      return await runInTransaction(() =>
        current.run(open, async () => ({ result: await work(unit), written: await unit.flush() })),
      );
    } finally {
      open.isOpen = false;
    }
  });
  context.audited.count += written;
  return result;
}

class UnitOfWork implements Tx {
  readonly db: Transaction<Database>;
  readonly #context: RequestContext;
  readonly #entries: AuditEntry[] = [];
  readonly #activities: ActivityInput[] = [];
  readonly #notifications: (() => Promise<void>)[] = [];

  constructor(context: RequestContext, db: Transaction<Database>) {
    this.#context = context;
    this.db = db;
  }

  audit(entry: AuditEntryInput): void {
    this.#entries.push(completeEntry(this.#context, entry));
  }

  activity(activity: ActivityInput): void {
    this.#activities.push(activity);
  }

  notify<C extends Channel>(channel: C, payload: Notifications[C]): void {
    this.#notifications.push(() => notify(this.db, channel, payload));
  }

  async flush(): Promise<number> {
    for (const activity of this.#activities) {
      const id = await insertActivity(this.db, activity, this.#context.now, this.#context.user?.id ?? null);
      await notify(this.db, 'activity', { id });
    }
    for (const send of this.#notifications) await send();
    await appendEntries(this.db, this.#context.deps.keys.audit, this.#entries);
    return this.#entries.length;
  }
}
