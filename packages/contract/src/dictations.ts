import { DICTATION_STATUSES } from '@portal/domain/dictation';
import { CO_SIGNATURE_STATES } from '@portal/domain/dictation/co-signature';
import { TEMPLATE_LIMITS, templateContent } from '@portal/domain/template/content';
import { unfilledPlace } from '@portal/domain/shortcuts';
import { BILLING_OPTIONS } from '@portal/domain/template/billing-option';
import { MAX_FIELD_TEXT } from '@portal/domain/template/field-length';
import { plainLine, plainNote } from '@portal/domain/text';
import { z } from 'zod';
import { changeOf } from './core/change.ts';
import { also, permission, roles } from './core/endpoint.ts';
import { valuesOf } from './core/field-values.ts';
import { codeInput, dictationCode } from './dictation-lines.ts';
import {
  dateOnly,
  dayOfRecord,
  id,
  optionalDateOnly,
  optionalLines,
  printed,
  requiredLines,
  version,
} from './core/fields.ts';
import { DICTATION } from './core/health-records.ts';
import { listQuery, listTotals, search } from './core/list.ts';
import { patientRef, userRef } from './core/refs.ts';
import { changedNames, coSignature, listedCoSignature, signedPrint } from './signed-print.ts';
import { acts, changes, creates, reads } from './core/verbs.ts';

/** Default number of recent dictations. */
export const RECENT_COUNT = 20;
/** Maximum number of dictations in one batch. */
export const MAX_BATCH = 100;
/** Maximum length of one dictation's form values as JSON, in characters. */
export const MAX_FORM_LENGTH = 200_000;
/** Maximum number of characters of the complications. */
export const MAX_COMPLICATIONS = 4000;
/** A character has at most four bytes; the rest of a dictation is much smaller than its form. */
const maxBodyBytes = 5 * MAX_FORM_LENGTH;

/** Columns that lists of dictations can be sorted by. */
export const DICTATION_SORT_KEYS = [
  'procedureDate',
  'createdAt',
  'patientName',
  'templateName',
  'providerName',
  'status',
] as const;
export type DictationSortKey = (typeof DICTATION_SORT_KEYS)[number];

/** The status of a dictation. */
export const dictationStatus = z.enum(DICTATION_STATUSES, { error: 'Unknown status' });

/** A dictation in a list. A signed one has the names of the template, patient and provider from the time of signing. */
export const dictationRow = z.object({
  id,
  templateId: id,
  templateName: z.string(),
  patientId: id,
  patientName: z.string(),
  patientMRN: z.string(),
  /** Only of a patient who has died. */
  patientDeath: patientRef.pick({ isDeceased: true, dateOfDeath: true }).optional(),
  providerId: id,
  providerName: z.string(),
  locationId: id,
  procedureLocation: z.string(),
  procedureDate: z.string(),
  status: dictationStatus,
  groupId: id.nullable(),
  groupName: z.string().nullable(),
  hasAddendums: z.boolean(),
  /** Null if it needs none, or is not signed. */
  coSignature: listedCoSignature.nullable(),
  createdAt: z.string(),
  signedAt: z.string().nullable(),
  isActive: z.boolean(),
  /** What has a different value since the signature; null for nothing. */
  now: changedNames.nullable(),
  version: z.int(),
});
export type DictationRow = z.output<typeof dictationRow>;

/** The signature, with name and title as of the time of signing. */
export const signature = z.object({
  name: z.string(),
  title: z.string().nullable(),
  signedAt: z.string(),
  /** SHA-256 of the signed content, in hex. */
  contentHash: z.string(),
  /** What the hash covers: from version 2 on, also everything that the dictation prints. */
  hashVersion: z.int(),
});
export type Signature = z.output<typeof signature>;

/** Text added after a dictation was signed. */
export const addendum = z.object({
  id,
  text: z.string(),
  reason: z.string().nullable(),
  authorName: z.string(),
  authorTitle: z.string().nullable(),
  createdAt: z.string(),
});
export type Addendum = z.output<typeof addendum>;

const formOf = (text: z.ZodString) =>
  valuesOf(
    text.max(MAX_FIELD_TEXT, `A field can have at most ${MAX_FIELD_TEXT} characters`),
    z.array(text.max(TEMPLATE_LIMITS.line)).max(TEMPLATE_LIMITS.options),
  ).refine((values) => JSON.stringify(values).length <= MAX_FORM_LENGTH, 'The dictation is too long');
/** Field values by template field id, as they are stored, and the values of the sources that they were made with ("patient.age"). */
export const formData = formOf(z.string());
/** Field values as they are entered: pasted line breaks of any kind become LF. */
export const enteredFormData = formOf(z.string().overwrite(plainNote));
export type FormData = z.output<typeof formData>;
/**
 * By field: what the template generated when the value was edited or stored, and the printed values of the fields that it was generated
 * from; `auto` is what the field was auto-populated with then, and now. The server fills in what is left out. To keep a text although its sources changed, send what the template generates now.
 * `carried`: the earlier signed note of the patient and template that the value was carried from, with its procedure date, and whether someone has looked at it since.
 */
