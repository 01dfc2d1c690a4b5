import {
  patient as patientAnswer,
  patientCreateBody,
  patientFields,
  patientRecord,
  patientUpdateBody,
  type Patient,
} from '@portal/contract/patients';
import { namesOf, shownValue } from '@portal/contract/record';
import { dateOfDeathProblem } from '@portal/domain/death';
import { formatPhone } from '@portal/domain/phone';
import { formatSsn, isValidSsn } from '@portal/domain/ssn';
import type { z } from 'zod';
import { labelsOf, newInput, savedInput } from '#ui/form/record-input.ts';

/** Form values. `version` is omitted for a new patient, the SSN if the user may not see it. */
export type PatientInput = z.input<typeof patientUpdateBody>;
export type PatientPayload = z.output<typeof patientUpdateBody>;

/** `keepsSsn`: the existing patient's SSN is masked, so it is neither edited nor sent. */
export type PatientFormKind = 'create' | 'edit' | 'keepsSsn';

export const PATIENT_FIELDS = patientRecord.fields;
export type PatientField = keyof typeof PATIENT_FIELDS;

export const PATIENT_LABELS = {
  ...labelsOf(PATIENT_FIELDS),
  socialSecurityNumber: 'Social Security Number',
  deactivate: 'Deactivate this patient, too',
};

/** The fields of a section: those of `first`, then the others as they are declared, except those that are shown in another way. */
export function fieldsIn(
  section: (typeof PATIENT_FIELDS)[PatientField]['section'],
  { first = [], except = [] }: { readonly [N in 'first' | 'except']?: readonly PatientField[] } = {},
): PatientField[] {
  const placed = new Set([...first, ...except]);
  const others = namesOf(PATIENT_FIELDS).filter(
    (name) => PATIENT_FIELDS[name].section === section && !placed.has(name),
  );
  return [...first, ...others];
}

/** Name, birth and death, which pages show in their own way. */
export const SHOWN_APART = ['firstName', 'lastName', 'dateOfBirth', 'isDeceased', 'dateOfDeath'] as const;

/** Labels and values of these fields of a patient. */
export const shownFields = (patient: Patient, names: readonly PatientField[]) =>
  names.map((name) => ({
    label: PATIENT_LABELS[name],
    value: shownValue(PATIENT_FIELDS[name], patient[name]),
  }));

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
export const NEW_PATIENT: PatientInput = { ...newInput(PATIENT_FIELDS), socialSecurityNumber: '' };

/** Form values of a saved patient; without the SSN if it is masked. */
export const patientInput = (patient: Patient, kind: Exclude<PatientFormKind, 'create'>): PatientInput => ({
  ...savedInput(PATIENT_FIELDS, patient),
  dateOfDeath: patient.dateOfDeath ?? '',
  phone: formatPhone(patient.phone),
  deactivate: false,
  ...(kind === 'edit' && { socialSecurityNumber: formatSsn(patient.socialSecurityNumber ?? '') }),
});

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
  return patientAnswer.safeParse(answer).data ?? null;
}
