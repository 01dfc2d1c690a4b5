import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'kysely';
import { appendEntries, AuditUnavailable, linkEntries } from '#audit/append.ts';
import type { AuditEntry, AuditEntryInput } from '#audit/audit-entry.ts';
import type { ChainHead } from '#audit/chain.ts';
import type { TakenChain } from '#audit/owned-chains.ts';
import { completeEntry } from './audit-entry.ts';
import type { RequestContext } from './context.ts';
import { FinalStatementError } from '#db/driver.ts';
import { addActivity, type ActivityInput } from '#live/activity-store.ts';
import { addNotification, type NotificationInput } from '#live/notification-store.ts';
import { runInTransaction } from '#db/inside-transaction.ts';
import { openTransaction } from '#db/open-transaction.ts';
import type { Database } from '#db/schema.ts';
import { sendWithCommit } from '#db/with-commit.ts';
import { notify, type Channel, type Notifications } from '#db/notifier.ts';

/**
 * The open transaction of a service. Its changes, audit entries, activities and notifications commit together or not
 * at all.
 */
export interface Tx {
  readonly db: Transaction<Database>;
  audit(entry: AuditEntryInput): void;
  activity(activity: ActivityInput): void;
  /** Adds a notification for a user, unless they caused it themselves. What their API key did is news to them. */
  notifyUser(notification: NotificationInput): void;
  notify<C extends Channel>(channel: C, payload: Notifications[C]): void;
  /** Starts work that goes on without the request, once everything is committed. */
  afterCommit(start: () => void): void;
}

const current = new AsyncLocalStorage<{ readonly unit: Tx; isOpen: boolean }>();

/** The unit of work that the caller runs in, while it is open. */
export function currentTransaction(): Tx | undefined {
  const open = current.getStore();
  return open?.isOpen === true ? open.unit : undefined;
}

/**
 * Runs a service’s change, audit entries and notifications in one transaction. Joins a transaction that is already
 * open, such as one of a request with an idempotency key. Appends audit entries last. Throws AuditUnavailable.
 */
export async function inTransaction<T>(context: RequestContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  const outer = currentTransaction();
  if (outer !== undefined) return work(outer);
  let unit: UnitOfWork | undefined;
  try {
    const result = await openTransaction(context.deps.db, async (db) => {
      const opened = (unit = new UnitOfWork(context, db));
      const open = { unit: opened, isOpen: true };
      try {
        return await runInTransaction(() =>
          current.run(open, async () => {
            const done = await work(opened);
            await opened.flush();
            return done;
          }),
        );
      } finally {
        open.isOpen = false;
      }
    });
    unit?.committed();
    return result;
  } catch (error) {
    unit?.failed();
    if (!(error instanceof FinalStatementError)) throw error;
    throw error.statement.includes('audit_log') ? new AuditUnavailable(error.cause) : error.cause;
  }
}

class UnitOfWork implements Tx {
  readonly db: Transaction<Database>;
  readonly #context: RequestContext;
  readonly #entries: AuditEntry[] = [];
  readonly #activities: ActivityInput[] = [];
  readonly #userNotifications: NotificationInput[] = [];
  readonly #notifications: (() => Promise<void>)[] = [];
  readonly #starts: (() => void)[] = [];
  /** The chain of the audit log that the entries extend, and its head after them. */
  #chain: TakenChain | undefined;
  #head: ChainHead | undefined;

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

  notifyUser(notification: NotificationInput): void {
    const { user } = this.#context;
    const isOwn = user?.id === notification.userId && user.apiKey === null;
    if (!isOwn) this.#userNotifications.push(notification);
  }

  notify<C extends Channel>(channel: C, payload: Notifications[C]): void {
    this.#notifications.push(() => notify(this.db, channel, payload));
  }

  afterCommit(start: () => void): void {
    this.#starts.push(start);
  }

  /** Hands over the last statements, which are sent with the commit. */
  async flush(): Promise<void> {
    const { now, user, deps } = this.#context;
    for (const activity of this.#activities) await addActivity(this.db, activity, now, user?.id ?? null);
    for (const notification of this.#userNotifications)
      await addNotification(this.db, notification, now, user?.id ?? null);
    for (const send of this.#notifications) await send();
    if (this.#entries.length === 0) return;
    this.#chain = await this.#takeChain();
    if (this.#chain === undefined) return appendEntries(this.db, deps.keys.audit, this.#entries);
    const { statement, head } = linkEntries(deps.keys.audit, this.#chain.head, this.#entries);
    this.#head = head;
    await sendWithCommit(this.db, statement);
  }

  async #takeChain(): Promise<TakenChain | undefined> {
    try {
      return await this.#context.deps.auditChains.take(this.db);
    } catch (error) {
      throw new AuditUnavailable(error);
    }
  }

  committed(): void {
    if (this.#head !== undefined) this.#chain?.extended(this.#head);
    this.#context.audited.count += this.#entries.length;
    for (const start of this.#starts) start();
  }

  failed(): void {
    this.#chain?.failed();
  }
}