export const editedFrom = z
  .record(
    z.string().max(64),
    z.strictObject({
      text: z.string().overwrite(plainNote).max(20_000),
      from: z.record(z.string().max(64), z.string().overwrite(plainNote).max(20_000)),
      auto: z
        .strictObject({
          label: z.string().overwrite(plainNote).max(100),
          before: z.string().overwrite(plainNote).max(20_000),
          now: z.string().overwrite(plainNote).max(20_000),
        })
        .optional(),
      carried: z
        .strictObject({ noteId: id, day: dateOnly('The date of the earlier note'), isSeen: z.boolean() })
        .optional(),
    }),
  )
  .refine((origins) => JSON.stringify(origins).length <= MAX_FORM_LENGTH, 'The dictation is too long');

/** A complete dictation, with the version of the template content it was written with. */
export const dictation = dictationRow.extend({
  /** The same patient as the flat fields, with the parts of the name. */
  patient: patientRef,
  patientDOB: z.string(),
  patientGender: z.string(),
  /** The same value under two names; clients may use either. */
  dictationContent: formData,
  formData,
  /** Dependent fields that the user edited, which no longer follow their source. */
  editedFields: z.array(z.string()),
  editedFrom,
  billingCodes: z.array(dictationCode),
  billingOption: z.enum(BILLING_OPTIONS),
  complications: z.string().nullable(),
  templateVersion: z.int(),
  /** The order that the note was started from. */
  orderId: id.nullable(),
  structure: templateContent.pick({ sections: true }),
  /** What reports print above and instead of the template's name; of a signed one, what it prints. */
  reportHeading: z.string().nullable(),
  reportTitle: z.string().nullable(),
  signature: signature.nullable(),
  coSignature: coSignature.nullable(),
  /** Null until the dictation is signed. */
  printed: signedPrint.nullable(),
  addendums: z.array(addendum),
  createdByUser: userRef,
  updatedByUser: userRef,
  updatedAt: z.string(),
});
export type Dictation = z.output<typeof dictation>;

const fields = {
  patientId: z
    .string({ error: 'Please select a patient' })
    .min(1, { error: 'Please select a patient', abort: true })
    .pipe(id),
  procedureDate: dayOfRecord('Procedure date'),
  /** The location's name as printed; defaults to the location's own name. */
  procedureLocation: printed(
    z.string().overwrite(plainLine).trim().max(200, 'Procedure location can have at most 200 characters'),
  ).optional(),
  /** Defaults to the caller's session. */
  providerId: id.optional(),
  locationId: id.optional(),
  formData: enteredFormData.default({}),
  editedFields: z.array(z.string().max(64)).max(500).default([]),
  editedFrom: editedFrom.default({}),
  billingCodes: z.array(codeInput).max(100, 'A dictation can have at most 100 billing codes').default([]),
  billingOption: z.enum(BILLING_OPTIONS, { error: 'Unknown billing option' }).default('standard'),
  complications: printed(optionalLines('Complications', MAX_COMPLICATIONS)),
  /** Saved and Completed require all required fields. */
  status: z
    .enum(['Draft', 'Saved', 'Completed'], { error: 'Status must be Draft, Saved or Completed' })
    .default('Draft'),
};
/** The body that creates a dictation. */
export const dictationBody = z.strictObject({
  templateId: id,
  /** The template version the form was built from; defaults to the newest. */
  templateVersion: z.int().min(1).optional(),
  ...fields,
  /** The order that the note is started from, of the same patient. Needs Order.View. */
  orderId: id.optional(),
  /** The draft that this save replaces and removes. */
  draftId: id.optional(),
});
/** The body that updates a dictation. */
export const dictationChange = z.strictObject({ ...changeOf(fields), draftId: id.optional(), version });
export type DictationBody = z.input<typeof dictationBody>;

const counted = z.object({ count: z.int() });
/** IDs of the dictations in a batch. */
export const idList = z
  .array(id)
  .min(1, 'Please select at least one dictation')
  .max(MAX_BATCH, `Select at most ${MAX_BATCH} dictations`);
const filters = {
  patientId: id.optional(),
  templateId: id.optional(),
  providerId: id.optional(),
  status: dictationStatus.optional(),
  startDate: optionalDateOnly('Start date'),
  endDate: optionalDateOnly('End date'),
};

const tag = 'Dictations';
const view = { tag, guard: permission('Dictation.View'), healthData: true } as const;
const create = { tag, guard: permission('Dictation.Create'), healthData: true } as const;
const edit = { tag, guard: permission('Dictation.Edit'), healthData: true } as const;
const rows = z.array(dictationRow);

