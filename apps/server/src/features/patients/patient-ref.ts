import type { PatientRef } from '@portal/contract/refs';
import type { Db } from '#db/database.ts';
import { fieldError, notFound } from '#platform/app-error.ts';

async function findPatient(db: Db, id: string): Promise<(PatientRef & { isActive: boolean }) | undefined> {
  const row = await db
    .selectFrom('patients')
    .select(['id', 'first_name', 'last_name', 'medical_record_number', 'is_active'])
    .where('id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      firstName: row.first_name,
      lastName: row.last_name,
      medicalRecordNumber: row.medical_record_number,
      isActive: row.is_active,
    }
  );
}

/** Returns an active patient. Throws VALIDATION on `patientId` if the patient does not exist or is inactive. */
export async function requirePatient(db: Db, id: string): Promise<PatientRef> {
  const patient = await findPatient(db, id);
  if (patient === undefined) throw fieldError('patientId', 'This patient does not exist');
  const { isActive, ...ref } = patient;
  if (!isActive) throw fieldError('patientId', 'This patient is inactive');
  return ref;
}

/** Returns a patient, active or not. Throws NOT_FOUND. */
export async function getPatientRef(db: Db, id: string): Promise<PatientRef> {
  const patient = await findPatient(db, id);
  if (patient === undefined) throw notFound('This patient does not exist.');
  const { isActive: _, ...ref } = patient;
  return ref;
}
