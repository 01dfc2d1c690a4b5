import type { PatientRef } from '@portal/contract/refs';

/** The columns of a joined patient, `p`, that `patientOfRow` needs besides `patient_id`. */
export const PATIENT_COLUMNS = [
  'p.first_name as patient_first_name',
  'p.last_name as patient_last_name',
  'p.is_deceased as patient_is_deceased',
  'p.date_of_death as patient_date_of_death',
  'p.medical_record_number',
] as const;

export interface PatientRow extends DeathRow {
  readonly patient_id: string;
  readonly patient_first_name: string;
  readonly patient_last_name: string;
  readonly medical_record_number: string;
}

/** The patient of another record. */
export const patientOfRow = (row: PatientRow): PatientRef => ({
  id: row.patient_id,
  firstName: row.patient_first_name,
  lastName: row.patient_last_name,
  medicalRecordNumber: row.medical_record_number,
  ...deathOfRow(row),
});

/** The columns of a joined patient that say whether they have died; null without a patient. */
interface DeathRow {
  readonly patient_is_deceased: boolean | null;
  readonly patient_date_of_death: string | null;
}

/** The mark of a deceased patient in other records; empty for anyone else. */
export function deathOfRow(row: DeathRow): Pick<PatientRef, 'isDeceased' | 'dateOfDeath'> {
  if (row.patient_is_deceased !== true) return {};
  const { patient_date_of_death: dateOfDeath } = row;
  return { isDeceased: true, ...(dateOfDeath === null ? {} : { dateOfDeath }) };
}
