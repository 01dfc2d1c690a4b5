import { belowHundred, isNumberWord, numberAt, ORDINALS, wholeNumber, wholeOf } from './numbers.ts';
import { seriesAt } from './series.ts';
import { unitAt } from './units.ts';
import { amount, asSpoken, keyAt, wordSet, written, type Clause, type Match } from './words.ts';

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Names of months that are words too: they are a month only with a day or a year. */
const WORDS: ReadonlySet<string> = wordSet('march may');
/** Before "may first" and "march ten" as dates. */
const BEFORE_DATES: ReadonlySet<string> = new Set([
  '',
  ...wordSet('on since until till by from before after through to of dated starting effective'),
]);
const WEEKDAYS: ReadonlySet<string> = wordSet('monday tuesday wednesday thursday friday saturday sunday');
interface Counted {
  readonly count: number;
  readonly value: number;
}

const capital = (word: string) => `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`;

export const isMonth = (key: string): boolean => MONTHS.includes(key);

/**
 * "march third twenty twenty six" is March 3, 2026. A day that the month does not have stays as spoken, and so does a day before a number:
 * "March 3 20 mg" would be misread.
 */
export function dates(clause: Clause, at: number): Match | null {
  const name = keyAt(clause, at);
  if (WEEKDAYS.has(name)) return written(1, capital(name));
  const month = MONTHS.indexOf(name);
  if (month === -1) return null;
  const monthOnly = WORDS.has(name) ? null : written(1, capital(name));
  if ((seriesAt(clause, at + 1)?.unit ?? null) !== null) return monthOnly;
  const only = yearAt(clause, at + 1);
  if (only !== null) return written(1 + only.count, `${capital(name)} ${only.value}`);
  for (const day of daysAt(clause, at + 1)) {
    const after = at + 1 + day.count;
    const year = yearAt(clause, after);
    if (year === null && !canBeDay(clause, at, day)) continue;
    if (year === null && !endsDate(clause, after)) {
      if (day.isOrdinal) return written(1, capital(name));
      continue;
    }
    const count = 1 + day.count + (year?.count ?? 0);
    if (!isDay(day.value, month, year?.value)) return asSpoken(count);
    return written(count, `${capital(name)} ${day.value}${year === null ? '' : `, ${year.value}`}`);
  }
  return monthOnly;
}

const endsDate = (clause: Clause, at: number) =>
  !/^\d/u.test(keyAt(clause, at)) &&
  numberAt(clause, at) === null &&
  meridiemAt(clause, at) === null &&
  unitAt(clause, at) === null;

/** "she may first try" and "june three" are no days. */
function canBeDay(clause: Clause, at: number, { isOrdinal, value }: Day): boolean {
  const next = keyAt(clause, at + 1);
  const isMonthName = !WORDS.has(keyAt(clause, at)) || BEFORE_DATES.has(keyAt(clause, at - 1));
  return (isMonthName && (isOrdinal || value >= 10)) || /^\d+\D/u.test(next);
}

const isDay = (day: number, month: number, year: number | undefined) =>
  day >= 1 &&
  day <= (LENGTHS[month] ?? 0) &&
  (year === undefined || month !== 1 || day < 29 || new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29);

interface Day extends Counted {
  readonly isOrdinal: boolean;
}

/** What the words can mean as a day, the longest first. */
function daysAt(clause: Clause, at: number): readonly Day[] {
  const [first, second] = [keyAt(clause, at), keyAt(clause, at + 1)];
  const [, digits, suffix = ''] = /^(\d{1,2})(st|nd|rd|th)?$/u.exec(first) ?? [];
  if (digits !== undefined) return [{ count: 1, value: Number(digits), isOrdinal: suffix !== '' }];
  const ten = first === 'twenty' ? 20 : first === 'thirty' ? 30 : null;
  const unit = ORDINALS.get(second);
  if (ten !== null && unit !== undefined && unit < 10)
    return [{ count: 2, value: ten + unit, isOrdinal: true }];
  const ordinal = first === 'thirtieth' ? 30 : ORDINALS.get(first);
  if (ordinal !== undefined) return [{ count: 1, value: ordinal, isOrdinal: true }];
  const [one, two] = [belowHundred([first]), second === '' ? null : belowHundred([first, second])];
  return [
    ...(two === null ? [] : [{ count: 2, value: two, isOrdinal: false }]),
    ...(one === null ? [] : [{ count: 1, value: one, isOrdinal: false }]),
  ];
}

/** A year, with no more of a number after it: "june two thousand five hundred" is none. */
function yearAt(clause: Clause, at: number): Counted | null {
  const year = spokenYear(clause, at);
  if (year === null) return null;
  const after = keyAt(clause, at + year.count);
  return isNumberWord(after) || wholeNumber(after) !== null || unitAt(clause, at + year.count) !== null
    ? null
    : year;
}

