import type { PatientRef } from '@portal/contract/refs';
import type { Db } from '#db/database.ts';
import { fieldError, notFound } from '#platform/app-error.ts';
import { findPatientRef, type PatientRefRow } from './patient-repo.ts';

/** Returns an active patient. Throws VALIDATION on `patientId` if the patient does not exist or is inactive. */
export async function requirePatient(db: Db, id: string): Promise<PatientRef> {
  const row = await findPatientRef(db, id);
  if (row === undefined) throw fieldError('patientId', 'This patient does not exist');
  if (!row.is_active) throw fieldError('patientId', 'This patient is inactive');
  return presentRef(row);
}

/** Returns a patient, active or not. Throws NOT_FOUND. */
export async function getPatientRef(db: Db, id: string): Promise<PatientRef> {
  const row = await findPatientRef(db, id);
  if (row === undefined) throw notFound('This patient does not exist.');
  return presentRef(row);
}

const presentRef = (row: PatientRefRow): PatientRef => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  medicalRecordNumber: row.medical_record_number,
});
