/** A point in time: a Date, or ISO 8601 text as in JSON. */
export type Instant = Date | string;

/** A date and time in some time zone; month from 1, hour 0–23. */
export interface ZonedParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const DATE_ONLY = /^(\d{4})-(\d{2})-(\d{2})$/;
const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Milliseconds since 1970. Throws RangeError for invalid text, and for a date without a time or a time without an offset:
 * Date.parse would read the first as UTC and the second as local time.
 */
export function instantMs(instant: Instant): number {
  const ms = typeof instant === 'string' ? parseInstant(instant) : instant.getTime();
  if (Number.isNaN(ms)) throw new RangeError('Not a valid moment');
  return ms;
}

/** Whether the text is a valid calendar date in YYYY-MM-DD form (years 0001–9999). */
export function isDateOnly(text: string): boolean {
  const match = DATE_ONLY.exec(text);
  return match !== null && isRealDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

/**
 * Parses a US date (M/D/YYYY or M-D-YYYY, leading zeros optional) to YYYY-MM-DD. Returns null for anything else,
 * including two-digit years, because a birth date could be in either century.
 */
export function parseUsDate(text: string): string | null {
  const match = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})$/.exec(text.trim());
  if (match === null) return null;
  const [month, day, year] = [Number(match[1]), Number(match[3]), Number(match[4])];
  return isRealDay(year, month, day) ? toDateOnly({ year, month, day }) : null;
}

const DATE_LABEL = /^(?:date of birth|birth date|dob|born|date)\b[\s:]*/i;
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june'].concat([
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]);
/** The month of a name or its first three or four letters, or 0. */
const monthOf = (word: string): number =>
  /^[a-z]{3,4}$/.test(word)
    ? MONTHS.findIndex((name) => name.startsWith(word)) + 1
    : MONTHS.indexOf(word) + 1;

/**
 * Parses a date as people paste it, to YYYY-MM-DD: a US date, YYYY-MM-DD or YYYY/MM/DD, with spaces around the signs, a label before
 * it, or the name of the month ("April 5, 1990", "5 Apr 1990"). Null for anything that could be another date.
 */
export function parsePastedDate(text: string): string | null {
  const date = text
    .trim()
    .replace(DATE_LABEL, '')
    .replaceAll(/\s*([/-])\s*/g, '$1');
  if (isDateOnly(date)) return date;
  const [first = '', second = '', year = '', ...more] = date.toLowerCase().split(/[\s,.-]+/);
  const [month, day] = monthOf(first) > 0 ? [first, second] : [second, first];
  if (more.length === 0 && monthOf(month) > 0 && /^\d{4}$/.test(year))
    return parseUsDate(`${monthOf(month)}/${day.replace(/(?<=\d)(?:st|nd|rd|th)$/, '')}/${year}`);
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})\/(\d{2})\/(\d{2})$/.exec(date) ?? [];
  return parseUsDate(isoYear === undefined ? date : `${isoMonth}/${isoDay}/${isoYear}`);
}

/** MM/DD/YYYY for a YYYY-MM-DD value, "N/A" when empty; any other text is returned unchanged. */
export function formatDateUs(date: string | null | undefined): string {
  if (date === null || date === undefined || date === '') return 'N/A';
  return date.replace(DATE_ONLY, '$2/$3/$1');
}

/**
 * Age in whole years on the given day, both YYYY-MM-DD. In common years, someone born on February 29 turns a year older
 * on March 1. Null for invalid dates and for births after that day.
 */
export function ageOn(dateOfBirth: string, today: string): number | null {
  if (!isDateOnly(dateOfBirth) || !isDateOnly(today) || dateOfBirth > today) return null;
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

/** Compares two YYYY-MM-DD values for sorting: negative, 0 or positive. */
export function compareDateOnly(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Date and time of an instant in a time zone. Throws RangeError for an unknown zone or invalid instant. */
export function zonedParts(instant: Instant, zone: string): ZonedParts {
  const parts = formatterFor(zone).formatToParts(instantMs(instant));
  const get = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value);
  return {
    year: get('year'),
    month: get('month'),
    day: get('day'),
    hour: get('hour'),
    minute: get('minute'),
    second: get('second'),
  };
}

/** The calendar date of an instant in a time zone, YYYY-MM-DD. */
export function dateIn(zone: string, instant: Instant): string {
  return toDateOnly(zonedParts(instant, zone));
}

/** Returns a YYYY-MM-DD text unchanged and converts an ISO instant to its date in the time zone. */
export function dayIn(zone: string, text: string): string {
  return isDateOnly(text) ? text : dateIn(zone, text);
}

/** Today's date in the practice's time zone, YYYY-MM-DD. */
export function todayIn(zone: string, now: Date): string {
  return dateIn(zone, now);
}

/** The `{date}` part of a file name, YYYY-MM-DD in the practice's time zone. */
export function fileDate(now: Instant, timeZone: string): string {
  return dateIn(timeZone, now);
}

/** The `{timestamp}` part of a file name, YYYYMMDD-HHmmss in the practice's time zone. */
export function fileTimestamp(now: Instant, timeZone: string): string {
  const parts = zonedParts(now, timeZone);
  const day = toDateOnly(parts).replaceAll('-', '');
  return `${day}-${pad(parts.hour)}${pad(parts.minute)}${pad(parts.second)}`;
}

function parseInstant(text: string): number {
  return /^\d{4}-\d{2}-\d{2}T.+(Z|[+-]\d{2}:?\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
}

function toDateOnly({ year, month, day }: Pick<ZonedParts, 'year' | 'month' | 'day'>): string {
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
}

function pad(value: number, length = 2): string {
  return String(value).padStart(length, '0');
}

function isRealDay(year: number, month: number, day: number): boolean {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return year >= 1 && day >= 1 && days !== undefined && day <= days;
}

// Only numbers are taken from Intl because its texts differ between versions (a narrow space before PM, "24:00").
// Formatters are cached because creating one costs far more than using it.
function formatterFor(zone: string): Intl.DateTimeFormat {
  const cached = formatters.get(zone);
  if (cached !== undefined) return cached;
  const created = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(zone, created);
  return created;
}
