import type { createPool } from '@portal/server/db/database';
import { INSURERS, PLACES, STREETS } from '@portal/demo/patient-names';
import { SeededRandom } from '@portal/demo/random';
import { patientKeys, ssnColumns } from '@portal/server/features/patients/index';
import type { Keys } from '@portal/server/security/keys';
import { families, givenNames } from './words.ts';

type Pool = ReturnType<typeof createPool>;
type Value = string | boolean | Buffer | null;

const BATCH = 10_000;
const DAY_MS = 86_400_000;
/** Columns with their types. A patient’s values are in this order. */
const COLUMNS = [
  ['id', 'uuid'],
  ['medical_record_number', 'text'],
  ['first_name', 'text'],
  ['last_name', 'text'],
  ['date_of_birth', 'date'],
  ['gender', 'text'],
  ['ssn', 'bytea'],
  ['ssn_index', 'bytea'],
  ['address', 'text'],
  ['city', 'text'],
  ['state', 'text'],
  ['zip_code', 'text'],
  ['phone', 'text'],
  ['email', 'text'],
  ['insurance_provider', 'text'],
  ['insurance_policy_number', 'text'],
  ['is_active', 'boolean'],
  ['name_key', 'text'],
  ['search_text', 'text'],
  ['created_at', 'timestamptz'],
  ['updated_at', 'timestamptz'],
] as const;
const INSERT =
  `insert into patients (${COLUMNS.map(([name]) => name).join(', ')}) ` +
  `select * from unnest(${COLUMNS.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')})`;

/**
 * Fills an empty database with patients, always the same for a given count. Drops the indexes, inserts in batches and
 * recreates the indexes. The pool is the owner’s.
 */
export async function fillPatients(pool: Pool, keys: Keys, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(
      `set statement_timeout = 0; set maintenance_work_mem = '1GB'; set synchronous_commit = off`,
    );
    const indexes = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename in ('patients', 'patient_search') and indexname not like '%_pkey'`,
    );
    for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
    for (const batch of batches(keys, count)) await client.query(INSERT, batch);
    await client.query(`select setval('patient_mrn_seq', ${count})`);
    for (const { definition } of indexes.rows) await client.query(definition);
    await client.query('vacuum (analyze) patients, patient_search');
  } finally {
    client.release(true);
  }
}

function* batches(keys: Keys, count: number): Generator<Value[][]> {
  const random = new SeededRandom(42);
  const vocabularies = { given: givenNames(), family: families() };
  for (let start = 0; start < count; start += BATCH) {
    const columns: Value[][] = COLUMNS.map(() => []);
    for (let index = start; index < Math.min(count, start + BATCH); index += 1) {
      makePatient(random, vocabularies, keys, index, count).forEach((value, column) =>
        columns[column]?.push(value),
      );
    }
    yield columns;
  }
}

type Vocabularies = { given: ReturnType<typeof givenNames>; family: ReturnType<typeof families> };

function makePatient(
  random: SeededRandom,
  { given, family }: Vocabularies,
  keys: Keys,
  index: number,
  count: number,
): Value[] {
  const id = patientId(random, index, count);
  const medicalRecordNumber = String(index + 1).padStart(8, '0');
  const firstName = given.pick(random);
  const second = random.chance(0.03) ? `-${family.pick(random)}` : '';
  const lastName = family.pick(random) + second;
  const place = random.pick(PLACES, 1.8);
  const phone = random.chance(0.93)
    ? `${random.pick(['410', '443', '667', '240', '301'], 1.7)}${random.int(2, 9)}${random.digits(6)}${random.chance(0.04) ? random.digits(3) : ''}`
    : null;
  const ssn = random.chance(0.6)
    ? `${random.int(850, 899)}${random.int(10, 99)}${random.int(1000, 9999)}`
    : null;
  const created = createdAt(index, count).toISOString();
  const columns = ssnColumns(keys, id, ssn);
  const sorted = patientKeys({ firstName, lastName, medicalRecordNumber, phone });
  return [
    id,
    medicalRecordNumber,
    firstName,
    lastName,
    new Date(Date.UTC(2026 - random.int(1, 95), 0, 1) + random.int(0, 300) * DAY_MS)
      .toISOString()
      .slice(0, 10),
    random.chance(0.54) ? 'Female' : 'Male',
    columns.ssn,
    columns.ssn_index,
    `${random.int(2, 9800)} ${random.pick(STREETS)}`,
    place.city,
    'MD',
    random.pick(place.zipCodes),
    phone,
    random.chance(0.6)
      ? `${firstName}.${lastName}${random.int(1, 99)}@example.com`.replaceAll(/\s/g, '')
      : null,
    random.chance(0.9) ? random.pick(INSURERS, 1.5) : null,
    random.chance(0.85) ? `XWG${random.digits(9)}` : null,
    !random.chance(0.05),
    sorted.name_key,
    sorted.search_text,
    created,
    created,
  ];
}

/** Admissions are spread evenly over ten years. */
const createdAt = (index: number, count: number) =>
  new Date(Date.UTC(2016, 10, 1) + Math.floor((index / count) * 3650 * DAY_MS));

/** A version 7 UUID of the admission time, as the database generates them. */
function patientId(random: SeededRandom, index: number, count: number): string {
  const time = createdAt(index, count).getTime().toString(16).padStart(12, '0');
  const hex = (length: number) =>
    random
      .int(0, 16 ** length - 1)
      .toString(16)
      .padStart(length, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${random.pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(6)}${hex(6)}`;
}
