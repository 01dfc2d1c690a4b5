import {
  patient as patientRecord,
  patientCreateBody,
  patientFields,
  patientUpdateBody,
} from '@portal/contract/patients';
import type { Patient } from '@portal/contract/patients';
import { formatPhone } from '@portal/domain/phone';
import { formatSsn, isValidSsn } from '@portal/domain/ssn';
import type { z } from 'zod';

/** What the fields hold, and what is sent: without `version` for a new patient, without a number that may not be seen. */
export type PatientInput = z.input<typeof patientUpdateBody>;
export type PatientPayload = z.output<typeof patientUpdateBody>;

/** `keepsSsn`: an existing patient's social security number is masked, so it is neither edited nor sent. */
export type PatientFormKind = 'create' | 'edit' | 'keepsSsn';

export const PATIENT_LABELS = {
  firstName: 'First Name',
  lastName: 'Last Name',
  dateOfBirth: 'Date of Birth',
  gender: 'Gender',
  socialSecurityNumber: 'Social Security Number',
  address: 'Address',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP Code',
  phone: 'Phone',
  email: 'Email',
  insuranceProvider: 'Insurance Provider',
  insurancePolicyNumber: 'Insurance Policy Number',
} as const satisfies Partial<Record<keyof PatientInput, string>>;

/**
 * The contract's schema and the one rule only the practice's today can decide: no birth date after it. Until
 * `today` (YYYY-MM-DD) is known the server alone holds it.
 */
export function patientSchema(
  kind: PatientFormKind,
  today: string | undefined,
): z.ZodType<PatientPayload, PatientInput> {
  const dateOfBirth = patientFields.dateOfBirth.refine(
    (date) => today === undefined || date <= today,
    'Date of birth may not be later than today',
  );
  if (kind === 'create') return patientCreateBody.extend({ dateOfBirth });
  if (kind === 'edit') return patientUpdateBody.extend({ dateOfBirth });
  return patientUpdateBody.omit({ socialSecurityNumber: true }).extend({ dateOfBirth });
}

/** An empty form. */
export const NEW_PATIENT: PatientInput = {
  firstName: '',
  lastName: '',
  dateOfBirth: '',
  gender: '',
  socialSecurityNumber: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
  phone: '',
  email: '',
  insuranceProvider: '',
  insurancePolicyNumber: '',
};

/** The form's values of a patient as the server gave it; without the social security number when it is masked. */
export function patientInput(patient: Patient, kind: Exclude<PatientFormKind, 'create'>): PatientInput {
  const { socialSecurityNumber: ssn, ...record } = patient;
  return {
    firstName: record.firstName,
    lastName: record.lastName,
    dateOfBirth: record.dateOfBirth,
    gender: record.gender ?? '',
    ...(kind === 'edit' && { socialSecurityNumber: formatSsn(ssn ?? '') }),
    address: record.address ?? '',
    city: record.city ?? '',
    state: record.state ?? '',
    zipCode: record.zipCode ?? '',
    phone: formatPhone(record.phone),
    email: record.email ?? '',
    insuranceProvider: record.insuranceProvider ?? '',
    insurancePolicyNumber: record.insurancePolicyNumber ?? '',
    version: record.version,
  };
}

/**
 * Whether the number may be edited: the user may see it, and the answer holds none or a whole one. A masked one, as comes
 * after the permission was revoked in the meantime, must never be saved.
 */
export function formKind(patient: Patient, canViewSsn: boolean): Exclude<PatientFormKind, 'create'> {
  const { socialSecurityNumber: ssn } = patient;
  return canViewSsn && (ssn === null || isValidSsn(ssn)) ? 'edit' : 'keepsSsn';
}

/** The patient in an answer of unknown shape, null when there is none. */
export function readPatient(answer: unknown): Patient | null {
  return patientRecord.safeParse(answer).data ?? null;
}
