import { cleanSingleLine } from '../text.ts';
import { parseBirthDate, type DateOrder } from './birth-date.ts';

/** Blank masks and words for no date; `\N` is NULL in files of MySQL and PostgreSQL. */
const NOTHING =
  /^(?:[-?.*/_:\s]*|n\/?a|none|null|nil|nan|\\n|u|unk|unknown|not available|not on file|declined|refused)$/i;
/** Zeros such as 0000-00-00 00:00:00, and the day 0 of Excel. */
const ZEROS =
  /^(?:0{1,4}[-/.]0{1,2}[-/.]0{1,4}|0{8}|0?1[-/.]0{1,2}[-/.]1900|1900[-/.]0?1[-/.]0{1,2})(?:[T\s][0:.\s]*(?:am|pm|z)?)?$/i;
/** The day 0 of Unix, which may be a real date. */
const EPOCH = /^(?:1970[-/.]0?1[-/.]0?1|0?1[-/.]0?1[-/.](?:19)?70)(?:[T\s].*)?$/;
/** The first days that other systems know: .NET, SQL Server, Access and Excel. No patient was born before the last of them. */
const FIRST_DAYS = new Set([
  '0001-01-01',
  '1753-01-01',
  '1800-01-01',
  '1899-12-30',
  '1899-12-31',
  '1900-01-01',
]);
/** Later days are the last ones that they know, such as 9999-12-31. */
const LAST = '2900-01-01';

const parse = (text: string, order: DateOrder) => parseBirthDate(text, { order, today: '9999-12-31' });

/**
 * Whether a date means that there is none: zeros, the first and last days that other systems know, blank masks, and words such as NULL.
 */
export function isPlaceholderDate(text: string): boolean {
  const clean = cleanSingleLine(text);
  if (NOTHING.test(clean) || ZEROS.test(clean)) return true;
  if (!/\d{4}/.test(clean)) return false;
  const date = parse(clean, 'month first') ?? parse(clean, 'day first');
  return date !== null && (FIRST_DAYS.has(date) || date >= LAST);
}

/** What a cell says about a death: a date, a word in lowercase, or blank for nothing. */
export function deathWord(cell: string | undefined): string {
  const clean = cleanSingleLine(cell ?? '').toLowerCase();
  if (isPlaceholderDate(clean)) return '';
  if (EPOCH.test(clean)) return clean;
  return /\d/.test(clean) && !/^[01]$/.test(clean) ? '' : clean;
}
