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

/**
 * Normalizes a single-line value for storing: Unicode NFC, every run of whitespace (including tabs, line breaks and
 * non-breaking spaces) becomes one space, and both ends are trimmed.
 */
export function cleanSingleLine(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
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
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþıħ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}
