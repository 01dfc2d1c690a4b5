import { CODE_TYPES } from '@portal/domain/billing-code';
import { MAX_POINTERS, MAX_UNITS, UNITS_PROBLEM } from '@portal/domain/dictation/line-details';
import { z } from 'zod';

/** A code on the billing sheet. The stored type takes precedence over a guess. */
export const dictationCode = z.object({
  code: z.string(),
  codeType: z.enum(CODE_TYPES),
  description: z.string(),
  /** Comma-separated; "" for none. */
  modifiers: z.string(),
  /** Always 1 for a diagnosis; null while they are not known. A signed line always has them. */
  units: z.int().nullable(),
  /** The diagnoses that a procedure was done for, up to four, the main one first. */
  diagnosisPointers: z.array(z.string()),
});
export type DictationCode = z.output<typeof dictationCode>;

const code = z.string().trim().min(1, 'Code is required').max(20, 'A code can have at most 20 characters');
/** The units of a line; null if they are not known. A dictation with such a line cannot be signed. */
export const lineUnits = z
  .int({ error: UNITS_PROBLEM })
  .min(1, UNITS_PROBLEM)
  .max(MAX_UNITS, UNITS_PROBLEM)
  .nullable();
/** The diagnoses of a line, by code. */
export const linePointers = z
  .array(code)
  .max(MAX_POINTERS, `A line can point to at most ${MAX_POINTERS} diagnoses`);
/** A code as plain text, or with its modifiers, units, and diagnoses. Without units it has one, without diagnoses the first four. */
export const codeInput = z.union(
  [
    code.transform((text) => ({ code: text, modifiers: '' })),
    z.strictObject({
      code,
      modifiers: z.string().trim().max(50, 'Modifiers can have at most 50 characters').default(''),
      units: lineUnits.optional(),
      diagnosisPointers: linePointers.optional(),
    }),
  ],
  // The message of the field, instead of that of the choice between text and object.
  {
    error: ({ errors }) =>
      Array.isArray(errors) ? errors.flat().find(({ path }) => path.length > 0)?.message : undefined,
  },
);
