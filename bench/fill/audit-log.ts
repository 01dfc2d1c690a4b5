import { randomBytes } from 'node:crypto';
import type { AuditEntry } from '@portal/server/audit/audit-entry';
import { CHAIN_COUNT, entryMac, genesisMac, headMac } from '@portal/server/audit/chain';
import type { createPool } from '@portal/server/db/database';
import type { PoolClient } from 'pg';
import { SeededRandom } from '@portal/demo/random';
import type { Keys } from '@portal/server/security/keys';

type Pool = ReturnType<typeof createPool>;

/** Five entries per patient: 5,000,000 for 1,000,000 patients, as the budgets require. */
const PER_PATIENT = 5;
const MONTHS = 25;
const USERS = 60;
const BATCH = 10_000;
/** Patients who are viewed very often, so that one patient’s list is long too. */
const HOT_PATIENTS = 20;

const COLUMNS = [
  ['id', 'uuid'],
  ['at', 'timestamptz'],
  ['chain', 'smallint'],
  ['seq', 'bigint'],
  ['user_id', 'uuid'],
  ['session_id', 'uuid'],
  ['action', 'text'],
  ['entity_type', 'text'],
  ['entity_id', 'text'],
  ['patient_id', 'uuid'],
  ['ip_address', 'inet'],
  ['reason', 'text'],
  ['request_id', 'text'],
  ['old_values', 'jsonb'],
  ['new_values', 'jsonb'],
  ['mac', 'bytea'],
] as const;
const INSERT =
  `insert into audit_log (${COLUMNS.map(([name]) => name).join(', ')}) ` +
  `select * from unnest(${COLUMNS.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')})`;

/**
 * Fills the audit log with entries of the last 25 months by 60 users, in valid chains. Drops the indexes, inserts in
 * batches and recreates the indexes. The pool is the owner’s.
 */
export async function fillAuditLog(pool: Pool, keys: Keys, patients: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(
      `set statement_timeout = 0; set maintenance_work_mem = '1GB'; set synchronous_commit = off`,
    );
    const now = new Date();
    const from = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + 1, 1);
    for (let month = 0; month < MONTHS; month += 1)
      await client.query('select audit_log_ensure_partition($1::date)', [
        new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - month, 1)).toISOString().slice(0, 10),
      ]);
    const indexes = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = 'audit_log' and indexname not like '%\\_pkey'`,
    );
    for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
    await write(client, keys, { count: patients * PER_PATIENT, from, until: now.getTime() });
    // The stored definition would only create the index on the parent table.
    for (const { definition } of indexes.rows) await client.query(definition.replace(' ON ONLY ', ' ON '));
    await client.query('vacuum (analyze) audit_log, audit_chains');
  } finally {
    client.release(true);
  }
}

interface Extent {
  readonly count: number;
  readonly from: number;
  readonly until: number;
}

async function write(client: PoolClient, keys: Keys, { count, from, until }: Extent): Promise<void> {
  const people = await addPeople(client);
  const found = await client.query<{ id: string }>('select id from patients order by id limit 200000');
  const patients = found.rows.map(({ id }) => id);
  const random = new SeededRandom(74);
  const heads = Array.from({ length: CHAIN_COUNT }, (_, chain) => ({
    chain,
    seq: 0,
    mac: genesisMac(keys.audit, chain),
  }));
  for (let start = 0; start < count; start += BATCH) {
    const columns: unknown[][] = COLUMNS.map(() => []);
    for (let index = start; index < Math.min(count, start + BATCH); index += 1) {
      const at = new Date(Math.floor(from + ((until - from) * index) / count));
      const entry = makeEntry(random, at, people, patients);
      // A quiet portal mostly writes to the first chain.
      const head = random.pick(heads, 2);
      head.seq += 1;
      head.mac = entryMac(keys.audit, head.chain, head.seq, head.mac, entry);
      valuesOf(entry, head).forEach((value, column) => columns[column]?.push(value));
    }
    await client.query(INSERT, columns);
  }
  for (const head of heads)
    await client.query('update audit_chains set seq = $2, mac = $3, head_mac = $4 where chain = $1', [
      head.chain,
      head.seq,
      head.mac,
      headMac(keys.audit, head),
    ]);
}

async function addPeople(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into users (user_name, email, first_name, last_name, password_hash)
     select 'person' || n, 'person' || n || '@practice.example', 'Person', 'Number' || n, '' from generate_series(1, $1::int) n
     returning id`,
    [USERS],
  );
  return rows.map(({ id }) => id);
}

/** Kinds of entries with their frequency per thousand. */
const KINDS = [
  { often: 430, action: 'Viewed', entityType: 'Patient' },
  { often: 250, action: 'Accessed', entityType: 'Patient' },
  { often: 80, action: 'Updated', entityType: 'Patient' },
  { often: 70, action: 'Viewed', entityType: 'MedicalOrder' },
  { often: 50, action: 'Created', entityType: 'PhoneMessage' },
  { often: 40, action: 'Login', entityType: 'User' },
  { often: 40, action: 'Created', entityType: 'MedicalOrder' },
  { often: 20, action: 'Printed', entityType: 'Document' },
  { often: 12, action: 'LoginFailed', entityType: 'User' },
  { often: 5, action: 'Deleted', entityType: 'Document' },
  { often: 2, action: 'Exported', entityType: 'AuditLog' },
  { often: 1, action: 'Updated', entityType: 'Office' },
] as const;
const OFTEN = KINDS.reduce((sum, { often }) => sum + often, 0);
const OF_PATIENTS = new Set<string>(['Patient', 'MedicalOrder', 'PhoneMessage', 'Document']);

function makeEntry(
  random: SeededRandom,
  at: Date,
  people: readonly string[],
  patients: readonly string[],
): AuditEntry {
  let rest = random.int(0, OFTEN - 1);
  const { action, entityType } = KINDS.find(({ often }) => (rest -= often) < 0) ?? KINDS[0];
  const isOfPatient = OF_PATIENTS.has(entityType);
  const patient = random.chance(0.05) ? random.pick(patients.slice(0, HOT_PATIENTS)) : random.pick(patients);
  const isChange = action === 'Updated';
  return {
    id: uuid(at),
    at,
    userId: action === 'LoginFailed' ? null : random.pick(people, 1.5),
    sessionId: uuid(at),
    apiKeyId: null,
    action,
    entityType,
    entityId: entityType === 'Patient' ? patient : uuid(at),
    patientId: isOfPatient ? patient : null,
    ipAddress: `203.0.113.${random.int(1, 250)}`,
    reason: random.chance(0.02) ? `Asked for by the patient, ${random.digits(4)}` : null,
    requestId: uuid(at),
    oldValues: isChange ? { phone: random.digits(10) } : null,
    newValues: isChange ? { phone: random.digits(10) } : null,
  };
}

/** A version 7 UUID like the portal’s; the random part does not matter. */
function uuid(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

const valuesOf = (entry: AuditEntry, head: { chain: number; seq: number; mac: Buffer }): unknown[] => [
  entry.id,
  entry.at,
  head.chain,
  head.seq,
  entry.userId,
  entry.sessionId,
  entry.action,
  entry.entityType,
  entry.entityId,
  entry.patientId,
  entry.ipAddress,
  entry.reason,
  entry.requestId,
  entry.oldValues === null ? null : JSON.stringify(entry.oldValues),
  entry.newValues === null ? null : JSON.stringify(entry.newValues),
  head.mac,
];
