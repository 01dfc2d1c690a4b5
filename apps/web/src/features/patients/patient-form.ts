import {
  patient as patientRecord,
  patientCreateBody,
  patientFields,
  patientUpdateBody,
  type Patient,
} from '@portal/contract/patients';
import { dateOfDeathProblem } from '@portal/domain/death';
import { formatPhone } from '@portal/domain/phone';
import { formatSsn, isValidSsn } from '@portal/domain/ssn';
import type { z } from 'zod';

/** Form values. `version` is omitted for a new patient, the SSN if the user may not see it. */
export type PatientInput = z.input<typeof patientUpdateBody>;
export type PatientPayload = z.output<typeof patientUpdateBody>;

/** `keepsSsn`: the existing patient's SSN is masked, so it is neither edited nor sent. */
export type PatientFormKind = 'create' | 'edit' | 'keepsSsn';

export const PATIENT_LABELS = {
  firstName: 'First Name',
  lastName: 'Last Name',
  dateOfBirth: 'Date of Birth',
  isDeceased: 'Deceased',
  dateOfDeath: 'Date of Death',
  deactivate: 'Deactivate this patient, too',
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
 * The contract's schema plus the rules of the server about dates: none after the practice's current date, `today` (YYYY-MM-DD), and no
 * death before the birth. Until the date is known, only the server compares with it.
 */
export function patientSchema(
  kind: PatientFormKind,
  today: string | undefined,
): z.ZodType<PatientPayload, PatientInput> {
  const dateOfBirth = patientFields.dateOfBirth.refine(
    (date) => today === undefined || date <= today,
    'Date of birth may not be later than today',
  );
  if (kind === 'create') return patientCreateBody.extend({ dateOfBirth }).superRefine(checkDeath(today));
  if (kind === 'edit') return patientUpdateBody.extend({ dateOfBirth }).superRefine(checkDeath(today));
  return patientUpdateBody
    .omit({ socialSecurityNumber: true })
    .extend({ dateOfBirth })
    .superRefine(checkDeath(today));
}

type DeathInput = Pick<PatientPayload, 'dateOfBirth' | 'isDeceased' | 'dateOfDeath'>;
const checkDeath =
  (today = '') =>
  ({ dateOfBirth, isDeceased, dateOfDeath }: DeathInput, context: z.RefinementCtx<DeathInput>): void => {
    if (typeof dateOfDeath !== 'string') return;
    const message =
      isDeceased === true
        ? dateOfDeathProblem(dateOfDeath, { dateOfBirth, today })
        : 'Only a deceased patient can have a date of death';
    if (message !== null) context.addIssue({ code: 'custom', path: ['dateOfDeath'], message });
  };

/** Form values for a new patient. */
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

/** Form values of a saved patient; without the SSN if it is masked. */
export function patientInput(patient: Patient, kind: Exclude<PatientFormKind, 'create'>): PatientInput {
  const { socialSecurityNumber: ssn, ...record } = patient;
  return {
    firstName: record.firstName,
    lastName: record.lastName,
    dateOfBirth: record.dateOfBirth,
    isDeceased: record.isDeceased,
    dateOfDeath: record.dateOfDeath ?? '',
    deactivate: false,
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
 * The SSN can be edited only if the user may see it and the response has either none or a full one. A masked number, which
 * arrives when the permission has just been revoked, must never be saved.
 */
export function formKind(patient: Patient, canViewSsn: boolean): Exclude<PatientFormKind, 'create'> {
  const { socialSecurityNumber: ssn } = patient;
  return canViewSsn && (ssn === null || isValidSsn(ssn)) ? 'edit' : 'keepsSsn';
}

/** Parses a patient from an unknown value; null if it is not a patient. */
export function readPatient(answer: unknown): Patient | null {
  return patientRecord.safeParse(answer).data ?? null;
}
