import { CHECK_ACTIONS, FIXED_CHECKS, SIGNING_CHECKS } from '@portal/domain/dictation/signing-checks';
import { z } from 'zod';
import { endpoint, permission } from './core/endpoint.ts';
import { id } from './core/fields.ts';
import { idList } from './dictations.ts';

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
});
export type CheckFinding = z.output<typeof finding>;

export const dictationFindings = endpoint({
  tag: 'Dictations',
  guard: permission('Dictation.View'),
  healthData: true,
  method: 'POST',
  path: '/dictation/findings',
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
export const signingCheckList = endpoint({
  tag: 'Dictations',
  guard: permission('Dictation.View', 'Dictation.ManageTemplates'),
  healthData: false,
  method: 'GET',
  path: '/dictation/signing-checks',
  summary: 'List the checks before signing, and whether each warns or prevents signing',
  response: z.array(checkAction),
  audit: null,
});
export const signingCheckSave = endpoint({
  tag: 'Dictations',
  guard: permission('Dictation.ManageTemplates'),
  healthData: false,
  method: 'PUT',
  path: '/admin/dictation/signing-checks',
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
  audit: 'Updated',
});
