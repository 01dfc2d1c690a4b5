import { z } from 'zod';
import { BILLING_OPTIONS } from '@portal/domain/template/billing-option';
import { formData } from './dictations.ts';
import { endpoint, permission } from './core/endpoint.ts';
import { id, idParams } from './core/fields.ts';

/**
 * What an editor holds, kept as it is typed and not checked yet. It is stored encrypted, belongs to its writer only,
 * and is removed by the save that replaces it or after thirty days.
 */
export const draftContent = z.strictObject({
  patientId: id.nullable(),
  procedureDate: z.string().max(10),
  procedureLocation: z.string().max(200),
  providerId: id.nullable(),
  locationId: id.nullable(),
  formData,
  editedFields: z.array(z.string().max(64)).max(500),
  /** null: the suggested ones, not changed by hand. */
  billingCodes: z
    .array(z.strictObject({ code: z.string().max(20), modifiers: z.string().max(50) }))
    .max(100)
    .nullable(),
  billingOption: z.enum(BILLING_OPTIONS),
  complications: z.string().max(4000),
  /** The key of the save that is under way: a lost answer never makes two dictations. */
  createKey: z.string().max(100),
});
export type DraftContent = z.output<typeof draftContent>;

/** A kept draft without its content. */
export const draftRow = z.object({
  id,
  /** null: of a dictation that is not stored yet. */
  dictationId: id.nullable(),
  templateId: id,
  templateName: z.string(),
  templateVersion: z.int(),
  /** Name and MRN as they are now, "Lee, Ann (00000042)". */
  patientName: z.string().nullable(),
  procedureDate: z.string(),
  /** The dictation's version that it changes; null for a new one. */
  baseVersion: z.int().nullable(),
  /** Goes up with every write. */
  revision: z.int(),
  /** The editor (one tab) that wrote last. */
  editorId: id,
  updatedAt: z.string(),
});
export type DraftRow = z.output<typeof draftRow>;
export const draftSaved = draftRow.omit({ patientName: true });
export type DraftSaved = z.output<typeof draftSaved>;
export const draft = draftRow.extend({ content: draftContent });
export type Draft = z.output<typeof draft>;

const write = { tag: 'Dictation drafts', guard: permission('Dictation.View'), healthData: true } as const;

export const draftList = endpoint({
  ...write,
  method: 'GET',
  path: '/dictation/drafts',
  summary: 'The caller’s kept drafts, newest first',
  response: z.array(draftRow),
  audit: 'Accessed',
});
export const draftGet = endpoint({
  ...write,
  method: 'GET',
  path: '/dictation/drafts/:id',
  summary: 'One of the caller’s kept drafts',
  params: idParams,
  response: draft,
  audit: 'Viewed',
  errors: ['NOT_FOUND'],
});
export const draftSave = endpoint({
  ...write,
  method: 'PUT',
  path: '/dictation/drafts/:id',
  summary:
    'Keep what is typed; the id is the editor’s own. 409 STALE when another editor wrote since `revision`, unless takeOver',
  params: idParams,
  body: z.strictObject({
    dictationId: id.nullable(),
    templateId: id,
    templateVersion: z.int().min(1),
    baseVersion: z.int().min(1).nullable(),
    /** The revision this editor wrote or read last; 0 for the first. */
    revision: z.int().min(0),
    editorId: id,
    /** The writer said that this editor goes on. */
    takeOver: z.boolean().default(false),
    content: draftContent,
  }),
  // No patient's name: what is answered unasked every few seconds would be reads of health data that nobody recorded.
  response: draftSaved,
  // Written every few seconds while someone types; the dictation's own changes are audited when it is saved.
  audit: null,
  // Typing extends the session by heartbeat; autosaves and their retries do not.
  background: true,
  errors: ['NOT_FOUND', 'STALE', 'CONFLICT'],
});
export const draftDelete = endpoint({
  ...write,
  method: 'DELETE',
  path: '/dictation/drafts/:id',
  summary: 'Throw a kept draft away',
  params: idParams,
  response: z.object({ message: z.string() }),
  audit: 'Deleted',
  errors: ['NOT_FOUND'],
});
