import type { Transaction } from 'kysely';
import { appendEntries } from '../audit/append.ts';
import type { AuditEntry, AuditEntryInput } from '../audit/audit-entry.ts';
import { completeEntry } from '../audit/record.ts';
import type { RequestContext } from '../http/context.ts';
import { insertActivity, type ActivityInput } from '../live/activity-store.ts';
import { insideTransaction, openUnit } from './open-transaction.ts';
import type { Database } from './schema.ts';
import { notify, type Channel, type Notifications } from './notifier.ts';

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

/**
 * Runs a service’s change, audit entries and notifications in one transaction. Joins a transaction that is already
 * open, such as one of a request with an idempotency key. Appends audit entries last.
 */
export async function inTransaction<T>(context: RequestContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  const open = openUnit();
  if (open !== undefined) return work(open);
  const { result, written } = await context.deps.db.transaction().execute((db) => {
    const unit = new UnitOfWork(context, db);
    return insideTransaction(unit, async () => {
      const value = await work(unit);
      return { result: value, written: await unit.flush() };
    });
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
