import type { PatientRef } from '@portal/contract/refs';
import { beforeBirthProblem } from '@portal/domain/procedure-date';
import type { Db } from '#db/database.ts';
import { fieldError, notFound } from '#platform/app-error.ts';
import { deathOfRow } from '#request/patient-of-row.ts';
import { findBirthDate, findPatientRef, type PatientRefRow } from './patient-repo.ts';

/** Returns an active patient. Throws VALIDATION on `patientId` if the patient does not exist or is inactive. */
export async function requirePatient(db: Db, id: string): Promise<PatientRef> {
  const row = await findPatientRef(db, id);
  if (row === undefined) throw fieldError('patientId', 'This patient does not exist');
  if (!row.isActive) throw fieldError('patientId', 'This patient is inactive');
  return presentRef(row);
}

/** Throws VALIDATION on the field if its day (YYYY-MM-DD) is before the patient was born. */
export async function requireBorn(
  db: Db,
  patientId: string,
  { field, label, day }: { readonly field: string; readonly label: string; readonly day: string },
): Promise<void> {
  const problem = beforeBirthProblem(label, day, (await findBirthDate(db, patientId)) ?? null);
  if (problem !== null) throw fieldError(field, problem);
}

/** Returns a patient, active or not. Throws NOT_FOUND. */
export async function getPatientRef(db: Db, id: string): Promise<PatientRef> {
  const row = await findPatientRef(db, id);
  if (row === undefined) throw notFound('This patient does not exist.');
  return presentRef(row);
}

const presentRef = ({ isDeceased, dateOfDeath, isActive: _active, ...row }: PatientRefRow): PatientRef => ({
  ...row,
  ...deathOfRow({ patient_is_deceased: isDeceased, patient_date_of_death: dateOfDeath }),
});
