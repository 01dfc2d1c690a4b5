import type { Patient, PatientRow } from '@portal/contract/patients';
import { FULLY_MASKED_SSN, formatSsn, maskSsn } from '@portal/domain/ssn';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { readSsn } from './patient-record.ts';
import type { PatientListRow, PatientRecordRow } from './patient-repo.ts';

/** A row of the patient list, without the SSN, not even masked. */
export function presentRow(row: PatientListRow): PatientRow {
  return {
    id: row.id,
    medicalRecordNumber: row.medical_record_number,
    firstName: row.first_name,
    lastName: row.last_name,
    dateOfBirth: row.date_of_birth,
    isDeceased: row.is_deceased,
    dateOfDeath: row.date_of_death,
    gender: row.gender,
    city: row.city,
    state: row.state,
    zipCode: row.zip_code,
    phone: row.phone,
    email: row.email,
    insuranceProvider: row.insurance_provider,
    isActive: row.is_active,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  };
}

/** A full patient record. The SSN is masked to its last four digits, or completely without Patient.ViewSsn. */
export function presentPatient(
  context: SignedInContext,
  row: PatientRecordRow,
  { fullSsn = false } = {},
): Patient {
  return {
    ...presentRow(row),
    formerMrn: row.former_mrn,
    socialSecurityNumber: row.ssn === null ? null : presentSsn(context, row.id, row.ssn, fullSsn),
    address: row.address,
    insurancePolicyNumber: row.insurance_policy_number,
    formerCoverage: row.former_coverage,
  };
}

/** Decrypts the SSN only for callers who may see it, so that responses to others cannot depend on it. */
function presentSsn(context: SignedInContext, patientId: string, stored: Buffer, full: boolean): string {
  if (!hasPermission(context, 'Patient.ViewSsn')) return FULLY_MASKED_SSN;
  const digits = readSsn(context.deps.keys, patientId, stored);
  return full ? formatSsn(digits) : maskSsn(digits.slice(-4));
}
