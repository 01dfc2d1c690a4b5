import { isProcedureCode } from '@portal/domain/billing-code';
import { codeListText, listed } from '@portal/domain/payer-limits';
import { z } from 'zod';
import { permission, roles } from './core/endpoint.ts';
import { dateOnly, id, optionalDateOnly, optionalText, requiredText, version } from './core/fields.ts';
import { page, pageSize, search } from './core/list.ts';
import { flagField, maybeTextField, numberField, record, textField } from './core/record.ts';
import { acts, changes, creates, reads, removes, toggles } from './core/verbs.ts';

const areCodes = (text: string) => listed(text).every(isProcedureCode);
const MAX_CODES_TEXT = 300;
const TOO_MANY_CODES = `Codes can have at most ${MAX_CODES_TEXT} characters`;
const BAD_CODES = 'Enter procedure codes, separated by commas: 62321, 64479';

const maybeModifier = (label: string) =>
  maybeTextField(
    label,
    optionalText(label, 10)
      .transform((text) => text?.toUpperCase() ?? null)
      .refine((text) => text === null || /^[0-9A-Z]{2}$/u.test(text), 'A modifier has two characters'),
  );

const whole = (label: string, min: number, max: number) =>
  numberField(
    label,
    z
      .int({ error: `${label} must be a whole number` })
      .min(min, `${label} must be ${min} or more`)
      .max(max, `${label} can be at most ${max}`),
  );

const maybeDay = (label: string) =>
  ({ ...maybeTextField(label, optionalDateOnly(label)), kind: 'date' }) as const;

const flag = (label: string) =>
  flagField(label, z.boolean({ error: `${label} must be true or false` }).default(false), false);

/** A rule of a payer about how often it pays for a procedure; see `PayerLimit` of the domain. */
export const payerLimitRecord = record({
  name: textField('Procedure', requiredText('Procedure', 100)),
  payer: textField('Payer', requiredText('Payer', 100)),
  policy: textField('Policy', requiredText('Policy', 50)),
  codes: textField(
    'Codes',
    requiredText('Codes', 400)
      .overwrite(codeListText)
      .max(MAX_CODES_TEXT, TOO_MANY_CODES)
      .refine(areCodes, BAD_CODES),
  ),
  withModifier: maybeModifier('Only with modifier'),
  withoutModifier: maybeModifier('Not with modifier'),
  sessions: whole('Sessions', 1, 99),
  months: whole('Months', 0, 120),
  isBySide: flag('Count each side separately'),
  earlierCodes: maybeTextField(
    'Only after sessions of these codes',
    optionalText('Codes', 400)
      .transform((text) => (text === null ? null : codeListText(text)))
      .refine((text) => text === null || text.length <= MAX_CODES_TEXT, TOO_MANY_CODES)
      .refine((text) => text === null || areCodes(text), BAD_CODES),
  ),
  earlierModifier: maybeModifier('Earlier modifier'),
  minimumRelief: whole('Minimum relief in percent', 0, 100),
  validFrom: maybeDay('Valid from'),
  validTo: maybeDay('Valid to'),
  source: textField('Source', requiredText('Source', 500)),
  sourceUrl: maybeTextField(
    'Link to the source',
    optionalText('Link', 300).refine(
      (text) => text === null || /^https:\/\/[^\s]+$/u.test(text),
      'A link begins with https://',
    ),
  ),
  lookedUpOn: maybeDay('Looked up on'),
  isActive: flag('Active'),
});
export type SavedLimit = z.output<typeof payerLimitRecord.row>;

const tag = 'Payer limits';
const admin = { tag, guard: roles('Admin'), healthData: false } as const;

export const payerLimitList = reads('/admin/payer-limits', admin, {
  summary: 'List the rules of payers about procedures in a time, by payer and procedure',
  query: z.strictObject({ search, page, pageSize }),
  response: z.object({ items: z.array(payerLimitRecord.row), totalCount: z.int() }),
  audit: null,
});
export const payerLimitCreate = creates('/admin/payer-limits', admin, {
  summary: 'Add a rule of a payer',
  body: payerLimitRecord.body,
  response: payerLimitRecord.row,
  errors: ['CONFLICT'],
});
export const payerLimitUpdate = changes('/admin/payer-limits/:id', admin, {
  summary: 'Change a rule of a payer',
  body: payerLimitRecord.change,
  response: payerLimitRecord.row,
  errors: ['STALE', 'CONFLICT'],
});
export const payerLimitDelete = removes('/admin/payer-limits/:id', admin, {
  summary: 'Delete a rule of a payer',
  response: z.object({ message: z.string() }),
});
export const payerLimitToggle = toggles('/admin/payer-limits/:id/toggle-status', admin, {
  summary: 'Switch a rule of a payer on or off',
  body: z.strictObject({ version }).nullish(),
  response: z.object({ message: z.string(), limit: payerLimitRecord.row }),
  errors: ['STALE'],
});
export const payerLimitAddKnown = acts('/admin/payer-limits/known', admin, {
  summary: 'Add the rules of Medicare that the portal knows and the practice does not have, switched off',
  response: z.object({ added: z.int() }),
  audit: 'Created',
});

export const activePayerLimits = reads('/dictation/payer-limits', {
  tag,
  guard: permission('Dictation.View'),
  healthData: false,
  summary: 'List the rules of payers that are switched on',
  response: z.array(payerLimitRecord.row),
  audit: null,
});
export const payerLimitNotes = acts('/dictation/payer-limit-notes', {
  tag,
  guard: permission('Dictation.View'),
  healthData: true,
  summary: 'List a patient’s notes that the rules of payers count for a note on a day, oldest first',
  body: z.strictObject({
    patientId: id,
    procedureDate: dateOnly('Procedure date'),
    /** The dictation that is being written; null for a new one. */
    dictationId: id.nullable(),
  }),
  response: z.array(
    z.object({
      dictationId: id,
      procedureDate: z.string(),
      isSigned: z.boolean(),
      lines: z.array(z.object({ code: z.string(), modifiers: z.string() })),
      /** As the note has it. */
      relief: z.string().nullable(),
    }),
  ),
  audit: 'Accessed',
});
