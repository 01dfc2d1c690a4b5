import { isDateOnly } from '@portal/domain/date';
import { isNpi, NPI_EXPECTED } from '@portal/domain/npi';
import { isPlausibleDay } from '@portal/domain/procedure-date';
import { hasControlCharacters, plainLine, plainLines } from '@portal/domain/text';
import { z } from 'zod';

const printedTexts = new WeakSet<object>();

/** Marks a text that PDFs of the portal print: its field names the characters that the PDF fonts lack. */
export function printed<Schema extends z.ZodType>(schema: Schema): Schema {
  printedTexts.add(schema);
  return schema;
}

/** Whether the schema is marked as `printed`; without the schemas around it. */
export const isPrinted = (schema: object): boolean => printedTexts.has(schema);

const missing = (input: unknown) => input === undefined || input === null;

/**
 * Required single-line text: trimmed, 1 to `max` characters, no control characters. Messages contain the label. What `spelled`
 * changes does not count.
 */
export const requiredText = (label: string, max: number, spelled = (text: string) => text) =>
  z
    .string({ error: (issue) => (missing(issue.input) ? `${label} is required` : `${label} must be text`) })
    .overwrite(plainLine)
    .trim()
    .overwrite(spelled)
    .min(1, { error: `${label} is required`, abort: true })
    .max(max, `${label} can have at most ${max} characters`)
    .refine((text) => !hasControlCharacters(text), `${label} contains characters that are not allowed`);

/** Optional single-line text. Blank and missing become null. */
export const optionalText = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .overwrite(plainLine)
    .trim()
    .max(max, `${label} can have at most ${max} characters`)
    .refine((text) => !hasControlCharacters(text), `${label} contains characters that are not allowed`)
    .nullish()
    .transform((text) => (text === undefined || text === null || text === '' ? null : text));

const LINE_BREAKS = /[\n\r\t]/g;
const hasForbiddenCharacters = (text: string) => hasControlCharacters(text.replaceAll(LINE_BREAKS, ' '));

/** Like `requiredText`, but allows line breaks and tabs. */
export const requiredLines = (label: string, max: number) =>
  z
    .string({ error: (issue) => (missing(issue.input) ? `${label} is required` : `${label} must be text`) })
    .overwrite(plainLines)
    .trim()
    .min(1, { error: `${label} is required`, abort: true })
    .max(max, `${label} can have at most ${max} characters`)
    .refine((text) => !hasForbiddenCharacters(text), `${label} contains characters that are not allowed`);

/** Like `optionalText`, but allows line breaks and tabs. */
export const optionalLines = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .overwrite(plainLines)
    .trim()
    .max(max, `${label} can have at most ${max} characters`)
    .refine((text) => !hasForbiddenCharacters(text), `${label} contains characters that are not allowed`)
    .nullish()
    .transform((text) => (text === undefined || text === null || text === '' ? null : text));

/** An optional National Provider Identifier; spaces and hyphens are removed. Blank and missing become null. */
export const optionalNpi = optionalText('NPI', 20)
  .transform((text) => text?.replaceAll(/[\s-]/g, '') ?? null)
  .refine((text) => text === null || isNpi(text), NPI_EXPECTED);

/** A date without a time, `YYYY-MM-DD`. */
export const dateOnly = (label: string) =>
  z
    .string({ error: (issue) => (missing(issue.input) ? `${label} is required` : `${label} must be a date`) })
    .min(1, { error: `${label} is required`, abort: true })
    .refine(isDateOnly, { error: `${label} must be a valid date (MM/DD/YYYY)`, abort: true })
    .meta({ format: 'date' });

/** A day in a record: like `dateOnly`, in a plausible year. */
export const dayOfRecord = (label: string) =>
  dateOnly(label).refine(isPlausibleDay, `${label} must be in a plausible year`);

/** Like `dateOnly`, but blank and missing become null. */
export const optionalDateOnly = (label: string) =>
  z
    .string({ error: `${label} must be a date` })
    .refine((text) => text === '' || isDateOnly(text), `${label} must be a valid date (MM/DD/YYYY)`)
    .nullish()
    .transform((text) => (text === undefined || text === null || text === '' ? null : text));

/**
 * A date in a filter: `YYYY-MM-DD`, or an instant with an offset that means its date in the practice’s time zone
 * (`dayIn`). Blank means no filter.
 */
export const isoDay = (label: string) =>
  z
    .string({ error: `${label} must be a date` })
    .refine(
      (text) => text === '' || isDateOnly(text) || z.iso.datetime({ offset: true }).safeParse(text).success,
      `${label} must be a date (YYYY-MM-DD) or a date and time (ISO 8601)`,
    )
    .meta({ description: 'YYYY-MM-DD, or a date and time with an offset' })
    .nullish()
    .transform((text) => (text === '' || text === null ? undefined : text));

/** An ISO 8601 instant with an offset, normalized to UTC. */
export const instant = (label: string) =>
  z.iso
    .datetime({ offset: true, error: `${label} must be a date and time`, abort: true })
    .transform((text) => new Date(text).toISOString());

/** Maximum number of characters of a reason. */
export const MAX_REASON = 500;

/** A reason for a change: 10–500 characters after trimming. */
export const reason = z
  .string({ error: 'Reason is required' })
  .overwrite(plainLines)
  .trim()
  .min(10, 'Enter a reason of at least 10 characters')
  .max(MAX_REASON, `The reason can have at most ${MAX_REASON} characters`)
  .refine((text) => !hasForbiddenCharacters(text), 'The reason contains characters that are not allowed');

/** A UUID, normalized to lowercase. */
export const id = z.uuid({ error: 'Not a valid id' }).toLowerCase();
export const idParams = z.strictObject({ id });

/** The version a form was loaded with. The server responds with 409 if it is stale. */
export const version = z.int({ error: 'Version must be a whole number' }).min(1).optional();

/** An optional email address. Blank becomes null. */
export const optionalEmail = z
  .union(
    [
      z.literal(''),
      z.email({ error: 'Enter a valid email address' }).max(254, 'Email can have at most 254 characters'),
    ],
    {
      error: 'Enter a valid email address',
    },
  )
  .nullish()
  .transform((text) => (text === undefined || text === null || text === '' ? null : text));

/** A boolean query parameter: `true` or `false`. */
export const queryFlag = z
  .enum(['true', 'false'], { error: 'Must be true or false' })
  .optional()
  .transform((text) => text === 'true');