/** From 1900 to 2099: "2026", "twenty twenty six", "two thousand twenty six", "nineteen oh nine". */
function spokenYear(clause: Clause, at: number): Counted | null {
  const key = keyAt(clause, at);
  if (/^(?:19|20)\d\d$/u.test(key)) return { count: 1, value: Number(key) };
  if (key === 'two' && keyAt(clause, at + 1) === 'thousand') {
    const and = keyAt(clause, at + 2) === 'and' ? 1 : 0;
    const rest = restAt(clause, at + 2 + and);
    return rest === null
      ? { count: 2, value: 2000 }
      : { count: 2 + and + rest.count, value: 2000 + rest.value };
  }
  const century = key === 'twenty' ? 2000 : key === 'nineteen' ? 1900 : null;
  if (century === null) return null;
  const unit = /^oh?$/u.test(keyAt(clause, at + 1)) ? belowHundred([keyAt(clause, at + 2)]) : null;
  if (unit !== null && unit > 0 && unit < 10) return { count: 3, value: century + unit };
  const rest = restAt(clause, at + 1);
  return rest === null || rest.value < 10 ? null : { count: 1 + rest.count, value: century + rest.value };
}

function restAt(clause: Clause, at: number): Counted | null {
  const [first, second] = [keyAt(clause, at), keyAt(clause, at + 1)];
  if (/\d/u.test(first)) return null;
  const two = second === '' ? null : belowHundred([first, second]);
  if (two !== null) return { count: 2, value: two };
  const one = first === '' ? null : belowHundred([first]);
  return one === null ? null : { count: 1, value: one };
}

/** "three slash four slash twenty twenty six" is 3/4/2026, "five slash five" a strength or the two doses of one tablet. */
export function slashed(clause: Clause, at: number): Match | null {
  const first = numberAt(clause, at);
  if (first === null || keyAt(clause, at + first.count) !== 'slash') return null;
  const values = [wholeOf(first.number)];
  let end = at + first.count;
  while (keyAt(clause, end) === 'slash') {
    const year = values.length === 2 ? yearAt(clause, end + 1) : null;
    const next = numberAt(clause, end + 1);
    if (next === null) break;
    values.push(year?.value ?? wholeOf(next.number));
    end += 1 + (year ?? next).count;
  }
  if (values.length === 1) return null;
  const count = end - at;
  const match =
    values.includes(null) || values.length > 3 ? asSpoken(count) : written(count, values.join('/'));
  return values.length === 2 ? amount(match) : match;
}

const MERIDIEMS: Readonly<Record<string, string>> = { am: 'AM', pm: 'PM', 'a.m': 'AM', 'p.m': 'PM' };

/** "three thirty p m" is 3:30 PM. A time without AM or PM stays as spoken. */
export function times(clause: Clause, at: number): Match | null {
  const time = clockAt(clause, at);
  if (time === null) return null;
  const meridiem = meridiemAt(clause, at + time.count);
  return meridiem === null ? null : written(time.count + meridiem.count, `${time.text} ${meridiem.text}`);
}

export function meridiemAt(
  clause: Clause,
  at: number,
): { readonly count: number; readonly text: string } | null {
  const key = keyAt(clause, at);
  const text = MERIDIEMS[key];
  if (text !== undefined) return { count: 1, text };
  if ((key !== 'a' && key !== 'p') || keyAt(clause, at + 1) !== 'm') return null;
  // "P M R" is another abbreviation.
  return /^[a-z]$/u.test(keyAt(clause, at + 2)) ? null : { count: 2, text: `${key.toUpperCase()}M` };
}

function clockAt(clause: Clause, at: number): { readonly count: number; readonly text: string } | null {
  const key = keyAt(clause, at);
  if (/^(?:1[0-2]|[1-9]):[0-5]\d$/u.test(key)) return { count: 1, text: key };
  const hour = wholeNumber(key);
  if (hour === null || hour < 1 || hour > 12) return null;
  const minutes = minutesAt(clause, at + 1);
  if (minutes === null) return { count: 1, text: String(hour) };
  return { count: 1 + minutes.count, text: `${hour}:${String(minutes.value).padStart(2, '0')}` };
}

function minutesAt(clause: Clause, at: number): Counted | null {
  const [first, second] = [keyAt(clause, at), keyAt(clause, at + 1)];
  if (first === 'oh' || first === 'o') {
    const unit = belowHundred([second]);
    return unit !== null && unit > 0 && unit < 10 ? { count: 2, value: unit } : null;
  }
  const two = second === '' ? null : belowHundred([first, second]);
  if (two !== null && two < 60) return { count: 2, value: two };
  const one = /^\d\d$/u.test(first) ? Number(first) : belowHundred([first]);
  return one !== null && one >= 10 && one < 60 ? { count: 1, value: one } : null;
}
