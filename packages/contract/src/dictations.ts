import { CODE_TYPES } from '@portal/domain/billing-code';
import { DICTATION_STATUSES } from '@portal/domain/dictation';
import { templateContent } from '@portal/domain/template/content';
import { BILLING_OPTIONS } from '@portal/domain/template/billing-option';
import { z } from 'zod';
import { endpoint, permission, roles } from './core/endpoint.ts';
import {
  dateOnly,
  id,
  idParams,
  optionalDateOnly,
  optionalLines,
  requiredLines,
  version,
} from './core/fields.ts';
import { listQuery, listTotals, search } from './core/list.ts';
import { userRef } from './core/refs.ts';

/** Recent dictations unless told. */
export const RECENT_COUNT = 20;
/** The most dictations of one batch. */
export const MAX_BATCH = 100;
/** The most text that the values of one dictation may have together, as JSON. */
export const MAX_FORM_LENGTH = 200_000;

export const DICTATION_SORT_KEYS = [
  'procedureDate',
  'createdAt',
  'patientName',
  'templateName',
  'providerName',
  'status',
] as const;
export type DictationSortKey = (typeof DICTATION_SORT_KEYS)[number];

export const dictationStatus = z.enum(DICTATION_STATUSES, { error: 'Unknown status' });

/** A dictation as lists show it. */
export const dictationRow = z.object({
  id,
  templateId: id,
  templateName: z.string(),
  patientId: id,
  patientName: z.string(),
  patientMRN: z.string(),
  providerId: id,
  providerName: z.string(),
  locationId: id,
  procedureLocation: z.string(),
  procedureDate: z.string(),
  status: dictationStatus,
  groupId: id.nullable(),
  groupName: z.string().nullable(),
  hasAddendums: z.boolean(),
  createdAt: z.string(),
  signedAt: z.string().nullable(),
  isActive: z.boolean(),
  version: z.int(),
});
export type DictationRow = z.output<typeof dictationRow>;

/** A code on the billing sheet; its stored type wins over a guess. */
export const dictationCode = z.object({
  code: z.string(),
  codeType: z.enum(CODE_TYPES),
  description: z.string(),
  /** Separated by commas; "" for none. */
  modifiers: z.string(),
});
export type DictationCode = z.output<typeof dictationCode>;

/** Who signed, as it was then. */
export const signature = z.object({
  name: z.string(),
  title: z.string().nullable(),
  signedAt: z.string(),
  /** SHA-256 of the signed content, hexadecimal. */
  contentHash: z.string(),
});
export type Signature = z.output<typeof signature>;

export const addendum = z.object({
  id,
  text: z.string(),
  reason: z.string().nullable(),
  authorName: z.string(),
  authorTitle: z.string().nullable(),
  createdAt: z.string(),
});
export type Addendum = z.output<typeof addendum>;

const fieldValue = z.union([
  z.string().max(20_000, 'A field can have at most 20000 characters'),
  z.boolean(),
  z.array(z.string().max(500)).max(200),
]);
/** Field values keyed by template field id. */
export const formData = z
  .record(z.string().max(64), fieldValue)
  .refine((values) => JSON.stringify(values).length <= MAX_FORM_LENGTH, 'The dictation is too long');
export type FormData = z.output<typeof formData>;

/** A whole dictation, with the template content and rules version it was written with. */
export const dictation = dictationRow.extend({
  patientDOB: z.string(),
  patientGender: z.string(),
  /** The same value under the two names of the document. */
  dictationContent: formData,
  formData,
  /** Dependent fields that the writer changed by hand: they no longer follow their source. */
  editedFields: z.array(z.string()),
  billingCodes: z.array(dictationCode),
  billingOption: z.enum(BILLING_OPTIONS),
  complications: z.string().nullable(),
  templateVersion: z.int(),
  structure: templateContent.pick({ sections: true }),
  signature: signature.nullable(),
  addendums: z.array(addendum),
  createdByUser: userRef,
  updatedByUser: userRef,
  updatedAt: z.string(),
});
export type Dictation = z.output<typeof dictation>;

const code = z.string().trim().min(1, 'Code is required').max(20, 'A code can have at most 20 characters');
/** A code text as written, or with its modifiers. */
const codeInput = z.union([
  code.transform((text) => ({ code: text, modifiers: '' })),
  z.strictObject({
    code,
    modifiers: z.string().trim().max(50, 'Modifiers can have at most 50 characters').default(''),
  }),
]);

const fields = {
  patientId: z
    .string({ error: 'Please select a patient' })
    .min(1, { error: 'Please select a patient', abort: true })
    .pipe(id),
  procedureDate: dateOnly('Procedure date'),
  /** The location's name as printed; the location's own when absent. */
  procedureLocation: z
    .string()
    .trim()
    .max(200, 'Procedure location can have at most 200 characters')
    .optional(),
  /** Absent: from the caller's session. */
  providerId: id.optional(),
  locationId: id.optional(),
  formData: formData.default({}),
  editedFields: z.array(z.string().max(64)).max(500).default([]),
  billingCodes: z.array(codeInput).max(100, 'There are too many billing codes').default([]),
  billingOption: z.enum(BILLING_OPTIONS, { error: 'Unknown billing option' }).default('standard'),
  complications: optionalLines('Complications', 4000),
  /** Saved and Completed need all required fields. */
  status: z
    .enum(['Draft', 'Saved', 'Completed'], { error: 'Status must be Draft, Saved or Completed' })
    .default('Draft'),
};
export const dictationBody = z.strictObject({
  templateId: id,
  /** The content the form was made of; absent: the newest. */
  templateVersion: z.int().min(1).optional(),
  ...fields,
  /** The kept draft that this save replaces: it is removed with it. */
  draftId: id.optional(),
});
export const dictationChange = z.strictObject({ ...fields, draftId: id.optional(), version });
export type DictationBody = z.input<typeof dictationBody>;

