import { sql, type Selectable, type Transaction } from 'kysely';
import { anyId } from '#db/any-id.ts';
import type { Db } from '#db/database.ts';
import { namesOf } from '@portal/contract/record';
import type { Database, PatientsTable } from '#db/schema.ts';

/** A patient to insert, by column. Bytes are in hexadecimal, as the database writes them. */
export type NewPatientRow = Omit<
  Selectable<PatientsTable>,
  'import_id' | 'version' | 'created_at' | 'updated_at' | 'email_key' | 'insurance_key' | 'ssn' | 'ssn_index'
> & { readonly ssn: string | null; readonly ssn_index: string | null };

/** Inserts the patients of a batch. */
export async function insertPatients(
  tx: Transaction<Database>,
  importId: string,
  rows: readonly NewPatientRow[],
  now: Date,
): Promise<void> {
  const [row] = rows;
  if (row === undefined) return;
  const columns = sql.join(namesOf(row).map((column) => sql.ref(column)));
  await sql`
    insert into patients (${columns}, import_id, created_at, updated_at)
    select ${columns}, ${importId}::uuid, ${now}::timestamptz, ${now}::timestamptz
    from json_populate_recordset(null::patients, ${JSON.stringify(rows)})`.execute(tx);
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
      or exists (select from patient_alerts where patient_id = p.id)
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
