import {
  DRAFT_FORMS,
  isNeverInDrafts,
  MAX_FORM_DRAFT_LENGTH,
  type DraftForm,
} from '@portal/domain/form-drafts';
import { plainLine } from '@portal/domain/text';
import { z } from 'zod';
import { signedIn } from './core/endpoint.ts';
import { id } from './core/fields.ts';
import { changes, reads, removes } from './core/verbs.ts';

const FORMS = Object.keys(DRAFT_FORMS).filter((form): form is DraftForm => form in DRAFT_FORMS);
const form = z.enum(FORMS, { error: 'This form has no drafts' });
const line = z.string().overwrite(plainLine).max(500, 'too long to be kept: at most 500 characters');

const values = z
  .record(z.string().max(64), z.unknown())
  .refine(
    (typed) => !Object.keys(typed).some(isNeverInDrafts),
    'A draft must not contain a social security number',
  );

/** The place of a draft: the address of its page and, if that does not say it, the record that the form is about. */
const place = {
  address: line.regex(/^\/(?!\/)/, 'The address of a draft is a page of the portal'),
  about: line.nullable(),
};

/** Unsaved input of a form, and the record as it was when editing began. Not validated; encrypted at rest. */
export const formDraftContent = z
  .strictObject({
    ...place,
    /** The title of the dialog; null for a page. */
    dialog: line.nullable(),
    /** What was entered that tells drafts of the same form apart, such as a name. */
    subject: line.nullable(),
    patientId: id.nullable(),
    base: values,
    mine: values,
  })
  .refine(
    (content) => JSON.stringify(content).length <= MAX_FORM_DRAFT_LENGTH,
    `too long to be kept as a draft: at most ${MAX_FORM_DRAFT_LENGTH.toLocaleString('en-US')} characters`,
  );
export type FormDraftContent = z.output<typeof formDraftContent>;

/** The response to a write: nothing that was entered. */
export const formDraftSaved = z.object({
  id,
  form,
  /** Increases with every write. */
  revision: z.int(),
  updatedAt: z.string(),
});
export type FormDraftSaved = z.output<typeof formDraftSaved>;
/** That a draft exists, and where it belongs: only ids. */
export const formDraftMark = formDraftSaved.extend(place);
export type FormDraftMark = z.output<typeof formDraftMark>;
export const formDraftRow = formDraftMark.extend({
  dialog: z.string().nullable(),
  subject: z.string().nullable(),
  /** Current name and MRN, "Lee, Ann (00000042)"; null without a patient, or without the permission to view patients. */
  patientName: z.string().nullable(),
});
export type FormDraftRow = z.output<typeof formDraftRow>;
export const formDraft = formDraftSaved.extend({ content: formDraftContent });
export type FormDraft = z.output<typeof formDraft>;

/** Also needs what the form itself needs, which the server checks. */
const own = { tag: 'Form drafts', guard: signedIn, allowedForKeys: false } as const;
const health = { ...own, healthData: true } as const;

export const formDraftMarks = reads('/form-drafts/marks', own, {
  summary: 'List where the caller has drafts of forms, newest first',
  healthData: false,
  response: z.array(formDraftMark),
  audit: null,
  // Pages read it again when a draft was added or removed.
  background: true,
});
export const formDraftList = reads('/form-drafts', health, {
  summary: 'List the caller’s drafts of forms that they may still open, newest first',
  response: z.array(formDraftRow),
  audit: 'Accessed',
});
export const formDraftGet = reads('/form-drafts/:id', health, {
  summary: 'Get one of the caller’s drafts of forms',
  response: formDraft,
  audit: 'Viewed',
});
export const formDraftSave = changes('/form-drafts/:id', health, {
  maxBodyBytes: 5 * MAX_FORM_DRAFT_LENGTH,
  summary:
    'Keep unsaved input of a form under an ID chosen by the page. 409 STALE if another window wrote after `revision`, unless takeOver is set',
  body: z.strictObject({
    form,
    /** The revision that this window last wrote or read; 0 for the first. */
    revision: z.int().min(0),
    editorId: id,
    /** The user chose to continue in this window. */
    takeOver: z.boolean().default(false),
    content: formDraftContent,
  }),
  response: formDraftSaved,
  // Drafts are written every few seconds while someone types; what is saved in the end is audited.
  audit: null,
  background: true,
  errors: ['STALE', 'CONFLICT'],
});
export const formDraftDelete = removes('/form-drafts/:id', health, {
  summary: 'Remove a draft after its form was saved, or because it is not needed',
});
