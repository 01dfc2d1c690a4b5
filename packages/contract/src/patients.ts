import { isStateCode, isValidZip } from '@portal/domain/address';
import { COVERAGE_LABELS, type CoverageField } from '@portal/domain/patient-import/coverage';
import { isValidSsn, normalizeSsn } from '@portal/domain/ssn';
import { z } from 'zod';
import { also, permission, roles } from './core/endpoint.ts';
import {
  dateOnly,
  id,
  optionalDateOnly,
  optionalEmail,
  optionalText,
  printed,
  queryFlag,
  reason,
  requiredText,
} from './core/fields.ts';
import { csvFile } from './core/file.ts';
import { PATIENT } from './core/health-records.ts';
import { listQuery, listTotals, search } from './core/list.ts';
import { optionalPhone } from './core/phone.ts';
import { maybeChoiceField, maybeTextField, ownField, record, section, textField } from './core/record.ts';
import { acts, changes, creates, reads, removes } from './core/verbs.ts';

/** Sort keys of the patient list. */
export const PATIENT_SORT_KEYS = ['mrn', 'name', 'age', 'phone', 'email', 'insurance', 'status'] as const;
export type PatientSortKey = (typeof PATIENT_SORT_KEYS)[number];
export const GENDERS = ['Male', 'Female', 'Other'] as const;

const coverage = <T>(field: (label: string) => T): Record<CoverageField, T> => ({
  groupNumber: field(COVERAGE_LABELS.groupNumber),
  subscriberName: field(COVERAGE_LABELS.subscriberName),
  subscriberDateOfBirth: field(COVERAGE_LABELS.subscriberDateOfBirth),
  subscriberRelation: field(COVERAGE_LABELS.subscriberRelation),
  secondaryInsuranceProvider: field(COVERAGE_LABELS.secondaryInsuranceProvider),
  secondaryInsurancePolicyNumber: field(COVERAGE_LABELS.secondaryInsurancePolicyNumber),
});

/**
 * A patient, declared once: what forms, requests, rows, exports, imports and the audit log have follows from it. The medical record number,
 * the SSN, which only some may see, and what only imports know are beside it. The server also rejects a date of birth after today in
 * the practice's time zone, and a date of death before the birth or after today.
 */
export const patientRecord = record({
  ...section('Demographics', {
    firstName: { ...textField('First Name', printed(requiredText('First name', 100))), isListed: true },
    lastName: { ...textField('Last Name', printed(requiredText('Last name', 100))), isListed: true },
    dateOfBirth: {
      ...textField(
        'Date of Birth',
        dateOnly('Date of birth').refine(
          (text) => text >= '1900-01-01',
          'Date of birth must be on or after 01/01/1900',
        ),
      ),
      kind: 'date',
      isListed: true,
    },
    /** A date implies that the patient has died. An update that omits both keeps what is known. */
    isDeceased: {
      ...ownField('Deceased', z.boolean({ error: 'Deceased must be true or false' }).optional(), z.boolean()),
      kind: 'flag',
      isListed: true,
    },
    /** Null: alive, or not known. */
    dateOfDeath: {
      ...ownField('Date of Death', optionalDateOnly('Date of death').optional(), z.string().nullable()),
      kind: 'date',
      isListed: true,
    },
    gender: {
      ...maybeChoiceField(
        'Gender',
        z
          .union([z.literal(''), z.enum(GENDERS)], { error: 'Gender must be Male, Female or Other' })
          .nullish()
          .transform((text) => (text ? text : null)),
        z.enum(GENDERS).nullable(),
      ),
      isListed: true,
    },
  }),
  ...section('Contact', {
    address: maybeTextField('Address', printed(optionalText('Address', 200))),
    city: { ...maybeTextField('City', printed(optionalText('City', 100))), isListed: true },
    state: {
      ...maybeTextField(
        'State',
        optionalText('State', 2).refine(
          (text) => text === null || isStateCode(text),
          'State must be a two-letter US state code',
        ),
      ),
      kind: 'choice',
      isListed: true,
    },
    zipCode: {
      ...maybeTextField(
        'ZIP Code',
        optionalText('ZIP code', 100).refine(
          (text) => text === null || isValidZip(text),
          'ZIP code must be 5 digits or 5+4 digits',
        ),
      ),
      heading: 'ZIP',
      isListed: true,
    },
    phone: { ...maybeTextField('Phone', optionalPhone('Phone')), kind: 'phone', isListed: true },
    email: { ...maybeTextField('Email', optionalEmail), isListed: true },
  }),
  ...section('Insurance', {
    insuranceProvider: {
      ...maybeTextField('Insurance Provider', printed(optionalText('Insurance provider', 100))),
      heading: 'Insurance',
      isListed: true,
    },
    insurancePolicyNumber: maybeTextField(
      'Insurance Policy Number',
      printed(optionalText('Insurance policy number', 50)),
    ),
  }),
});
/** The fields as callers send them. */
export const patientFields = patientRecord.body.shape;

const number = { medicalRecordNumber: z.string() };
const state = { isActive: z.boolean(), createdAt: z.string() };
/** A patient. The SSN is masked to its last four digits unless the caller asks for it and may see it. */
export const patient = patientRecord.row.extend({
  ...number,
  /** The number in the system that the patient was imported from. */
  formerMrn: z.string().nullable(),
  socialSecurityNumber: z.string().nullable(),
  /** What an import found about coverage that the form has no field for. */
  formerCoverage: z.object(coverage(() => z.string().optional())).nullable(),
  ...state,
});
export type Patient = z.output<typeof patient>;

