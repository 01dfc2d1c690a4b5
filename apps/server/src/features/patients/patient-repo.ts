import { patientRecord, patientRow } from '@portal/contract/patients';
import { namesOf, type ValuesOf } from '@portal/contract/record';
import { patientLabel } from '@portal/domain/person-name';
import { sql, type Selection } from 'kysely';
import type { Db } from '#db/database.ts';
import { anyId } from '#db/any-id.ts';
import { fixedStatement } from '#db/fixed-statement.ts';
import { columnsAs, recordColumns, selectOf } from '#db/record-table.ts';
import { PREPARED, SHARED } from '#db/statement-marks.ts';
import { sendWithCommit } from '#db/with-commit.ts';
import type { Database } from '#db/schema.ts';
import { patientKeys } from './patient-record.ts';

const { names, byColumn, valuesOf } = recordColumns(patientRecord.fields);
export { valuesOf };
const { similar: _similar, alerts: _alerts, ...listed } = patientRow.shape;

/** What rows of the list have. */
export const LISTED = namesOf(listed);
const LIST_COLUMNS = columnsAs(LISTED);

/** An alert of a row that nobody has ended. */
interface ListedAlert {
  readonly text: string;
  readonly endsOn: string | null;
}
/** The alerts that nobody has ended, newest first; null if there are none. `of` is the patients of the statement. */
const alertsOf = (of: string) => sql<readonly ListedAlert[] | null>`(
  select json_agg(json_build_object('text', text, 'endsOn', ends_on) order by created_at desc, id desc)
  from patient_alerts where patient_id = ${sql.ref(`${of}.id`)} and ended_at is null) as alerts`;
/** What rows of the list have, for SQL. */
export const listedColumns = (of: string) => sql`${selectOf(LISTED, of)}, ${alertsOf(of)}`;

const EXPORTED = [...LISTED, ...names, 'formerMrn', 'formerCoverage'] as const;
const EXPORT_COLUMNS = columnsAs([...new Set(EXPORTED)]);
const COLUMNS = columnsAs([...new Set([...EXPORTED, 'ssn'] as const)]);

export type PatientListRow = Selection<Database, 'patients', (typeof LIST_COLUMNS)[number]> & {
  readonly alerts: readonly ListedAlert[] | null;
};
export type PatientExportRow = Selection<Database, 'patients', (typeof EXPORT_COLUMNS)[number]>;
export type PatientRecordRow = Selection<Database, 'patients', (typeof COLUMNS)[number]>;

/** Returns the full row of a patient, or undefined. */
export async function findPatient(db: Db, id: string): Promise<PatientRecordRow | undefined> {
  const [row] = await patientStatement(db, id);
  return row;
}

const patientStatement = fixedStatement((db, id: string) =>
  db.selectFrom('patients').select(COLUMNS).where('id', '=', id).modifyEnd(SHARED).compile(),
);

/** Like `findPatient`, and locks the patient until the transaction ends. */
export function lockPatient(db: Db, id: string): Promise<PatientRecordRow | undefined> {
  return db
    .selectFrom('patients')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .modifyEnd(PREPARED)
    .executeTakeFirst();
}

/** Returns the full rows of patients, and locks them until the transaction ends. */
export const lockPatients = (db: Db, ids: readonly string[]): Promise<PatientRecordRow[]> =>
  db.selectFrom('patients').select(COLUMNS).where('id', '=', anyId(ids)).orderBy('id').forUpdate().execute();

/** Lists the patients with one of these numbers of a former system. */
export async function listByFormerMrn(db: Db, numbers: readonly string[]): Promise<PatientRecordRow[]> {
  if (numbers.length === 0) return [];
  return db
    .selectFrom('patients')
    .select(COLUMNS)
    .where('former_mrn', '=', sql<string>`any (${numbers}::text[])`)
    .orderBy('medical_record_number')
    .execute();
}

/** Returns the list rows of the patients, in the order of the IDs. */
export async function findListRows(db: Db, ids: readonly string[]): Promise<PatientListRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PatientListRow>`
    select ${listedColumns('patients')} from patients where id = ${anyId(ids)} ${SHARED}`.execute(db);
  return inOrder(ids, rows);
}

/** Returns the rows of the export of the patients, in the order of the IDs. */
export async function findExportRows(db: Db, ids: readonly string[]): Promise<PatientExportRow[]> {
  return inOrder(ids, await rowsOf(db, ids).select(EXPORT_COLUMNS).execute());
}

const rowsOf = (db: Db, ids: readonly string[]) => db.selectFrom('patients').where('id', '=', anyId(ids));

