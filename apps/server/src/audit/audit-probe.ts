import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { transact } from '#db/open-transaction.ts';
import type { Clock } from '#platform/clock.ts';
import { appendEntries } from './append.ts';
import type { AuditEntry } from './audit-entry.ts';
import { auditEntryId } from './entry-id.ts';
import type { ReadRecorder } from './read-recorder.ts';

/** An entry is committed at most this often, so that checks do not fill the log. Records of real reads count as well. */
const PROVEN_MS = 30 * 60_000;
/** A blocked log must not keep connections. */
const PATIENCE = '1200ms';
const REASON = 'System status check';

class RolledBack extends Error {}

/**
 * Whether entries can be appended to the audit log and read back, as the application and on its way. Every check appends an entry and
 * takes it back. If nothing was recorded for half an hour, or the last attempt failed, it also records one for good.
 */
export class AuditProbe {
  readonly #db: Db;
  readonly #key: Buffer;
  readonly #clock: Clock;
  readonly #recorder: ReadRecorder | undefined;
  #running: Promise<void> | undefined;

  /** Without a recorder, it leaves nothing behind. */
  constructor(db: Db, key: Buffer, clock: Clock, recorder?: ReadRecorder) {
    this.#db = db;
    this.#key = key;
    this.#clock = clock;
    this.#recorder = recorder;
  }

  /** Rejects when the log cannot be written or read. Checks that come before it ends share the result. */
  check(): Promise<void> {
    this.#running ??= this.#check().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #check(): Promise<void> {
    await this.#appendAndTakeBack();
    const provenAt = this.#recorder?.lastRecordedAt;
    if (this.#recorder === undefined) return;
    const now = this.#clock.now();
    if (provenAt !== undefined && Math.abs(now.getTime() - provenAt.getTime()) < PROVEN_MS) return;
    const entry = entryOf(now);
    await this.#recorder.record([entry]);
    if (!(await this.#isReadable(this.#db, entry))) throw new Error('A recorded entry cannot be read');
  }

  async #appendAndTakeBack(): Promise<void> {
    const entry = entryOf(this.#clock.now());
    try {
      await transact(this.#db, async (tx) => {
        await sql`select set_config('statement_timeout', ${PATIENCE}, true)`.execute(tx);
        await appendEntries(tx, this.#key, [entry]);
        if (!(await this.#isReadable(tx, entry))) throw new Error('An appended entry cannot be read');
        throw new RolledBack();
      });
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
    }
  }

  async #isReadable(db: Db, { id, at }: AuditEntry): Promise<boolean> {
    const row = await db
      .selectFrom('audit_log')
      .select('id')
      .where('id', '=', id)
      .where('at', '=', at)
      .executeTakeFirst();
    return row !== undefined;
  }
}

const entryOf = (at: Date): AuditEntry => ({
  id: auditEntryId(at),
  at,
  userId: null,
  sessionId: null,
  apiKeyId: null,
  action: 'Viewed',
  entityType: 'System',
  entityId: null,
  patientId: null,
  ipAddress: null,
  reason: REASON,
  requestId: null,
  oldValues: null,
  newValues: null,
});
