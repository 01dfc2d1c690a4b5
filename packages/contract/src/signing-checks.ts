import { CHECK_ACTIONS, FIXED_CHECKS, SIGNING_CHECKS } from '@portal/domain/dictation/signing-checks';
import { ONE_SIDED_MODIFIERS } from '@portal/domain/template/modifiers';
import { z } from 'zod';
import { codeTraits, codeType } from './billing-codes.ts';
import { permission } from './core/endpoint.ts';
import { dateOnly, id, version } from './core/fields.ts';
import { DICTATION } from './core/health-records.ts';
import { dictation, idList } from './dictations.ts';
import { acts, changes, reads } from './core/verbs.ts';

const check = z.enum(SIGNING_CHECKS, { error: 'Unknown check' });
const action = z.enum(CHECK_ACTIONS, { error: 'Action must be warn or block' });
const checkAction = z.strictObject({ check, action });

/** Something to look at before signing. */
export const finding = z.object({
  check,
  action,
  message: z.string(),
  /** The template field where it can be corrected, or null. */
  fieldId: z.string().nullable(),
  /** The billing code that it is about, or null. */
  code: z.string().nullable(),
  /** The place of its line in `billingCodes`, from 0, or null: a dictation can have a code several times. */
  lineIndex: z.int().nullable(),
  /** LT or RT, if it can replace the line's modifier 50. */
  useSide: z.enum(['LT', 'RT']).optional(),
  /** The file and edition, or list, that says so. */
  source: z.string().optional(),
});
export type CheckFinding = z.output<typeof finding>;

export const dictationFindings = acts('/dictation/findings', {
  tag: 'Dictations',
  guard: permission('Dictation.View'),
  healthData: true,
  summary: 'Check dictations before signing; those without findings are left out',
  body: z.strictObject({ dictationIds: idList }),
  response: z.array(
    z.object({
      dictationId: id,
      patientName: z.string(),
      templateName: z.string(),
      findings: z.array(finding),
    }),
  ),
  audit: 'Accessed',
  errors: ['NOT_FOUND'],
});

/** What the checks need to know about a code: its traits, and whether the catalog offers it. */
export const checkedCode = z.object({
  codeType,
  code: z.string(),
  ...codeTraits,
  catalog: z.object({
    status: z.enum(['active', 'inactive', 'missing']),
    /** For a missing diagnosis: a longer code that the catalog has instead. */
    longerCode: z.string().nullable(),
  }),
});
export type CheckedCode = z.output<typeof checkedCode>;

export const checkedCodes = acts('/dictation/checked-codes', {
  tag: 'Dictations',
  guard: permission('Dictation.View'),
  healthData: false,
  summary: 'Get what the checks before signing need to know about codes, in their order',
  body: z.strictObject({
    codes: z
      .array(z.strictObject({ codeType, code: z.string().max(20) }))
      .min(1, 'Send at least one code')
      .max(100, 'At most 100 codes at once'),
  }),
  response: z.array(checkedCode),
  audit: null,
});
export const dayLines = acts('/dictation/day-lines', {
  tag: 'Dictations',
  guard: permission('Dictation.View'),
  healthData: true,
  summary: 'List the procedure lines of a patient’s other dictations on a day',
  body: z.strictObject({
    patientId: id,
    procedureDate: dateOnly('Procedure date'),
    /** The dictation that is being written; null for a new one. */
    dictationId: id.nullable(),
  }),
  response: z.array(
    z.object({
      code: z.string(),
      modifiers: z.string(),
      lineType: codeTraits.lineType,
      /** Null while they are not known. */
      units: z.int().nullable(),
      /** Whose dictation it is. */
      providerId: id,
    }),
  ),
  audit: 'Accessed',
});
export const dictationUseSide = acts('/dictation/:id/use-side', {
  record: DICTATION,
  tag: 'Dictations',
  guard: permission('Dictation.Edit'),
  healthData: true,
  summary: 'Replace modifier 50 of a line by the side of the dictation, if a check found that',
  body: z.strictObject({ lineIndex: z.int().min(0).max(99), version }),
  response: dictation,
  audit: 'Updated',
  errors: ['STALE', 'CONFLICT'],
});

/** What is suggested on a note with a transforaminal approach on one side: 50, or the side. */
const suggestionSettings = z.object({ oneSidedModifier: z.enum(ONE_SIDED_MODIFIERS) });
export const suggestionSettingsGet = reads('/dictation/suggestion-settings', {
  tag: 'Dictations',
  guard: permission('Dictation.View', 'Dictation.ManageTemplates'),
  healthData: false,
  summary: 'Get how modifiers are suggested',
  response: suggestionSettings,
  audit: null,
});
export const suggestionSettingsSave = changes('/admin/dictation/suggestion-settings', {
  tag: 'Dictations',
  guard: permission('Dictation.ManageTemplates'),
  healthData: false,
  summary: 'Choose which modifier is suggested on a one-sided transforaminal note: 50, or LT or RT',
  body: z.strictObject({
    oneSidedModifier: z.enum(ONE_SIDED_MODIFIERS, { error: 'Choose 50 or the side' }),
  }),
  response: suggestionSettings,
});
export const signingCheckList = reads('/dictation/signing-checks', {
  tag: 'Dictations',
  guard: permission('Dictation.View', 'Dictation.ManageTemplates'),
  healthData: false,
  summary: 'List the checks before signing, and whether each warns or prevents signing',
  response: z.array(checkAction),
  audit: null,
});
export const signingCheckSave = changes('/admin/dictation/signing-checks', {
  tag: 'Dictations',
  guard: permission('Dictation.ManageTemplates'),
  healthData: false,
  summary:
    'Choose whether checks before signing warn or prevent signing; checks that are not sent stay as they are',
  body: z.strictObject({
    checks: z
      .array(
        checkAction.refine(
          (sent) => sent.action === 'block' || !FIXED_CHECKS.has(sent.check),
          'This check always prevents signing',
        ),
      )
      .min(1, 'Choose at least one check')
      .max(SIGNING_CHECKS.length, 'Too many checks'),
  }),
  response: z.array(checkAction),
});
