import type { Patient, PatientRow } from '@portal/contract/patients';
import { formatSsn, maskSsn } from '@portal/domain/ssn';
import { readSsn } from '#people/patient-record.ts';
import type { Keys } from '#security/keys.ts';
import type { PatientListRow, PatientRecordRow } from './patient-repo.ts';

/** A row of the list: no social security number, not even masked (decisions 42). */
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

/** A whole patient; the social security number as XXX-XX-XXXX when `fullSsn`, else masked but its last four digits (spec 1 §2.11). */
export function presentPatient(keys: Keys, row: PatientRecordRow, fullSsn = false): Patient {
  const digits = row.ssn === null ? null : readSsn(keys, row.id, row.ssn);
  return {
    ...presentRow(row),
    socialSecurityNumber: digits === null ? null : fullSsn ? formatSsn(digits) : maskSsn(digits.slice(-4)),
    address: row.address,
    insurancePolicyNumber: row.insurance_policy_number,
  };
}