function inOrder<Row extends { readonly id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const REF_COLUMNS = columnsAs([
  'id',
  'firstName',
  'lastName',
  'medicalRecordNumber',
  'isDeceased',
  'dateOfDeath',
  'isActive',
]);
/** A patient as other records show one. */
export type PatientRefRow = Selection<Database, 'patients', (typeof REF_COLUMNS)[number]>;

/** Finds a patient's name and number. */
export function findPatientRef(db: Db, id: string): Promise<PatientRefRow | undefined> {
  return db.selectFrom('patients').select(REF_COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Finds a patient's date of birth, YYYY-MM-DD. */
/** The names and MRNs of patients by ID, "Lee, Ann (00000042)". */
export async function listPatientLabels(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('patients')
    .select([
      'id',
      'first_name as firstName',
      'last_name as lastName',
      'medical_record_number as medicalRecordNumber',
    ])
    .where('id', '=', anyId(ids))
    .modifyEnd(PREPARED)
    .execute();
  return new Map(rows.map((row) => [row.id, patientLabel(row)]));
}

export async function findBirthDate(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('patients').select('date_of_birth').where('id', '=', id).executeTakeFirst();
  return row?.date_of_birth;
}

/** ID and medical record number of a new patient. The ID is needed before the insert because SSN encryption is bound to it. */
export interface PatientNumbers {
  readonly id: string;
  /** Eight digits, unique, never reused. */
  readonly medicalRecordNumber: string;
}

/** Allocates numbers for `count` new patients. A rolled-back transaction leaves a gap in the sequence. */
export async function allocatePatientNumbers(db: Db, count: number): Promise<PatientNumbers[]> {
  return (await numbersStatement(db, count)).map(({ id, mrn }) => ({ id, medicalRecordNumber: mrn }));
}

const numbersStatement = fixedStatement((db, count: number) =>
  sql<{ id: string; mrn: string }>`
    select uuidv7() as id, lpad(nextval('patient_mrn_seq')::text, 8, '0') as mrn
    from generate_series(1, ${count}) ${PREPARED}`.compile(db),
);

/** The fields of a patient except the SSN. */
export type PatientFields = ValuesOf<typeof patientRecord.fields>;
/** The encrypted SSN and its keyed hash. */
export interface SsnColumns {
  readonly ssn: Buffer | null;
  readonly ssn_index: Buffer | null;
}

/** The columns of the fields, and those that follow from them. */
export const patientColumns = (
  fields: PatientFields,
  numbers: Pick<PatientRecordRow, 'medicalRecordNumber' | 'formerMrn'>,
) => ({ ...byColumn(fields), ...patientKeys({ ...numbers, ...fields }) });

/** Inserts a patient with the commit. Returns the row as it will be. */
export async function insertPatient(
  db: Db,
  { id, medicalRecordNumber }: PatientNumbers,
  fields: PatientFields,
  ssn: SsnColumns,
  now: Date,
): Promise<PatientRecordRow> {
  const insert = db
    .insertInto('patients')
    .values({
      id,
      medical_record_number: medicalRecordNumber,
      ...patientColumns(fields, { medicalRecordNumber, formerMrn: null }),
      ...ssn,
      created_at: now,
      updated_at: now,
    })
    .modifyEnd(PREPARED);
  await sendWithCommit(db, insert);
  return {
    ...fields,
    id,
    medicalRecordNumber,
    ssn: ssn.ssn,
    createdAt: now,
    isActive: true,
    version: 1,
    formerMrn: null,
    formerCoverage: null,
  };
}

/**
 * Updates a locked patient with the commit. Returns the row as it will be. Without `ssn`, the SSN stays unchanged. `deactivate` makes it
 * inactive, too.
 */
export async function updatePatient(
  db: Db,
  patient: PatientRecordRow,
  fields: PatientFields,
  { ssn, deactivate }: { readonly ssn: SsnColumns | undefined; readonly deactivate: boolean },
  now: Date,
): Promise<PatientRecordRow> {
  const version = patient.version + 1;
  const update = db
    .updateTable('patients')
    .set({
      ...patientColumns(fields, patient),
      ...ssn,
      ...(deactivate ? { is_active: false } : {}),
      version,
      updated_at: now,
    })
    .where('id', '=', patient.id)
    .modifyEnd(PREPARED);
  await sendWithCommit(db, update);
  const isActive = patient.isActive && !deactivate;
  return { ...patient, ...fields, ...(ssn === undefined ? {} : { ssn: ssn.ssn }), isActive, version };
}

/** Activates or deactivates a patient. Undefined if the patient already has that status or does not exist. */
export function setActive(
  db: Db,
  id: string,
  isActive: boolean,
  now: Date,
): Promise<PatientRecordRow | undefined> {
  return db
    .updateTable('patients')
    .set((eb) => ({ is_active: isActive, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .where('is_active', '=', !isActive)
    .returning(COLUMNS)
    .executeTakeFirst();
}