export const dictationList = reads('/dictation', view, {
  summary:
    'List dictations, newest procedure first by default; `search` matches patient name, MRN, or date of birth',
  query: z.strictObject({
    ...listQuery(DICTATION_SORT_KEYS),
    search,
    ...filters,
    coSignature: z
      .enum(CO_SIGNATURE_STATES, { error: `Co-signature must be one of: ${CO_SIGNATURE_STATES.join(', ')}` })
      .optional(),
    /** Whose co-signature is asked for; with dictations for which any physician is asked. */
    supervisorId: id.optional(),
  }),
  response: z.object({ data: rows, ...listTotals }),
  audit: 'Accessed',
});
export const dictationRecent = reads('/dictation/recent', view, {
  summary: 'List the caller’s most recent dictations as author or provider',
  query: z.strictObject({
    count: z
      .string()
      .regex(/^\d{1,4}$/, 'Count must be a whole number')
      .optional()
      .transform((text) => Math.min(100, Math.max(1, Number(text ?? RECENT_COUNT)))),
  }),
  response: rows,
  audit: 'Accessed',
});
export const dictationPending = reads('/dictation/pending', view, {
  summary: 'List a provider’s saved and completed dictations awaiting signature, oldest first',
  query: z.strictObject({ providerId: id.optional() }),
  response: rows,
  audit: 'Accessed',
  // The page refetches it after each live change; the user's own activity extends the session by heartbeat.
  background: true,
});
export const dictationsOfPatient = reads('/dictation/patient/:id', view, {
  summary: 'List a patient’s dictations, newest first',
  response: rows,
  audit: 'Accessed',
});
export const dictationsOfOrder = reads(
  '/dictation/order/:id',
  { ...view, guard: also(permission('Dictation.View'), 'Order.View') },
  {
    summary: 'List the dictations that were started from an order, newest first',
    response: rows,
    audit: 'Accessed',
    background: true,
  },
);
export const dictationsOfProvider = reads('/dictation/provider/:id', view, {
  summary: 'List a provider’s dictations in a date range, newest first; up to 500',
  query: z.strictObject({ startDate: filters.startDate, endDate: filters.endDate }),
  response: rows,
  audit: 'Accessed',
});
export const dictationGet = reads('/dictation/:id', view, {
  summary: 'Get a dictation',
  response: dictation,
  audit: 'Viewed',
  background: true,
});
export const dictationCreate = creates('/dictation', create, {
  record: DICTATION,
  maxBodyBytes,
  summary: 'Create a dictation',
  body: dictationBody,
  response: dictation,
  errors: ['NOT_FOUND', 'CONFLICT'],
});
export const dictationUpdate = changes('/dictation/:id', edit, {
  record: DICTATION,
  maxBodyBytes,
  summary: 'Update an unsigned dictation',
  body: dictationChange,
  response: dictation,
  errors: ['STALE', 'CONFLICT'],
});
export const dictationSign = acts('/dictation/:id/sign', {
  record: DICTATION,
  tag,
  guard: also(roles('ProviderPhysician', 'ProviderMidLevel'), 'Dictation.View'),
  healthData: true,
  summary:
    'Sign the caller’s own dictation, including a complete draft; a signed dictation never changes. Repeating the call returns the same result',
  // Without a body, the current version is signed.
  body: z
    .strictObject({ version })
    .nullish()
    .transform((body) => body ?? {}),
  response: dictation,
  audit: 'Signed',
  errors: ['STALE', 'CONFLICT'],
});
export const dictationAddendum = creates('/dictation/:id/addendum', edit, {
  record: DICTATION,
  summary: 'Add an addendum to a signed dictation',
  body: z.strictObject({
    text: printed(
      requiredLines('Addendum', 4000).superRefine((text, context) => {
        const place = unfilledPlace(text);
        if (place === null) return;
        const message = `The addendum still says ${place}, which was not filled in. Replace it with text.`;
        context.addIssue({ code: 'custom', message });
      }),
    ),
    reason: printed(optionalLines('Reason', 500)),
  }),
  response: dictation,
  audit: 'Modified',
  errors: ['CONFLICT'],
  allowedForKeys: false,
});
export const dictationBatchStatus = acts('/dictation/batch/status', edit, {
  record: DICTATION,
  summary: 'Change the status of several dictations, all or none',
  body: z.strictObject({
    dictationIds: idList,
    newStatus: z.enum(['Draft', 'Saved', 'Completed'], {
      error: 'New status must be Draft, Saved or Completed',
    }),
  }),
  response: z.object({ message: z.string(), updatedCount: z.int() }),
  audit: 'Updated',
  errors: ['NOT_FOUND', 'CONFLICT'],
});
export const dictationStatistics = reads('/dictation/statistics', {
  tag,
  guard: permission('Dictation.View'),
  healthData: false,
  summary: 'Count dictations by status, template, provider, and procedure date',
  query: z.strictObject({
    startDate: filters.startDate,
    endDate: filters.endDate,
    providerId: filters.providerId,
  }),
  response: z.object({
    total: z.int(),
    byStatus: z.array(counted.extend({ status: dictationStatus })),
    byTemplate: z.array(counted.extend({ templateId: id, templateName: z.string() })),
    byProvider: z.array(counted.extend({ providerId: id, providerName: z.string() })),
    byDay: z.array(counted.extend({ date: z.string() })),
  }),
  audit: null,
});
