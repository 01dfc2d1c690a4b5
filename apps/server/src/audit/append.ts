import { randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import { PREPARED } from '#db/prepared.ts';
import type { Database } from '#db/schema.ts';
import type { AuditEntry } from './audit-entry.ts';
import { CHAIN_COUNT, entryMac, genesisMac, headMac, type ChainHead } from './chain.ts';
import { storableEntry } from './storable.ts';

/** Creates the chain heads of an empty log. Existing heads are unchanged. */
export async function ensureChains(tx: Transaction<Database>, key: Buffer): Promise<void> {
  const heads = Array.from({ length: CHAIN_COUNT }, (_, chain) => ({
    chain,
    seq: 0,
    mac: genesisMac(key, chain),
  }));
  await tx
    .insertInto('audit_chains')
    .values(
      heads.map((head) => ({ chain: head.chain, seq: '0', mac: head.mac, head_mac: headMac(key, head) })),
    )
    .onConflict((conflict) => conflict.column('chain').doNothing())
    .execute();
}

/** Rows per statement: PostgreSQL allows 65,535 parameters. */
const CHUNK = 1_000;

/**
 * Appends entries to one chain, in the caller's transaction. Uses any unlocked chain, and waits for one only if all are locked.
 * Call it last in a transaction, so that the chain is locked only during the commit. Throws AuditUnavailable.
 */
export async function appendEntries(
  tx: Transaction<Database>,
  key: Buffer,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  try {
    await append(tx, key, entries);
  } catch (error) {
    throw new AuditUnavailable(error);
  }
}

/** The audit log could not be written, so the action to be recorded must not happen. The cause is for the server log. */
export class AuditUnavailable extends Error {
  override readonly name = 'AuditUnavailable';
  constructor(cause: unknown) {
    super('the audit log could not be written', { cause });
  }
}

async function append(tx: Transaction<Database>, key: Buffer, entries: readonly AuditEntry[]): Promise<void> {
  let head = await takeChain(tx);
  const rows = entries.map((given) => {
    const entry = storableEntry(given);
    const seq = head.seq + 1;
    const mac = entryMac(key, head.chain, seq, head.mac, entry);
    head = { chain: head.chain, seq, mac };
    return {
      id: entry.id,
      at: entry.at,
      chain: head.chain,
      seq: String(seq),
      user_id: entry.userId,
      session_id: entry.sessionId,
      action: entry.action,
      entity_type: entry.entityType,
      entity_id: entry.entityId,
      patient_id: entry.patientId,
      ip_address: entry.ipAddress,
      reason: entry.reason,
      request_id: entry.requestId,
      old_values: entry.oldValues === null ? null : JSON.stringify(entry.oldValues),
      new_values: entry.newValues === null ? null : JSON.stringify(entry.newValues),
      mac,
    };
  });
  const statement = tx
    .with('head', (db) =>
      db
        .updateTable('audit_chains')
        .set({ seq: String(head.seq), mac: head.mac, head_mac: headMac(key, head) })
        .where('chain', '=', head.chain),
    )
    .insertInto('audit_log')
    .values(rows.slice(0, CHUNK));
  // Nearly all calls write one entry, so only that statement is prepared.
  await (rows.length === 1 ? statement.modifyEnd(PREPARED) : statement).execute();
  for (let start = CHUNK; start < rows.length; start += CHUNK) {
    await tx
      .insertInto('audit_log')
      .values(rows.slice(start, start + CHUNK))
      .execute();
  }
}

async function takeChain(tx: Transaction<Database>): Promise<ChainHead> {
  const free = await tx
    .selectFrom('audit_chains')
    .select(['chain', 'seq', 'mac'])
    .orderBy('chain')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  const row =
    free ??
    (await tx
      .selectFrom('audit_chains')
      .select(['chain', 'seq', 'mac'])
      .where('chain', '=', randomInt(CHAIN_COUNT))
      .forUpdate()
      .executeTakeFirstOrThrow());
  return { chain: row.chain, seq: Number(row.seq), mac: row.mac };
}
