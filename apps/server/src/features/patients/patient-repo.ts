import type { Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import { anyId } from '#db/any-id.ts';
import { PREPARED } from '#db/prepared.ts';
import type { PatientsTable } from '#db/tables/patients.ts';
import { patientKeys, type PatientNumbers } from './patient-record.ts';

const LIST_COLUMNS = [
  'id',
  'medical_record_number',
  'first_name',
  'last_name',
  'date_of_birth',
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
const COLUMNS = [...LIST_COLUMNS, 'ssn', 'address', 'insurance_policy_number'] as const;

export type PatientListRow = Pick<Selectable<PatientsTable>, (typeof LIST_COLUMNS)[number]>;
export type PatientRecordRow = Pick<Selectable<PatientsTable>, (typeof COLUMNS)[number]>;

export function findPatient(db: Db, id: string): Promise<PatientRecordRow | undefined> {
  return db
    .selectFrom('patients')
    .select(COLUMNS)
    .where('id', '=', id)
    .modifyEnd(PREPARED)
    .executeTakeFirst();
}

/** As `findPatient`, and keeps others from changing the patient until the transaction ends. */
export function lockPatient(db: Db, id: string): Promise<PatientRecordRow | undefined> {
  return db.selectFrom('patients').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The list's rows of these patients, in the order of the ids. */
export async function findListRows(db: Db, ids: readonly string[]): Promise<PatientListRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('patients')
    .select(LIST_COLUMNS)
    .where('id', '=', anyId(ids))
    .modifyEnd(PREPARED)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The form's fields but the social security number. */
export interface PatientFields {
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
export interface SsnColumns {
  readonly ssn: Buffer | null;
  readonly ssn_index: Buffer | null;
}

const columns = (fields: PatientFields, medicalRecordNumber: string) => ({
  first_name: fields.firstName,
  last_name: fields.lastName,
  date_of_birth: fields.dateOfBirth,
  gender: fields.gender,
  address: fields.address,
  city: fields.city,
  state: fields.state,
  zip_code: fields.zipCode,
  phone: fields.phone,
  email: fields.email,
  insurance_provider: fields.insuranceProvider,
  insurance_policy_number: fields.insurancePolicyNumber,
  ...patientKeys({ ...fields, medicalRecordNumber }),
});

export function insertPatient(
  db: Db,
  numbers: PatientNumbers,
  fields: PatientFields,
  ssn: SsnColumns,
  now: Date,
): Promise<PatientRecordRow> {
  return db
    .insertInto('patients')
    .values({
      id: numbers.id,
      medical_record_number: numbers.medicalRecordNumber,
      ...columns(fields, numbers.medicalRecordNumber),
      ...ssn,
      created_at: now,
      updated_at: now,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Changes a locked patient; without `ssn` the social security number stays. */
export function updatePatient(
  db: Db,
  patient: PatientRecordRow,
  fields: PatientFields,
  ssn: SsnColumns | undefined,
  now: Date,
): Promise<PatientRecordRow> {
  return db
    .updateTable('patients')
    .set((eb) => ({
      ...columns(fields, patient.medical_record_number),
      ...ssn,
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', patient.id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Activates or deactivates; undefined when the patient is that already, or does not exist. */
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
