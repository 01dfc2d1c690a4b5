import type { NewPatient } from '@portal/contract/patients';
import type { Transaction } from 'kysely';
import type { Database } from '#db/schema.ts';
import {
  allocatePatientNumbers,
  patientColumns,
  ssnColumns,
  type SsnColumns,
} from '#features/patients/index.ts';
import type { Keys } from '#security/keys.ts';
import type { NewPatientRow } from './imported-patient-repo.ts';

/** A patient to insert with the values of its audit entry. */
export interface AddedPatient {
  readonly row: NewPatientRow;
  /** Without the social security number. */
  readonly values: Record<string, unknown>;
}

/** Gives patients their numbers, search texts and encrypted social security numbers. */
export async function newPatients(
  tx: Transaction<Database>,
  keys: Keys,
  patients: readonly NewPatient[],
): Promise<AddedPatient[]> {
  const numbers = patients.length === 0 ? [] : await allocatePatientNumbers(tx, patients.length);
  return patients.flatMap((patient, at) => {
    const given = numbers[at];
    return given === undefined ? [] : [added(keys, patient, given)];
  });
}

function added(
  keys: Keys,
  { socialSecurityNumber, ...fields }: NewPatient,
  { id, medicalRecordNumber }: { readonly id: string; readonly medicalRecordNumber: string },
): AddedPatient {
  const { formerMrn, formerCoverage, isActive } = fields;
  return {
    row: {
      id,
      medical_record_number: medicalRecordNumber,
      former_mrn: formerMrn,
      former_coverage: formerCoverage,
      is_active: isActive,
      ...patientColumns(fields, { medicalRecordNumber, formerMrn }),
      ...hexOf(ssnColumns(keys, id, socialSecurityNumber)),
    },
    values: {
      medicalRecordNumber,
      ...fields,
      ...(socialSecurityNumber === null ? {} : { socialSecurityNumber: 'set' }),
    },
  };
}

/** Bytes as the database reads them in JSON. */
export const hexOf = ({ ssn, ssn_index }: SsnColumns) => ({
  ssn: ssn === null ? null : `\\x${ssn.toString('hex')}`,
  ssn_index: ssn_index === null ? null : `\\x${ssn_index.toString('hex')}`,
});
