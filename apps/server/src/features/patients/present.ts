import type { Patient, PatientRow } from '@portal/contract/patients';
import { FULLY_MASKED_SSN, formatSsn, maskSsn } from '@portal/domain/ssn';
import { holds, type SignedInContext } from '#request/context.ts';
import { readSsn } from './patient-record.ts';
import type { PatientListRow, PatientRecordRow } from './patient-repo.ts';

/** A row of the list: no social security number, not even masked. */
export function presentRow(row: PatientListRow): PatientRow {
  return {
    id: row.id,
    medicalRecordNumber: row.medical_record_number,
    firstName: row.first_name,
    lastName: row.last_name,
    dateOfBirth: row.date_of_birth,
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

/** A whole patient. The social security number is masked to its last four digits, or entirely without Patient.ViewSsn. */
export function presentPatient(
  context: SignedInContext,
  row: PatientRecordRow,
  { fullSsn = false } = {},
): Patient {
  return {
    ...presentRow(row),
    socialSecurityNumber: row.ssn === null ? null : presentSsn(context, row.id, row.ssn, fullSsn),
    address: row.address,
    insurancePolicyNumber: row.insurance_policy_number,
  };
}

/** The stored number is decrypted only for those who may see it, so nothing in the answer can depend on it for others. */
function presentSsn(context: SignedInContext, patientId: string, stored: Buffer, full: boolean): string {
  if (!holds(context, 'Patient.ViewSsn')) return FULLY_MASKED_SSN;
  const digits = readSsn(context.deps.keys, patientId, stored);
  return full ? formatSsn(digits) : maskSsn(digits.slice(-4));
}
