import type { FormerCoverage } from '@portal/domain/patient-import/coverage';
import { sql, type Transaction } from 'kysely';
import { anyId } from '#db/any-id.ts';
import type { Db } from '#db/database.ts';
import type { Database } from '#db/schema.ts';

/** A patient to insert, by column. Bytes are in base64. */
export interface NewPatientRow {
  readonly id: string;
  readonly medical_record_number: string;
  readonly former_mrn: string | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly date_of_birth: string;
  readonly is_deceased: boolean;
  readonly date_of_death: string | null;
  readonly gender: string | null;
  readonly ssn: string | null;
  readonly ssn_index: string | null;
  readonly address: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zip_code: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly insurance_provider: string | null;
  readonly insurance_policy_number: string | null;
  readonly former_coverage: FormerCoverage | null;
  readonly is_active: boolean;
  readonly name_key: string;
  readonly search_text: string;
}

/** Inserts the patients of a batch. */
export async function insertPatients(
  tx: Transaction<Database>,
  importId: string,
  rows: readonly NewPatientRow[],
  now: Date,
): Promise<void> {
  await sql`
    insert into patients (id, medical_record_number, former_mrn, first_name, last_name, date_of_birth, is_deceased, date_of_death,
      gender, ssn, ssn_index, address, city, state, zip_code, phone, email, insurance_provider, insurance_policy_number,
      former_coverage, is_active, name_key, search_text, import_id, created_at, updated_at)
    select id, medical_record_number, former_mrn, first_name, last_name, date_of_birth, is_deceased, date_of_death, gender,
      decode(ssn, 'base64'), decode(ssn_index, 'base64'), address, city, state, zip_code, phone, email, insurance_provider,
      insurance_policy_number, former_coverage, is_active, name_key, search_text, ${importId}::uuid, ${now}::timestamptz,
      ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}) as row (id uuid, medical_record_number text, former_mrn text,
      first_name text, last_name text, date_of_birth date, is_deceased boolean, date_of_death date, gender text, ssn text,
      ssn_index text, address text, city text, state text, zip_code text, phone text, email text, insurance_provider text,
      insurance_policy_number text, former_coverage jsonb, is_active boolean, name_key text, search_text text)`.execute(
    tx,
  );
}

/** A patient with the SSN of a row; `n` is the number of the row in the batch. */
export interface SameSsn {
  readonly n: number;
  readonly id: string;
  readonly mrn: string;
}

/** Finds for each keyed hash of an SSN, in base64, the first patient with the same SSN. */
export async function findSameSsn(
  db: Db,
  people: readonly { readonly n: number; readonly ssnIndex: string }[],
): Promise<SameSsn[]> {
  const { rows } = await sql<SameSsn>`
    select n, id, mrn from json_to_recordset(${JSON.stringify(people)}) as person (n int, "ssnIndex" text)
    cross join lateral (
      select id, medical_record_number as mrn from patients
      where ssn_index = decode("ssnIndex", 'base64') order by id limit 1) alike
    order by n`.execute(db);
  return rows;
}

/** Another import that updated a patient and was undone has changed the version twice. */
const isChanged = sql<boolean>`version > 1 + 2 * (
  select count(*) from patient_import_updates where patient_id = p.id and state = 'Undone')`;

/** The patients of an import that were changed, or that other records refer to, and those that it updated and that were changed since. */
const usedOf = (importId: string) => sql`
    select p.id, p.medical_record_number, p.first_name, p.last_name from patients p where import_id = ${importId} and (${isChanged}
      or exists (select from medical_orders where patient_id = p.id)
      or exists (select from phone_messages where patient_id = p.id)
      or exists (select from documents where patient_id = p.id)
      or exists (select from pill_counts where patient_id = p.id)
      or exists (select from dictations where patient_id = p.id))
    union all
    select p.id, p.medical_record_number, p.first_name, p.last_name from patients p
    join patient_import_updates u on u.patient_id = p.id
    where u.import_id = ${importId} and u.state = 'Applied' and u.patient_version <> p.version`;

/** Counts the patients that prevent an undo: those that were changed or used since the import. */
export async function countUsed(db: Db, importId: string): Promise<number> {
  const { rows } = await sql<{
    used: string;
  }>`select count(*) as used from (${usedOf(importId)}) used`.execute(db);
  return Number(rows[0]?.used ?? 0);
}

/** A patient to name. */
export interface NamedPatient {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly medicalRecordNumber: string;
}

/** The first patients that prevent an undo, by MRN. */
export async function listUsed(db: Db, importId: string, limit: number): Promise<NamedPatient[]> {
  const { rows } = await sql<NamedPatient>`
    select id, first_name as "firstName", last_name as "lastName", medical_record_number as "medicalRecordNumber"
    from (${usedOf(importId)}) used order by medical_record_number limit ${limit}`.execute(db);
  return rows;
}

/** The first patients that an import has updated, by MRN. */
export async function listFirstUpdated(db: Db, importId: string, limit: number): Promise<NamedPatient[]> {
  const { rows } = await sql<NamedPatient>`
    select p.id, p.first_name as "firstName", p.last_name as "lastName", p.medical_record_number as "medicalRecordNumber"
    from patients p join patient_import_updates u on u.patient_id = p.id
    where u.import_id = ${importId} and u.state = 'Applied' order by p.medical_record_number limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Lists the ids of up to `limit` patients of an import. */
export async function listImported(
  tx: Transaction<Database>,
  importId: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('patients')
    .select('id')
    .where('import_id', '=', importId)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The first patients of an import, by MRN. */
export async function listFirstImported(db: Db, importId: string, limit: number) {
  return db
    .selectFrom('patients')
    .select([
      'id',
      'first_name as firstName',
      'last_name as lastName',
      'medical_record_number as medicalRecordNumber',
    ])
    .where('import_id', '=', importId)
    .orderBy('medical_record_number')
    .limit(limit)
    .execute();
}

/** Deletes patients of an import that were not changed and that nothing refers to, and what users opened last of them. */
export async function deletePatients(
  tx: Transaction<Database>,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly medical_record_number: string }[]> {
  await tx
    .deleteFrom('recent_records')
    .where('kind', '=', 'Patient')
    .where('record_id', '=', anyId(ids))
    .execute();
  const { rows } = await sql<{ id: string; medical_record_number: string }>`
    delete from patients p where id = ${anyId(ids)} and not ${isChanged} returning id, medical_record_number`.execute(
    tx,
  );
  return rows;
}
