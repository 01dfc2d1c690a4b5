import type { ChangeKind, FoundChange, UpdateField } from '@portal/domain/patient-import/updates';
import { sql, type Transaction } from 'kysely';
import { anyId } from '#db/any-id.ts';
import type { Db } from '#db/database.ts';
import { namesOf } from '@portal/contract/record';
import type { Database } from '#db/schema.ts';
import type { patientColumns, PatientRecordRow } from '#features/patients/index.ts';

/** Bytes in hexadecimal that remove a value. */
export const REMOVED = '\\x';

/** The columns of a patient that an import writes. Bytes are in hexadecimal; without an SSN, it stays. */
export type WrittenPatient = Pick<PatientRecordRow, 'id' | 'version'> &
  ReturnType<typeof patientColumns> & {
    readonly former_coverage: PatientRecordRow['formerCoverage'];
    readonly ssn?: string;
    readonly ssn_index?: string;
  };

/** Updates patients whose version is still the same, and returns the ids of these. */
export async function writePatients(
  tx: Transaction<Database>,
  rows: readonly WrittenPatient[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const [first] = rows;
  if (first === undefined) return new Set();
  const { id: _id, version: _version, ssn: _ssn, ssn_index: _index, ...columns } = first;
  const set = namesOf(columns).map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`);
  const written = await sql<{ id: string }>`
    update patients p set ${sql.join(set)}, ssn = nullif(coalesce(r.ssn, p.ssn), ''),
      ssn_index = nullif(coalesce(r.ssn_index, p.ssn_index), ''), version = p.version + 1, updated_at = ${now}::timestamptz
    from json_populate_recordset(null::patients, ${JSON.stringify(rows)}) r
    where p.id = r.id and p.version = r.version
    returning p.id`.execute(tx);
  return new Set(written.rows.map(({ id }) => id));
}

/** The fields of patients that somebody has changed in the portal: all but those that only imports have changed. */
export async function listEditedFields(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; fields: string[] }>`
    select patient_id as id, array_agg(distinct field) as fields
    from audit_log cross join lateral jsonb_object_keys(new_values) field
    where patient_id = ${anyId(ids)} and entity_type = 'Patient' and action = 'Updated' and not new_values ? 'importId'
    group by patient_id`.execute(db);
  return new Map(rows.map(({ id, fields }) => [id, new Set(fields)]));
}

/** How a row differs from the patient that it is, or what it has changed. */
export interface StoredUpdate {
  readonly line: number;
  readonly patientId: string;
  readonly patientVersion: number;
  readonly changes: readonly FoundChange[];
  /** In base64. */
  readonly formerSsn?: string | null;
  readonly formerSsnIndex?: string | null;
}

/** Stores what rows would change (`Found`) or have changed (`Applied`). */
export async function storeUpdates(
  tx: Transaction<Database>,
  importId: string,
  state: 'Found' | 'Applied',
  updates: readonly StoredUpdate[],
): Promise<void> {
  if (updates.length === 0) return;
  await sql`
    insert into patient_import_updates (import_id, line, patient_id, state, patient_version, changes, former_ssn, former_ssn_index)
    select ${importId}::uuid, line, "patientId", ${state}, "patientVersion", changes, decode("formerSsn", 'base64'),
      decode("formerSsnIndex", 'base64')
    from json_to_recordset(${JSON.stringify(updates)}) as row (line int, "patientId" uuid, "patientVersion" int, changes jsonb,
      "formerSsn" text, "formerSsnIndex" text)
    on conflict (import_id, line) do update set state = excluded.state, patient_version = excluded.patient_version,
      changes = excluded.changes, former_ssn = excluded.former_ssn, former_ssn_index = excluded.former_ssn_index`.execute(
    tx,
  );
}

/** The version of the patient in which the check found the changes of a row, by line. */
export async function listFoundVersions(
  tx: Transaction<Database>,
  importId: string,
  lines: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await tx
    .selectFrom('patient_import_updates')
    .select(['line', 'patient_version'])
    .where('import_id', '=', importId)
    .where('state', '=', 'Found')
    .where('line', '=', sql<number>`any (${lines}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.line, row.patient_version]));
}

/** Forgets what a check found. */
export async function deleteFound(tx: Transaction<Database>, importId: string): Promise<void> {
  await tx
    .deleteFrom('patient_import_updates')
    .where('import_id', '=', importId)
    .where('state', '=', 'Found')
    .execute();
}

/** A field with the number of patients, by kind of change. */
export interface FieldCount {
  readonly field: UpdateField;
  readonly kind: ChangeKind;
  readonly count: number;
}

/** Counts what the check of a file found, by field. */
export async function countFound(db: Db, importId: string): Promise<FieldCount[]> {
  const { rows } = await sql<FieldCount>`
    select change ->> 'field' as field, change ->> 'kind' as kind, count(*)::int as count
    from patient_import_updates cross join lateral jsonb_array_elements(changes) change
    where import_id = ${importId} and state = 'Found' group by 1, 2`.execute(db);
  return rows;
}

/** A kind of change of a field. */
export type ChosenKind = Pick<FieldCount, 'field' | 'kind'>;

const isChosen = (kinds: readonly ChosenKind[]) => sql<boolean>`exists (
  select from jsonb_array_elements(changes) change
  join json_to_recordset(${JSON.stringify(kinds)}) as chosen (field text, kind text)
    on chosen.field = change ->> 'field' and chosen.kind = change ->> 'kind')`;

/** Counts the patients with at least one of the chosen changes. */
export async function countChosen(db: Db, importId: string, kinds: readonly ChosenKind[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from patient_import_updates
    where import_id = ${importId} and state = 'Found' and ${isChosen(kinds)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The first rows of a file that differ from the patients that they are: those with chosen changes first. */
export const listFound = (db: Db, importId: string, kinds: readonly ChosenKind[], limit: number) =>
  db
    .selectFrom('patient_import_updates')
    .innerJoin('patients', 'patients.id', 'patient_import_updates.patient_id')
    .select([
      'line',
      'changes',
      'patients.id',
      'first_name as firstName',
      'last_name as lastName',
      'medical_record_number as medicalRecordNumber',
    ])
    .where('patient_import_updates.import_id', '=', importId)
    .where('patient_import_updates.state', '=', 'Found')
    .orderBy(isChosen(kinds), 'desc')
    .orderBy('line')
    .limit(limit)
    .execute();

/** Lists updates that an import has made and that are not undone. */
export const listApplied = (tx: Transaction<Database>, importId: string, limit: number) =>
  tx
    .selectFrom('patient_import_updates')
    .select(['line', 'patient_id', 'patient_version', 'changes', 'former_ssn', 'former_ssn_index'])
    .where('import_id', '=', importId)
    .where('state', '=', 'Applied')
    .orderBy('line')
    .limit(limit)
    .execute();

/** Marks updates as undone, and forgets their values. */
export async function setUndone(
  tx: Transaction<Database>,
  importId: string,
  lines: readonly number[],
): Promise<void> {
  await tx
    .updateTable('patient_import_updates')
    .set({ state: 'Undone', changes: '[]', former_ssn: null, former_ssn_index: null })
    .where('import_id', '=', importId)
    .where('line', '=', sql<number>`any (${lines}::int[])`)
    .execute();
}
