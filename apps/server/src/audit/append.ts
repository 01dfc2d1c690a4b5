import { randomInt } from 'node:crypto';
import { sql, type CompiledQuery, type Transaction } from 'kysely';
import type { Db } from '#db/database.ts';
import { fixedQuery } from '#db/fixed-statement.ts';
import { PREPARED } from '#db/statement-marks.ts';
import type { Database } from '#db/schema.ts';
import type { AuditEntry } from './audit-entry.ts';
import { CHAIN_COUNT, entryMac, genesisMac, headMac, type ChainHead } from './chain.ts';
import { FIRST_OWNABLE_CHAIN } from './owned-chains.ts';
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

/** The audit log could not be written, so the action to be recorded must not happen. The cause is for the server log. */
export class AuditUnavailable extends Error {
  override readonly name = 'AuditUnavailable';
  constructor(cause: unknown) {
    super('the audit log could not be written', { cause });
  }
}

/** A statement that appends entries to a chain, and the chain’s head after it. */
export interface Append {
  readonly statement: { readonly compile: (db: Db) => CompiledQuery };
  readonly head: ChainHead;
}

/** Links entries to the head of a chain. The statement fails, and writes nothing, if the chain has another head by then. */
export function linkEntries(key: Buffer, before: ChainHead, entries: readonly AuditEntry[]): Append {
  let head = before;
  const rows = entries.map((given) => {
    const entry = storableEntry(given);
    const seq = head.seq + 1;
    const mac = entryMac(key, head.chain, seq, head.mac, entry);
    head = { chain: head.chain, seq, mac };
    return { ...entry, seq, mac: mac.toString('base64') };
  });
  const { seq, mac } = head;
  const parameters = [seq, mac, headMac(key, head), before.chain, before.seq, before.mac] as const;
  return { statement: { compile: (db) => appendStatement(db, ...parameters, JSON.stringify(rows)) }, head };
}

// If the head is not the expected one, the chain is null, which violates a constraint.
const appendStatement = fixedQuery(
  (
    db,
    seq: number,
    mac: Buffer,
    head: Buffer,
    chain: number,
    fromSeq: number,
    fromMac: Buffer,
    rows: string,
  ) =>
    sql`
    with head as (
      update audit_chains set seq = ${seq}, mac = ${mac}, head_mac = ${head}
      where chain = ${chain} and seq = ${fromSeq} and mac = ${fromMac} returning chain
    )
    insert into audit_log (id, at, chain, seq, user_id, session_id, api_key_id, action, entity_type, entity_id, patient_id, ip_address,
      reason, request_id, old_values, new_values, mac)
    select id, at, (select chain from head), seq, "userId", "sessionId", "apiKeyId", action, "entityType", "entityId", "patientId",
      "ipAddress", reason, "requestId", "oldValues", "newValues", decode(mac, 'base64')
    from json_to_recordset(${rows}) as entry (id uuid, at timestamptz, seq bigint, "userId" uuid,
      "sessionId" uuid, "apiKeyId" uuid, action text, "entityType" text, "entityId" text, "patientId" uuid, "ipAddress" inet, reason text,
      "requestId" text, "oldValues" jsonb, "newValues" jsonb, mac text)
    ${PREPARED}`.compile(db),
);

/**
 * Appends entries in the caller's transaction to a chain that no process owns. Takes any unlocked one, and waits only if all are
 * locked. Call it last in a transaction, so that the chain is locked only during the commit. Throws AuditUnavailable.
 */
export async function appendEntries(
  tx: Transaction<Database>,
  key: Buffer,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  try {
    const { statement } = linkEntries(key, await lockChain(tx), entries);
    await tx.executeQuery(statement.compile(tx));
  } catch (error) {
    throw new AuditUnavailable(error);
  }
}

async function lockChain(tx: Transaction<Database>): Promise<ChainHead> {
  const free = await tx
    .selectFrom('audit_chains')
    .select(['chain', 'seq', 'mac'])
    .where('chain', '<', FIRST_OWNABLE_CHAIN)
    .orderBy('chain')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  const row =
    free ??
    (await tx
      .selectFrom('audit_chains')
      .select(['chain', 'seq', 'mac'])
      .where('chain', '=', randomInt(FIRST_OWNABLE_CHAIN))
      .forUpdate()
      .executeTakeFirstOrThrow());
  return { chain: row.chain, seq: Number(row.seq), mac: row.mac };
}
