import { isDateOnly } from '@portal/domain/date';
import { hasControlCharacters } from '@portal/domain/text';
import { z } from 'zod';

const missing = (input: unknown) => input === undefined || input === null;

/** A required line of text: trimmed, 1–max characters, no control characters. Messages name the field. */
export const requiredText = (label: string, max: number) =>
  z
    .string({ error: (issue) => (missing(issue.input) ? `${label} is required` : `${label} must be text`) })
    .trim()
    .min(1, { error: `${label} is required`, abort: true })
    .max(max, `${label} can have at most ${max} characters`)
    .refine((text) => !hasControlCharacters(text), `${label} contains characters that are not allowed`);

/** An optional line of text; blank and absent both become null. */
export const optionalText = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .max(max, `${label} can have at most ${max} characters`)
    .refine((text) => !hasControlCharacters(text), `${label} contains characters that are not allowed`)
    .nullish()
    .transform((text) => (text === undefined || text === null || text === '' ? null : text));

const LINE_BREAKS = /[\n\r\t]/g;
// Forms with a file are sent with both characters, whatever was typed.
const withPlainBreaks = (text: string) => text.replaceAll('\r\n', '\n');
const hasForbiddenCharacters = (text: string) => hasControlCharacters(text.replaceAll(LINE_BREAKS, ' '));

/** As `requiredText`, with line breaks and tabs. */
export const requiredLines = (label: string, max: number) =>
  z
    .string({ error: (issue) => (missing(issue.input) ? `${label} is required` : `${label} must be text`) })
    .overwrite(withPlainBreaks)
    .trim()
    .min(1, { error: `${label} is required`, abort: true })
    .max(max, `${label} can have at most ${max} characters`)
    .refine((text) => !hasForbiddenCharacters(text), `${label} contains characters that are not allowed`);

/** As `optionalText`, with line breaks and tabs. */
export const optionalLines = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .overwrite(withPlainBreaks)
    .trim()
    .max(max, `${label} can have at most ${max} characters`)
    .refine((text) => !hasForbiddenCharacters(text), `${label} contains characters that are not allowed`)
    .nullish()
    .transform((text) => (text === undefined || text === null || text === '' ? null : text));

/** A date without a time, `YYYY-MM-DD`. */
export const dateOnly = (label: string) =>
  z
    .string({ error: (issue) => (missing(issue.input) ? `${label} is required` : `${label} must be a date`) })
    .min(1, { error: `${label} is required`, abort: true })
    .refine(isDateOnly, { error: `${label} must be a valid date (MM/DD/YYYY)`, abort: true });

/** As `dateOnly`, where blank and absent become null. */
export const optionalDateOnly = (label: string) =>
  z
    .string({ error: `${label} must be a date` })
    .refine((text) => text === '' || isDateOnly(text), `${label} must be a valid date (MM/DD/YYYY)`)
    .nullish()
    .transform((text) => (text === undefined || text === null || text === '' ? null : text));

/**
 * A day of a filter that is named "(ISO)": `YYYY-MM-DD`, or an instant with its offset, which counts as its date in the practice's
 * zone (`dayIn`). Blank is none.
 */
export const isoDay = (label: string) =>
  z
    .string({ error: `${label} must be a date` })
    .refine(
      (text) => text === '' || isDateOnly(text) || z.iso.datetime({ offset: true }).safeParse(text).success,
      `${label} must be a date (YYYY-MM-DD) or a date and time (ISO 8601)`,
    )
    .nullish()
    .transform((text) => (text === '' || text === null ? undefined : text));

/** An instant on the wire: ISO 8601 with a zone, normalised to UTC. */
export const instant = (label: string) =>
  z.iso
    .datetime({ offset: true, error: `${label} must be a date and time`, abort: true })
    .transform((text) => new Date(text).toISOString());

/** A reason someone gives for a change: 10–500 characters after trimming. */
export const reason = z
  .string({ error: 'Reason is required' })
  .trim()
  .min(10, 'Give a reason of at least 10 characters')
  .max(500, 'The reason can have at most 500 characters')
  .refine((text) => !hasForbiddenCharacters(text), 'The reason contains characters that are not allowed');

/** An id, in lower case: however it is typed into an address, it is one text. */
export const id = z.uuid({ error: 'Not a valid id' }).toLowerCase();
export const idParams = z.strictObject({ id });

/** The version a form was loaded with; a stale one is refused with 409. */
export const version = z.int({ error: 'Version must be a whole number' }).min(1).optional();

/** An optional e-mail address; blank becomes null. */
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

/** `true`/`false` in a query string. */
export const queryFlag = z
  .enum(['true', 'false'], { error: 'Must be true or false' })
  .optional()
  .transform((text) => text === 'true');
