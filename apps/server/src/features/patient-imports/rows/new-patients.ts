import type { NewPatient } from '@portal/contract/patients';
import type { Transaction } from 'kysely';
import type { Database } from '#db/schema.ts';
import { allocatePatientNumbers, patientKeys, ssnColumns } from '#features/patients/index.ts';
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
  const { ssn, ssn_index: index } = ssnColumns(keys, id, socialSecurityNumber);
  return {
    row: {
      id,
      medical_record_number: medicalRecordNumber,
      former_mrn: fields.formerMrn,
      first_name: fields.firstName,
      last_name: fields.lastName,
      date_of_birth: fields.dateOfBirth,
      is_deceased: fields.isDeceased,
      date_of_death: fields.dateOfDeath,
      gender: fields.gender,
      ssn: ssn?.toString('base64') ?? null,
      ssn_index: index?.toString('base64') ?? null,
      address: fields.address,
      city: fields.city,
      state: fields.state,
      zip_code: fields.zipCode,
      phone: fields.phone,
      email: fields.email,
      insurance_provider: fields.insuranceProvider,
      insurance_policy_number: fields.insurancePolicyNumber,
      former_coverage: fields.formerCoverage,
      is_active: fields.isActive,
      ...patientKeys({ ...fields, medicalRecordNumber }),
    },
    values: {
      medicalRecordNumber,
      ...fields,
      ...(socialSecurityNumber === null ? {} : { socialSecurityNumber: 'set' }),
    },
  };
}
