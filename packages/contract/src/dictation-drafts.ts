import { isDateOnly } from '@portal/domain/date';
import { isPlausibleDay } from '@portal/domain/procedure-date';
import { plainLine, plainNote } from '@portal/domain/text';
import { z } from 'zod';
import { BILLING_OPTIONS } from '@portal/domain/template/billing-option';
import { linePointers, lineUnits } from './dictation-lines.ts';
import { dictation, editedFrom } from './dictations.ts';
import { permission } from './core/endpoint.ts';
import { valuesOf } from './core/field-values.ts';
import { id } from './core/fields.ts';
import { DICTATION } from './core/health-records.ts';
import { changes, reads, removes } from './core/verbs.ts';

/** What two people can change in a saved dictation. */
export const draftBase = dictation.pick({
  patientId: true,
  patientName: true,
  patientMRN: true,
  patient: true,
  patientDOB: true,
  patientGender: true,
  providerId: true,
  providerName: true,
  locationId: true,
  procedureLocation: true,
  procedureDate: true,
  formData: true,
  editedFields: true,
  billingCodes: true,
  billingOption: true,
  complications: true,
});

export type DraftBase = z.output<typeof draftBase>;

/** Maximum length of a draft as JSON, in characters. */
const MAX_DRAFT_LENGTH = 1_000_000;
/** Far above what can be saved: a draft keeps a text that is too long until the user shortens it. */
const text = (max: number, plain: (typed: string) => string) =>
  z
    .string()
    .overwrite(plain)
    .max(max, `too long to be autosaved: at most ${max.toLocaleString('en-US')} characters`);
/** A text of several lines. */
const longText = text(200_000, plainNote);
/** A line, which lists of drafts show. */
const line = text(1000, plainLine);

/**
 * The editor's content, autosaved without validation. It is encrypted at rest, visible only to its author, and removed by the save
 * that replaces it or after 30 days.
 */
export const draftContent = z.strictObject({
  patientId: id.nullable(),
  /** May be incomplete, because it is saved while it is typed. */
  procedureDate: line.refine(
    (typed) => !isDateOnly(typed) || isPlausibleDay(typed),
    'Procedure date must be in a plausible year',
  ),
  procedureLocation: line,
  providerId: id.nullable(),
  locationId: id.nullable(),
  formData: valuesOf(longText, z.array(longText).max(1000), 1000).refine(
    (values) => JSON.stringify(values).length <= MAX_DRAFT_LENGTH,
    `too long to be autosaved: all fields together can have at most ${MAX_DRAFT_LENGTH.toLocaleString('en-US')} characters`,
  ),
  editedFields: z.array(z.string().max(64)).max(500),
  editedFrom: editedFrom.default({}),
  /** null means the suggested codes, unchanged by the user. */
  billingCodes: z
    .array(
      z.strictObject({
        code: z.string().max(20),
        modifiers: z.string().max(50),
        units: lineUnits.optional(),
        diagnosisPointers: linePointers.optional(),
      }),
    )
    .max(100)
    .nullable(),
  billingOption: z.enum(BILLING_OPTIONS),
  complications: longText,
  /** The order that a new note is started from. */
  orderId: id.optional(),
  /** Idempotency key of the create request, so a lost response never creates two dictations. */
  createKey: z.string().max(100),
  /** The saved dictation as it was when editing began. */
  base: draftBase.optional(),
});
export type DraftContent = z.output<typeof draftContent>;

/** A draft without its content. */
export const draftRow = z.object({
  id,
  /** null for a dictation that has not been saved yet. */
  dictationId: id.nullable(),
  templateId: id,
  templateName: z.string(),
  templateVersion: z.int(),
  /** Current name and MRN, "Lee, Ann (00000042)". */
  patientName: z.string().nullable(),
  procedureDate: z.string(),
  /** The version of the dictation being edited; null for a new one. */
  baseVersion: z.int().nullable(),
  /** Increases with every write. */
  revision: z.int(),
  /** The editor (browser tab) that wrote last. */
  editorId: id,
  updatedAt: z.string(),
});
export type DraftRow = z.output<typeof draftRow>;
/** The response to an autosave: no patient name. */
export const draftSaved = draftRow.omit({ patientName: true });
export type DraftSaved = z.output<typeof draftSaved>;
/** A draft with its content. */
export const draft = draftRow.extend({ content: draftContent });
export type Draft = z.output<typeof draft>;

const write = { tag: 'Dictation drafts', guard: permission('Dictation.View'), healthData: true } as const;

export const draftList = reads('/dictation/drafts', write, {
  summary: 'List the caller’s drafts, newest first',
  response: z.array(draftRow),
  audit: 'Accessed',
  allowedForKeys: false,
});
export const draftGet = reads('/dictation/drafts/:id', write, {
  summary: 'Get one of the caller’s drafts',
  response: draft,
  audit: 'Viewed',
  allowedForKeys: false,
});
export const draftSave = changes('/dictation/drafts/:id', write, {
  record: DICTATION,
  // A character has at most four bytes; the rest is much smaller than the content.
  maxBodyBytes: 5 * MAX_DRAFT_LENGTH,
  summary:
    'Autosave a draft under an ID chosen by the editor. 409 STALE if another editor wrote after `revision`, unless takeOver is set',
  body: z.strictObject({
    dictationId: id.nullable(),
    templateId: id,
    templateVersion: z.int().min(1),
    baseVersion: z.int().min(1).nullable(),
    /** The revision this editor last wrote or read; 0 for the first. */
    revision: z.int().min(0),
    editorId: id,
    /** The user chose to continue in this editor. */
    takeOver: z.boolean().default(false),
    content: draftContent,
  }),
  // No patient name: autosave responses would otherwise be unaudited reads of health data every few seconds.
  response: draftSaved,
  // Drafts are written every few seconds while someone types; the dictation is audited when it is saved.
  audit: null,
  // Typing extends the session by heartbeat; autosaves and their retries do not.
  background: true,
  errors: ['STALE', 'CONFLICT'],
  allowedForKeys: false,
});
export const draftDelete = removes('/dictation/drafts/:id', write, {
  summary: 'Discard a draft',
  response: z.object({ message: z.string() }),
  allowedForKeys: false,
});
