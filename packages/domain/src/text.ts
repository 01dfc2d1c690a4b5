// C0, DEL and C1 controls, lone surrogates (not valid text, and PostgreSQL rejects them), line and paragraph separators,
// and bidirectional controls, which can make displayed text read differently from what is stored.
const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const CONTROL_IN_LINES = /[^\P{Cc}\t\n\r]|[\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

/**
 * Whether the text has characters that never belong in a form field: control characters, line separators and bidirectional
 * controls. With `multiLine`, tabs and line breaks are allowed.
 */
export function hasControlCharacters(text: string, multiLine = false): boolean {
  return (multiLine ? CONTROL_IN_LINES : CONTROL).test(text);
}

// Line breaks of other programs: Word's (U+000B), form feed, next line (U+0085), U+2028, U+2029, and CR, alone or before LF.
const LINE_BREAKS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
// Word's non-breaking hyphen in plain text (SIL ScriptSource, "How does MS Word handle non-breaking hyphens in 8-bit text", read 2026-11-26).
const WORD_HYPHEN = '\u001E';
// Invisible characters without a meaning in a text: soft hyphen, zero-width space, word joiner, byte order mark.
const UNSEEN = /[\u00AD\u200B\u2060\uFEFF]/g;
// What text of any kind may hold after that: tabs, line feeds, and characters that neither control a device nor reorder the text.
const CONTROLS = /(?![\0\t\n])\p{Cc}/gu;
const BIDI = /[\u202A-\u202E\u2066-\u2069]/g;

/** Whether a text has only spaces and visible ASCII characters: most have, and nothing of them is replaced. */
const isPlain = (text: string): boolean => /^[ -~]*$/.test(text);

/**
 * Text of several lines as the portal stores it: every kind of line break is LF, Word's non-breaking hyphen is a hyphen, and characters
 * that nobody sees are gone.
 */
export const plainLines = (text: string): string =>
  isPlain(text)
    ? text
    : text.replaceAll(LINE_BREAKS, '\n').replaceAll(WORD_HYPHEN, '-').replaceAll(UNSEEN, '');

/** Text of one line as the portal stores it: line breaks and tabs, with the spaces around them, are a space. */
export const plainLine = (text: string): string => plainLines(text).replaceAll(/ *[\t\n][ \t\n]*/g, ' ');

/**
 * Free text of a note: like `plainLines`, and control characters are a space, so that no two words become one, direction overrides are
 * gone, and halves of surrogate pairs are "�". Only NUL, which no database stores, is left to be refused.
 */
export const plainNote = (text: string): string =>
  plainLines(text).replaceAll(CONTROLS, ' ').replaceAll(BIDI, '').toWellFormed();

/**
 * Normalizes a single-line value for storing: Unicode NFC, every run of whitespace (including tabs, line breaks and
 * non-breaking spaces) becomes one space, and both ends are trimmed.
 */
export function cleanSingleLine(text: string): string {
  const line = isPlain(text) ? text : plainLines(text).normalize('NFC');
  return line.replace(/\s{2,}|[^\S ]/gu, ' ').trim();
}

// Letters that Unicode does not decompose into a base letter and an accent mark.
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
};

/** Lowercase without accents: "Núñez" becomes "nunez". Letters of other scripts are kept. */
export function foldLetters(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþıħ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

/** The number of characters (Unicode code points), as PostgreSQL's `length` and the limits of the API count them. */
export const characterCount = (text: string): number => Array.from(text).length;

/** "12 characters too many (200 allowed)" for a text over the limit, else null. White space around the text does not count. */
export function tooManyCharacters(text: string, max: number): string | null {
  if (text.length <= max) return null;
  const extra = characterCount(text.trim()) - max;
  if (extra <= 0) return null;
  const [much, allowed] = [extra, max].map((number) => number.toLocaleString('en-US'));
  return `${much} ${extra === 1 ? 'character' : 'characters'} too many (${allowed} allowed)`;
}

/** "1 patient", "1,200 patients". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
