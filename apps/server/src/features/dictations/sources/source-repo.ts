import type { EarlierNote } from '@portal/domain/template/source-values';
import { anyId } from '#db/any-id.ts';
import type { Db } from '#db/database.ts';

/** Which note is asked about. */
export interface NoteOfPatient {
  readonly patientId: string;
  readonly templateId: string;
  /** YYYY-MM-DD. */
  readonly day: string;
  /** The note itself; null before it exists. */
  readonly dictationId: string | null;
}

/** Finds the last signed note of a template for a patient up to a day, other than the note itself. */
export const findEarlierNote = (
  db: Db,
  { patientId, templateId, day, dictationId }: NoteOfPatient,
): Promise<(EarlierNote & { readonly id: string }) | undefined> =>
  db
    .selectFrom('dictations')
    .select(['id', 'procedure_date as procedureDate', 'form_data as formData'])
    .where('patient_id', '=', patientId)
    .where('template_id', '=', templateId)
    .where('status', '=', 'Signed')
    .where('is_active', '=', true)
    .where('procedure_date', '<=', day)
    .$if(dictationId !== null, (query) => query.where('id', '<>', dictationId ?? ''))
    .orderBy('procedure_date', 'desc')
    .orderBy('signed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Finds which of these are signed notes of a template for a patient, also if they were deactivated since, with their procedure dates. */
export const findSignedNotes = (
  db: Db,
  ids: readonly string[],
  { patientId, templateId }: Pick<NoteOfPatient, 'patientId' | 'templateId'>,
): Promise<{ id: string; day: string }[]> =>
  db
    .selectFrom('dictations')
    .select(['id', 'procedure_date as day'])
    .where('id', '=', anyId(ids))
    .where('patient_id', '=', patientId)
    .where('template_id', '=', templateId)
    .where('status', '=', 'Signed')
    .execute();

/** Finds the version of a template that a dictation was written with. */
export async function findVersionOf(
  db: Db,
  templateId: string,
  dictationId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('dictations')
    .select('template_version as version')
    .where('id', '=', dictationId)
    .where('template_id', '=', templateId)
    .executeTakeFirst();
  return row?.version;
}

/** Finds what a note tells of a patient. */
export const findPatientFacts = (db: Db, id: string) =>
  db
    .selectFrom('patients as p')
    .select([
      'p.first_name as firstName',
      'p.last_name as lastName',
      'p.date_of_birth as dateOfBirth',
      'p.gender',
      'p.medical_record_number as medicalRecordNumber',
      'p.phone',
      'p.insurance_provider as insuranceProvider',
    ])
    .where('p.id', '=', id)
    .executeTakeFirst();

/** Finds the name and the title of a provider. */
export const findProviderFacts = (db: Db, id: string) =>
  db
    .selectFrom('users as u')
    .select(['u.first_name as firstName', 'u.last_name as lastName', 'u.title'])
    .where('u.id', '=', id)
    .executeTakeFirst();
