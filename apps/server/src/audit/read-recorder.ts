import type { Db } from '#db/database.ts';
import { assertOutsideTransaction } from '#db/inside-transaction.ts';
import { transact } from '#db/open-transaction.ts';
import { appendEntries } from './append.ts';
import type { AuditEntry } from './audit-entry.ts';

interface Waiting {
  readonly entries: readonly AuditEntry[];
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Most requests that share one commit, to limit the size of a transaction. */
const MAX_BATCH = 200;

/**
 * Records reads before their responses are sent. Reads that arrive during a commit share the next one, so a busy process needs
 * only one durable commit for many reads. If the commit fails, all reads of the batch fail.
 */
export class ReadRecorder {
  readonly #db: Db;
  readonly #key: Buffer;
  #waiting: Waiting[] = [];
  #writers = 0;

  constructor(db: Db, key: Buffer) {
    this.#db = db;
    this.#key = key;
  }

  /** Resolves when the entries are durable. Throws inside a transaction, which must record on its own connection. */
  async record(entries: readonly AuditEntry[]): Promise<void> {
    assertOutsideTransaction();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entries, done: resolve, failed: reject });
      if (this.#writers < 2) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#writers += 1;
    try {
      while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0, MAX_BATCH));
    } finally {
      this.#writers -= 1;
    }
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    try {
      await transact(this.#db, (tx) =>
        appendEntries(
          tx,
          this.#key,
          batch.flatMap(({ entries }) => entries),
        ),
      );
      for (const { done } of batch) done();
    } catch (error) {
      for (const { failed } of batch) failed(error);
    }
  }
}
