import { isValidSsn } from './ssn.ts';
import { filtered, isTextFilter } from './template/text-filters.ts';
import { leftOverTag } from './template/text-template.ts';
import { foldLetters } from './text.ts';

/** A text that is inserted when its name is typed after a period: `.risks`. */
export interface TextShortcut {
  readonly name: string;
  readonly text: string;
  /** It belongs to the practice instead of the user. */
  readonly isPractice: boolean;
}

export const MAX_SHORTCUT_NAME = 30;
export const MAX_SHORTCUT_TEXT = 4000;
/** The most shortcuts of a user, and of the practice. */
export const MAX_SHORTCUTS = 200;
/** The most shortcuts that are offered while a name is typed. */
const MAX_OFFERED = 8;

export const isShortcutName = (name: string): boolean => /^[a-z][a-z0-9_-]*$/u.test(name);

/** Characters of a text, from `start` up to `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A name being typed, without its period: the period is at `start`, the last letter before `end`. */
export interface TypedName extends TextRange {
  readonly name: string;
}

// The period is at the start of a word, so that none is offered after a sentence, in an address or in "L4.b".
const TYPED = new RegExp(`(?<![^\\s("'“‘\\[])\\.([a-z][a-z0-9_-]{0,${MAX_SHORTCUT_NAME - 1}})$`, 'iu');
const REST = /^[a-z0-9_-]*/iu;

/** The name that is typed at the caret; null if there is none. */
export function typedName(text: string, caret: number): TypedName | null {
  const from = Math.max(0, caret - MAX_SHORTCUT_NAME - 2);
  const found = TYPED.exec(text.slice(from, caret));
  if (found === null) return null;
  // Letters after the caret belong to the name, which is being corrected.
  const [rest = ''] = REST.exec(text.slice(caret, caret + MAX_SHORTCUT_NAME)) ?? [];
  const name = `${found[1] ?? ''}${rest}`.toLowerCase();
  return { name, start: from + found.index, end: caret + rest.length };
}

/** The shortcuts that a user can use, by name: the user's own one wins over that of the practice with its name. */
export function usableShortcuts<S extends TextShortcut>(shortcuts: readonly S[]): readonly S[] {
  const own = new Set(shortcuts.filter(({ isPractice }) => !isPractice).map(({ name }) => name));
  return shortcuts
    .filter(({ name, isPractice }) => !isPractice || !own.has(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The usable shortcuts whose names begin as typed. */
export const offeredShortcuts = <S extends TextShortcut>(usable: readonly S[], typed: string): readonly S[] =>
  usable.filter(({ name }) => name.startsWith(typed)).slice(0, MAX_OFFERED);

// `***`, or the name of a field with filters, in braces. Longer rows of asterisks are ornaments.
const PLACE = /(?<!\*)\*{3}(?!\*)|\{\{?\s*([a-z]\w*)((?:\s*\|\s*[a-z]+)*)\s*\}\}?/iu;
const PLACES = new RegExp(PLACE, 'giu');

/** Fills in the places whose values are known: `{side}`, `{side | lower}`. Others stay as they are. */
export const fillPlaces = (text: string, valueOf: (name: string) => string | null): string =>
  text.replaceAll(PLACES, (place: string, name: string | undefined, filterText = '') => {
    const value = name === undefined ? null : valueOf(name);
    const names = String(filterText)
      .split('|')
      .slice(1)
      .map((filter) => filter.trim().toLowerCase());
    if (value === null || value === '' || !names.every(isTextFilter)) return place;
    return filtered(names.filter(isTextFilter), value, undefined);
  });

/** The places of a text that are to be filled in, in their order. */
export const placesIn = (text: string): readonly TextRange[] =>
  [...text.matchAll(PLACES)].map(({ 0: place, index }) => ({ start: index, end: index + place.length }));

/** The first place in a typed text that was not filled in, of a shortcut or of a template; null if there is none. */
export const unfilledPlace = (text: string): string | null =>
  leftOverTag(text) ?? PLACE.exec(text)?.[0] ?? null;

/** What a name of a field is compared by: "Needle gauge" and "needle_gauge" are the same. */
export const placeKey = (name: string): string => foldLetters(name).replaceAll(/[^a-z0-9]+/gu, '_');

const DATE = String.raw`\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}`;
const IDENTIFIERS: readonly (readonly [pattern: RegExp, what: string])[] = [
  [
    new RegExp(String.raw`\b(?:d\.?o\.?b\.?|date of birth|birth ?date|born)\b\W*(?:on\W+)?${DATE}`, 'iu'),
    'a date of birth',
  ],
  [/\b(?:mrn|medical record (?:number|no\.?|#))\W*\d/iu, 'a medical record number'],
  [/\bs\.?s\.?n\b\.?\W*\d/iu, 'a social security number'],
];
const SSN_LIKE = /(?<![\d-])\d{3}([- ])\d{2}\1\d{4}(?![\d-])/gu;

/** What in a text is about a single patient: "a date of birth". Null if nothing is. */
export function identifierIn(text: string): string | null {
  const found = IDENTIFIERS.find(([pattern]) => pattern.test(text));
  if (found !== undefined) return found[1];
  return [...text.matchAll(SSN_LIKE)].some(([number]) => isValidSsn(number))
    ? 'a social security number'
    : null;
}

/** A patient whose name and numbers must not be in a text. */
export interface KnownPatient {
  readonly firstName: string;
  readonly lastName: string;
  readonly medicalRecordNumber: string;
}

const wordsOf = (text: string): string =>
  ` ${foldLetters(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** Whether a text has the full name, in either order, or the medical record number of a patient. */
export function namesPatient(text: string, patient: KnownPatient): boolean {
  const words = wordsOf(text);
  const has = (...parts: readonly string[]) => {
    const wanted = parts.map((part) => wordsOf(part).trim());
    return !wanted.includes('') && words.includes(` ${wanted.join(' ')} `);
  };
  const { firstName, lastName, medicalRecordNumber } = patient;
  return has(firstName, lastName) || has(lastName, firstName) || has(medicalRecordNumber);
}
