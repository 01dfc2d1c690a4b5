import type { Death } from '@portal/domain/death';
import { sql, type Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import { anyId } from '#db/any-id.ts';
import { fixedStatement } from '#db/fixed-statement.ts';
import { PREPARED, SHARED } from '#db/statement-marks.ts';
import { sendWithCommit } from '#db/with-commit.ts';
import type { PatientsTable } from '#db/schema.ts';
import { patientKeys } from './patient-record.ts';

/** The columns of `PatientListRow`. */
export const LIST_COLUMNS = [
  'id',
  'medical_record_number',
  'first_name',
  'last_name',
  'date_of_birth',
  'is_deceased',
  'date_of_death',
  'gender',
  'city',
  'state',
  'zip_code',
  'phone',
  'email',
  'insurance_provider',
  'is_active',
  'created_at',
  'version',
] as const;
const EXPORT_COLUMNS = [
  ...LIST_COLUMNS,
  'former_mrn',
  'address',
  'insurance_policy_number',
  'former_coverage',
] as const;
const COLUMNS = [...EXPORT_COLUMNS, 'ssn'] as const;

/** `LIST_COLUMNS` in SQL. */
export const LISTED = sql.join(LIST_COLUMNS.map((column) => sql.ref(column)));

export type PatientListRow = Pick<Selectable<PatientsTable>, (typeof LIST_COLUMNS)[number]>;
export type PatientExportRow = Pick<Selectable<PatientsTable>, (typeof EXPORT_COLUMNS)[number]>;
export type PatientRecordRow = Pick<Selectable<PatientsTable>, (typeof COLUMNS)[number]>;

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
  return inOrder(ids, await rowsOf(db, ids).select(LIST_COLUMNS).modifyEnd(SHARED).execute());
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

/** A patient as other records show one. */
export type PatientRefRow = Pick<
  Selectable<PatientsTable>,
  'id' | 'first_name' | 'last_name' | 'medical_record_number' | 'is_deceased' | 'date_of_death' | 'is_active'
>;

/** Finds a patient's name and number. */
export function findPatientRef(db: Db, id: string): Promise<PatientRefRow | undefined> {
  return db
    .selectFrom('patients')
    .select([
      'id',
      'first_name',
      'last_name',
      'medical_record_number',
      'is_deceased',
      'date_of_death',
      'is_active',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Finds a patient's date of birth, YYYY-MM-DD. */
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
  const result = await sql<{ id: string; mrn: string }>`
    select uuidv7() as id, lpad(nextval('patient_mrn_seq')::text, 8, '0') as mrn
    from generate_series(1, ${count}) ${PREPARED}`.execute(db);
  return result.rows.map(({ id, mrn }) => ({ id, medicalRecordNumber: mrn }));
}

/** The form fields except the SSN. */
export interface PatientFields extends Death {
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
  readonly gender: PatientsTable['gender'];
  readonly address: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zipCode: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly insuranceProvider: string | null;
  readonly insurancePolicyNumber: string | null;
}
/** The encrypted SSN and its keyed hash. */
export interface SsnColumns {
  readonly ssn: Buffer | null;
  readonly ssn_index: Buffer | null;
}

const columns = (fields: PatientFields, medicalRecordNumber: string, formerMrn: string | null) => ({
  first_name: fields.firstName,
  last_name: fields.lastName,
  date_of_birth: fields.dateOfBirth,
  is_deceased: fields.isDeceased,
  date_of_death: fields.dateOfDeath,
  gender: fields.gender,
  address: fields.address,
  city: fields.city,
  state: fields.state,
  zip_code: fields.zipCode,
  phone: fields.phone,
  email: fields.email,
  insurance_provider: fields.insuranceProvider,
  insurance_policy_number: fields.insurancePolicyNumber,
  ...patientKeys({ ...fields, medicalRecordNumber, formerMrn }),
});

/** Inserts a patient with the commit. Returns the row as it will be. */
export async function insertPatient(
  db: Db,
  numbers: PatientNumbers,
  fields: PatientFields,
  { ssn, ssn_index }: SsnColumns,
  now: Date,
): Promise<PatientRecordRow> {
  const row = {
    id: numbers.id,
    medical_record_number: numbers.medicalRecordNumber,
    ...columns(fields, numbers.medicalRecordNumber, null),
    ssn,
    created_at: now,
  };
  const insert = db
    .insertInto('patients')
    .values({ ...row, ssn_index, updated_at: now })
    .modifyEnd(PREPARED);
  await sendWithCommit(db, insert);
  return { ...row, is_active: true, version: 1, former_mrn: null, former_coverage: null };
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
  const changed = {
    ...columns(fields, patient.medical_record_number, patient.former_mrn),
    ...ssn,
    ...(deactivate ? { is_active: false } : {}),
    version: patient.version + 1,
  };
  const update = db
    .updateTable('patients')
    .set({ ...changed, updated_at: now })
    .where('id', '=', patient.id)
    .modifyEnd(PREPARED);
  await sendWithCommit(db, update);
  return { ...patient, ...changed };
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
