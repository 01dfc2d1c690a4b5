import type { PatientRef } from '@portal/contract/refs';

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
