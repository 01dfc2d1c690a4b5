// C0, DEL and C1 controls, halves of surrogate pairs (no text at all, and no database keeps them), the line and paragraph
// separators, and the bidirectional controls that can make a displayed text read differently from what is stored.
const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const CONTROL_IN_LINES = /[^\P{Cc}\t\n\r]|[\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

/**
 * Whether the text holds characters that never belong in a form field: control characters, separators of lines and
 * bidirectional controls. With `multiLine`, tab and line breaks are fine.
 */
export function hasControlCharacters(text: string, multiLine = false): boolean {
  return (multiLine ? CONTROL_IN_LINES : CONTROL).test(text);
}

/**
 * A one-line value as it is stored: Unicode composed (NFC), every run of white space (also tabs, line breaks and
 * non-breaking spaces) one space, none at the ends.
 */
export function cleanSingleLine(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

// Letters that Unicode does not decompose into a base letter and an accent.
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

/** Lower case without accents: "Núñez" and "nunez" become the same. Letters of other scripts stay. */
export function foldLetters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþıħ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}