/** A row of the patient list; never includes the SSN. */
export const patientRow = patientRecord.listRow.extend({
  ...number,
  ...state,
  /** The name is only similar to the search. */
  similar: z.literal(true).optional(),
  /** The texts of the alerts that count today, newest first; missing without any. */
  alerts: z.array(z.string()).optional(),
});
export type PatientRow = z.output<typeof patientRow>;

const socialSecurityNumber = z
  .string({ error: 'Social security number must be text' })
  .trim()
  .max(100, 'Social security number must have 9 digits')
  .refine((text) => text === '' || isValidSsn(text), 'Enter a valid social security number (XXX-XX-XXXX)')
  .nullish()
  .transform((text) => (text ? normalizeSsn(text) : null));

/** Body of a create. */
export const patientCreateBody = patientRecord.body.extend({ socialSecurityNumber });
/** Omitting the SSN keeps the current value; null or blank removes it. */
export const patientUpdateBody = patientRecord.change.extend({
  /** Makes a deceased patient inactive, too. Needs Patient.Deactivate. */
  deactivate: z.boolean({ error: 'Deactivate must be true or false' }).optional(),
  socialSecurityNumber: socialSecurityNumber.optional(),
});

/** A patient of another system, as an import stores it. */
export const importedPatient = patientRecord.body.extend({
  isDeceased: z.boolean(),
  dateOfDeath: optionalDateOnly('Date of death'),
  socialSecurityNumber,
  formerMrn: optionalText('Record number', 50),
  formerCoverage: z.strictObject(coverage((label) => requiredText(label, 200).optional())).nullable(),
  isActive: z.boolean(),
});

export type NewPatient = z.output<typeof importedPatient>;

/** Why two patient records may be the same person. Names that are similar or one letter off count only with the same birth date. */
export const DUPLICATE_REASONS = [
  'name and birth date',
  'similar name',
  'one letter off',
  'phone',
  'social security number',
] as const;
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];

/** A patient who may be the same person as another one. */
export const duplicateMatch = patient
  .pick({
    id: true,
    medicalRecordNumber: true,
    firstName: true,
    lastName: true,
    dateOfBirth: true,
    isDeceased: true,
    dateOfDeath: true,
    phone: true,
    isActive: true,
  })
  .extend({ reasons: z.array(z.enum(DUPLICATE_REASONS)) });
export type DuplicateMatch = z.output<typeof duplicateMatch>;

const tag = 'Patients';
const health = { tag, healthData: true } as const;

const filters = { search, includeInactive: queryFlag };
export const patientList = reads('/patient', health, {
  summary: 'List or search patients, sorted and paged; only active patients by default',
  guard: permission('Patient.View'),
  query: z.strictObject({ ...listQuery(PATIENT_SORT_KEYS), ...filters }),
  response: z.object({ data: z.array(patientRow), ...listTotals }),
  audit: 'Accessed',
});
export const patientExport = acts('/patient/export', health, {
  summary: 'Export all matching patients as CSV, without social security numbers',
  guard: also(roles('Admin'), 'Patient.View'),
  body: z.strictObject(filters),
  ...csvFile,
  audit: 'Exported',
});
export const patientGet = reads('/patient/:id', health, {
  summary:
    'Get a patient; fullSsn=true returns the full social security number to holders of Patient.ViewSsn and is audited',
  guard: permission('Patient.View'),
  query: z.strictObject({ fullSsn: queryFlag }),
  response: patient,
  audit: 'Viewed',
  background: true,
});
export const patientPrint = reads('/patient/:id/print', health, {
  summary: 'Get a patient for the print view',
  guard: permission('Patient.View'),
  response: patient,
  audit: 'Printed',
});
export const patientCreate = creates('/patient', health, {
  record: PATIENT,
  summary: 'Create a patient; the server assigns the medical record number',
  guard: permission('Patient.Create'),
  body: patientCreateBody,
  response: patient,
});
export const patientUpdate = changes('/patient/:id', health, {
  record: PATIENT,
  summary: 'Update a patient',
  guard: permission('Patient.Edit'),
  body: patientUpdateBody,
  response: patient,
  errors: ['STALE'],
});
export const patientDeactivate = removes('/patient/:id', health, {
  record: PATIENT,
  summary: 'Deactivate a patient; requires a reason',
  guard: permission('Patient.Deactivate'),
  body: z.strictObject({ reason }),
  response: patient,
  errors: ['CONFLICT'],
});
export const patientReactivate = acts('/patient/:id/reactivate', health, {
  record: PATIENT,
  summary: 'Reactivate a patient; requires a reason',
  guard: permission('Patient.Deactivate'),
  body: z.strictObject({ reason }),
  response: patient,
  audit: 'Updated',
  errors: ['CONFLICT'],
});
export const patientDuplicates = acts('/patient/duplicates', health, {
  summary: 'Find likely duplicates of a patient before saving',
  guard: permission('Patient.Create', 'Patient.Edit'),
  body: z.strictObject({
    firstName: requiredText('First name', 100),
    lastName: requiredText('Last name', 100),
    dateOfBirth: dateOnly('Date of birth'),
    gender: patientFields.gender,
    phone: patientFields.phone,
    socialSecurityNumber,
    excludeId: id.optional(),
  }),
  response: z.object({
    matches: z.array(duplicateMatch),
    /** The number of matches for callers who may not view patients, who get no matches. */
    unseenCount: z.int().optional(),
  }),
  audit: 'Accessed',
});
