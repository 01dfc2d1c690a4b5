import { formatDateUs, isDateOnly, parseUsDate } from '../date.ts';

const NUMBER = /^([+-]?)(\d*)\.?(\d*)$/;
/** Longer texts are not compared as numbers. */
const MAX_NUMBER = 30;
const DATE_PART = /^[\d/-]{1,10}$/;

/** Ignores letter case and spaces, which template authors easily overlook. */
const plain = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/gu, ' ');

/** The day of a text as YYYY-MM-DD if it is a whole date, written like that or as MM/DD/YYYY; else null. */
export const dateOf = (text: string): string | null => {
  const trimmed = text.trim();
  return isDateOnly(trimmed) ? trimmed : parseUsDate(trimmed);
};

/** A number without extra zeros: "05" and "5.0" are "5". Null for other texts. */
function numberOf(text: string): string | null {
  if (text.length > MAX_NUMBER || !/\d/.test(text)) return null;
  const match = NUMBER.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '', decimals = ''] = match;
  const number = [whole.replace(/^0+/, '') || '0', decimals.replace(/0+$/, '')].filter(Boolean).join('.');
  return sign === '-' && number !== '0' ? `-${number}` : number;
}

/** The number that a text is, such as "5" or "0.50"; null for other texts. */
export function numberIn(text: string): number | null {
  const number = numberOf(text.trim());
  return number === null ? null : Number(number);
}

/** The form in which texts with the same meaning are equal: as numbers, as dates, or without regard to case and spaces. */
export const comparable = (text: string): string => numberOf(text.trim()) ?? dateOf(text) ?? plain(text);

/** The ways in which a text may be written, for a search of its parts: a date as YYYY-MM-DD and as MM/DD/YYYY. */
export function spellingsOf(text: string): readonly string[] {
  const date = dateOf(text);
  return date === null ? [plain(text)] : [date, formatDateUs(date)];
}

/** Whether a text can be a part of a date: "2026", "01/". */
export const isDatePart = (text: string): boolean => DATE_PART.test(text.trim()) && /\d/.test(text);
