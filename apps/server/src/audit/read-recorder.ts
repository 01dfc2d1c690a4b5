import type { Db } from '#db/database.ts';
import { assertOutsideTransaction } from '#db/inside-transaction.ts';
import { transact } from '#db/open-transaction.ts';
import { appendEntries, AuditUnavailable, linkEntries } from './append.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { OwnedChains } from './owned-chains.ts';

interface Waiting {
  readonly entries: readonly AuditEntry[];
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Notified of every batch with its number of reads. The promise ends when they are recorded. */
type BatchObserver = (reads: number, recorded: Promise<void>) => Promise<void>;

/** Most requests that share one statement, to limit its size. */
const MAX_BATCH = 200;

/**
 * Records reads before their responses are sent. Reads that arrive during a commit share the next one, so a busy process needs
 * only one durable commit for many reads. If the commit fails, all reads of the batch fail.
 */
export class ReadRecorder {
  readonly #db: Db;
  readonly #key: Buffer;
  readonly #chains: OwnedChains;
  #waiting: Waiting[] = [];
  #isWriting = false;
  #observer: BatchObserver | undefined;
  #lastRecordedAt: Date | undefined;

  constructor(db: Db, key: Buffer, chains: OwnedChains) {
    this.#db = db;
    this.#key = key;
    this.#chains = chains;
  }

  /** Number of requests that wait to be recorded. */
  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** The time of the last entry, if the last batch was recorded. */
  get lastRecordedAt(): Date | undefined {
    return this.#lastRecordedAt;
  }

  /** Sets the observer of batches. */
  observe(observer: BatchObserver): void {
    this.#observer = observer;
  }

  /** Resolves when the entries are durable. Throws inside a transaction, which must record on its own connection. */
  async record(entries: readonly AuditEntry[]): Promise<void> {
    assertOutsideTransaction();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entries, done: resolve, failed: reject });
      if (!this.#isWriting) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#isWriting = true;
    try {
      while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0, MAX_BATCH));
    } finally {
      this.#isWriting = false;
    }
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    try {
      const recorded = this.#append(batch.flatMap(({ entries }) => entries));
      void this.#observer?.(batch.length, recorded);
      await recorded;
      this.#lastRecordedAt = batch.at(-1)?.entries.at(-1)?.at;
      for (const { done } of batch) done();
    } catch (error) {
      this.#lastRecordedAt = undefined;
      for (const { failed } of batch) failed(error);
    }
  }

  async #append(entries: readonly AuditEntry[]): Promise<void> {
    const chain = await this.#chains.take(this.#db);
    if (chain === undefined) return transact(this.#db, (tx) => appendEntries(tx, this.#key, entries));
    try {
      const { statement, head } = linkEntries(this.#key, chain.head, entries);
      await this.#db.executeQuery(statement.compile(this.#db));
      chain.extended(head);
    } catch (error) {
      chain.failed();
      throw new AuditUnavailable(error);
    }
  }
}