/** A user's work of one day. */
export const dictationSession = z.object({
  providerId: id,
  providerName: z.string(),
  locationId: id,
  locationName: z.string(),
  sessionDate: z.string(),
});
export type DictationSession = z.output<typeof dictationSession>;

const counted = z.object({ count: z.int() });
/** Dictations of a batch. */
export const idList = z
  .array(id)
  .min(1, 'Please select at least one dictation')
  .max(MAX_BATCH, `At most ${MAX_BATCH} dictations at once`);
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

export const dictationList = endpoint({
  ...view,
  method: 'GET',
  path: '/dictation',
  summary:
    'Dictations, newest procedure first unless told; `search` takes a patient’s name, MRN or birth date',
  query: z.strictObject({ ...listQuery(DICTATION_SORT_KEYS), search, ...filters }),
  response: z.object({ data: rows, ...listTotals }),
  audit: 'Accessed',
});
export const dictationRecent = endpoint({
  ...view,
  method: 'GET',
  path: '/dictation/recent',
  summary: 'What the caller wrote or provided last',
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
export const dictationPending = endpoint({
  ...view,
  method: 'GET',
  path: '/dictation/pending',
  summary: 'Saved and completed dictations of a provider that wait for the signature, oldest first',
  query: z.strictObject({ providerId: id.optional() }),
  response: rows,
  audit: 'Accessed',
  // The page reads it again after each live change; the user's own activity extends the session by heartbeat.
  background: true,
});
export const dictationsOfPatient = endpoint({
  ...view,
  method: 'GET',
  path: '/dictation/patient/:id',
  summary: 'The dictations of a patient, newest first',
  params: idParams,
  response: rows,
  audit: 'Accessed',
  errors: ['NOT_FOUND'],
});
export const dictationsOfProvider = endpoint({
  ...view,
  method: 'GET',
  path: '/dictation/provider/:id',
  summary: 'The dictations of a provider in a time, newest first; up to 500',
  params: idParams,
  query: z.strictObject({ startDate: filters.startDate, endDate: filters.endDate }),
  response: rows,
  audit: 'Accessed',
  errors: ['NOT_FOUND'],
});
export const dictationGet = endpoint({
  ...view,
  method: 'GET',
  path: '/dictation/:id',
  summary: 'A dictation',
  params: idParams,
  response: dictation,
  audit: 'Viewed',
  errors: ['NOT_FOUND'],
});
export const dictationCreate = endpoint({
  ...create,
  method: 'POST',
  path: '/dictation',
  summary: 'Write a dictation',
  body: dictationBody,
  response: dictation,
  status: 201,
  audit: 'Created',
  creates: true,
  errors: ['CONFLICT', 'IDEMPOTENCY_MISMATCH'],
});
export const dictationUpdate = endpoint({
  ...edit,
  method: 'PUT',
  path: '/dictation/:id',
  summary: 'Change a dictation that is not signed',
  params: idParams,
  body: dictationChange,
  response: dictation,
  audit: 'Updated',
  errors: ['NOT_FOUND', 'STALE', 'CONFLICT'],
});
export const dictationSign = endpoint({
  tag,
  guard: roles('ProviderPhysician', 'ProviderMidLevel'),
  healthData: true,
  method: 'POST',
  path: '/dictation/:id/sign',
  summary:
    'Sign one’s own dictation, a complete draft as well; it never changes again. Signing what one signed already answers the same',
  params: idParams,
  // Without a body it signs the current version.
  body: z
    .strictObject({ version })
    .nullish()
    .transform((body) => body ?? {}),
  response: dictation,
  audit: 'Signed',
  errors: ['NOT_FOUND', 'STALE', 'CONFLICT'],
});
export const dictationAddendum = endpoint({
  ...edit,
  method: 'POST',
  path: '/dictation/:id/addendum',
  summary: 'Add to a signed dictation',
  params: idParams,
  body: z.strictObject({ text: requiredLines('Addendum', 4000), reason: optionalLines('Reason', 500) }),
  response: dictation,
  status: 201,
  audit: 'Modified',
  creates: true,
  errors: ['NOT_FOUND', 'CONFLICT', 'IDEMPOTENCY_MISMATCH'],
});
export const dictationBatchStatus = endpoint({
  ...edit,
  method: 'POST',
  path: '/dictation/batch/status',
  summary: 'Change the status of many dictations, all or none',
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
export const dictationStatistics = endpoint({
  tag,
  guard: permission('Dictation.View'),
  healthData: false,
  method: 'GET',
  path: '/dictation/statistics',
  summary: 'How many dictations by status, template, provider and procedure day',
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
export const dictationSessionCurrent = endpoint({
  tag,
  guard: permission('Dictation.View'),
  healthData: false,
  method: 'GET',
  path: '/dictation/session/current',
  summary: 'The caller’s session of today (the practice’s day), or null',
  response: dictationSession.nullable(),
  audit: null,
});
export const dictationSessionSave = endpoint({
  tag,
  guard: permission('Dictation.View'),
  healthData: false,
  method: 'POST',
  path: '/dictation/session',
  summary: 'Keep provider, location and date of the caller’s work of today',
  body: z.strictObject({ providerId: id, locationId: id, sessionDate: dateOnly('Session date') }),
  response: dictationSession,
  audit: 'Updated',
});
