import { CODE_TYPES } from '@portal/domain/billing-code';
import { CHANGE_KINDS } from '@portal/domain/code-files/changes';
import { CODE_FILE_KINDS } from '@portal/domain/code-files/kinds';
import { z } from 'zod';
import { MAX_BULK_CODES } from './billing-code-bulk.ts';
import { bulkPreview, bulkResult } from './core/bulk.ts';
import { also, roles } from './core/endpoint.ts';
import { dateOnly, id, requiredText } from './core/fields.ts';
import { acts, reads } from './core/verbs.ts';

/** The most differences of one response; the others are counted. */
export const MAX_CHANGES = 2000;
/** The most unsigned notes of one response. */
export const MAX_CHANGED_NOTES = 50;

const day = z.string();
const codeType = z.enum(CODE_TYPES, { error: 'Code type must be CPT or ICD10' });
const kind = z.enum(CHANGE_KINDS);

const edition = z.object({
  kind: z.enum(CODE_FILE_KINDS),
  title: z.string(),
  validFrom: day,
  /** The last day; null if it is not known. */
  validTo: day.nullable(),
});

/** What a person can accept: new values of a code, or another code in a rule. */
const proposal = z.discriminatedUnion('action', [
  z.object({ action: z.literal('change'), label: z.string(), from: z.string(), to: z.string() }),
  z.object({
    action: z.literal('replace'),
    /** Codes that can be billed instead, best first. */
    suggested: z.array(z.object({ id, code: z.string(), codeType, description: z.string() })),
  }),
]);

/** Something that an edition says differently from the practice. */
export const editionChange = z.object({
  /** Identifies the difference with its value and edition. */
  key: z.string(),
  kind,
  code: z.string(),
  codeType,
  description: z.string(),
  billingCodeId: id,
  /** The rule that uses the code; null for the code itself. */
  rule: z.object({ ruleId: id, templateId: id, templateName: z.string(), ruleName: z.string() }).nullable(),
  /** Of the code or the rule. */
  version: z.int(),
  message: z.string(),
  /** "CMS, HCPCS Level II, edition from 10/01/2026". */
  source: z.string(),
  /** Null if it has to be changed by hand. */
  proposal: proposal.nullable(),
  /** Whether an administrator decided to keep it as it is. */
  isKept: z.boolean(),
});
export type EditionChangeRow = z.output<typeof editionChange>;

/** A code on unsigned notes that cannot be billed on their day. */
export const changedNoteCode = z.object({
  kind: z.enum(['ended', 'heading']),
  code: z.string(),
  codeType,
  message: z.string(),
  source: z.string(),
  noteCount: z.int(),
});
export type ChangedNoteCode = z.output<typeof changedNoteCode>;

/** A loaded edition that ends within 30 days or has ended, and no newer one is loaded. */
export const endingEdition = edition.extend({ validTo: day, hasEnded: z.boolean() });

const tag = 'Code files';
const admin = { tag, guard: roles('Admin'), healthData: false } as const;

export const codeChangeList = reads('/admin/code-changes', admin, {
  summary:
    'List what the loaded editions of a day say differently from the catalog, and the rules and unsigned notes that use ended or changed codes',
  query: z.strictObject({ date: dateOnly('Date').optional() }),
  response: z.object({
    date: day,
    /** The editions of the day. */
    editions: z.array(edition),
    endings: z.array(endingEdition),
    changes: z.array(editionChange),
    changeCount: z.int(),
    /** Differences in rules, which only those who manage templates see. */
    hiddenCount: z.int(),
    notes: z.array(changedNoteCode),
  }),
  audit: null,
});
export type CodeChangeList = z.output<(typeof codeChangeList)['response']>;

export const codeChangeNotes = reads('/admin/code-changes/notes', {
  tag,
  guard: also(roles('Admin'), 'Dictation.View'),
  healthData: true,
  summary: 'List unsigned notes with a code that cannot be billed on their day, oldest first, at most 50',
  query: z.strictObject({ code: requiredText('Code', 20), codeType }),
  response: z.object({
    data: z.array(z.object({ dictationId: id, procedureDate: day, templateName: z.string() })),
  }),
  audit: 'Accessed',
});

const key = requiredText('Key', 200);
const uniqueKeys = (list: readonly { readonly key: string }[]) =>
  new Set(list.map((each) => each.key)).size === list.length;
const accepted = z.strictObject({
  /** The day of the list. */
  date: dateOnly('Date').optional(),
  items: z
    .array(
      z.strictObject({
        key,
        version: z.int({ error: 'Version must be a whole number' }).min(1, 'Version must be at least 1'),
        /** For a code in a rule: the code to use instead, or null to remove it. */
        replaceBy: id.nullable().optional(),
      }),
      { error: 'Choose what to change' },
    )
    .min(1, 'Choose what to change')
    .max(MAX_BULK_CODES, `Accept at most ${MAX_BULK_CODES} changes at once`)
    .refine(uniqueKeys, { error: 'Each change can be listed only once' }),
});
export type AcceptedChanges = z.output<typeof accepted>;
const acceptance = { ...admin, body: accepted, errors: ['NOT_FOUND', 'STALE', 'CONFLICT'] } as const;

export const codeChangeAccept = acts('/admin/code-changes/accept', acceptance, {
  summary: 'Accept proposals: change codes and rules as an edition says, all or none',
  response: bulkResult,
  audit: 'Updated',
});
export const codeChangePreview = acts('/admin/code-changes/preview', acceptance, {
  summary: 'Preview what accepting proposals changes',
  response: bulkPreview,
  audit: 'Accessed',
});
export const codeChangeKeep = acts('/admin/code-changes/keep', admin, {
  summary: 'Keep differences as they are, so that they are not listed as open, or list them again',
  body: z.strictObject({
    date: dateOnly('Date').optional(),
    keys: z
      .array(key)
      .min(1, 'Choose what to keep')
      .max(MAX_BULK_CODES, `Keep at most ${MAX_BULK_CODES} differences at once`),
    isKept: z.boolean({ error: 'isKept must be true or false' }),
  }),
  response: z.object({ changedCount: z.int() }),
  audit: 'Updated',
  errors: ['STALE'],
});
