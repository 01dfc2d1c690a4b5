import { COMMON_PASSWORDS } from './password-blocklist.ts';
import { foldLetters } from './text.ts';

/** Shortest password, in Unicode code points. */
export const PASSWORD_MIN = 15;
/** Shortest password of an account whose second factor is on. */
export const PASSWORD_MIN_SECOND_FACTOR = 8;
/** Longest password, in Unicode code points. */
export const PASSWORD_MAX = 128;
/** Characters of a temporary password. */
export const TEMPORARY_PASSWORD_LENGTH = 16;

/** What is said about a refused password, one sentence each. */
export const PASSWORD_PROBLEMS = {
  tooShort: `Use at least ${PASSWORD_MIN} characters; a few unrelated words make a good password`,
  tooShortSecondFactor: `Use at least ${PASSWORD_MIN_SECOND_FACTOR} characters`,
  tooLong: `Use at most ${PASSWORD_MAX} characters`,
  repeated: 'Do not repeat the same few characters',
  sequence: 'Do not follow the alphabet, the numbers or the rows of the keyboard',
  common: 'This password is too common and easily guessed',
  published: 'This password is published with the demo; choose another one',
  context: 'Use more than your name, your user name, the practice or the portal with digits or punctuation',
} as const;

const PRODUCT = 'medicalportal';
/** The letters of the demo practice's password, which is in the README. */
const PUBLISHED = 'demoportal';
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
// Rows and columns of the keyboard (the rows continue into each other), the alphabet, the shifted digits, the keypad.
const FORWARD_TRACKS = [
  '01234567890',
  ')!@#$%^&*()',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '147258369',
];
const TRACKS = FORWARD_TRACKS.flatMap((track) => [track, Array.from(track).toReversed().join('')]);
// Shorter pieces of a track occur in ordinary words.
const MIN_RUN = 3;
// A password counts as a sequence when runs make up this share of it.
const SEQUENCE_SHARE = 0.7;
const MIN_DISTINCT = 5;
const MAX_PERIOD = 7;

/**
 * Everything that is wrong with a new password; empty when it is accepted. There are no composition rules.
 * Context words are the user name, first and last name, the e-mail's local part and the practice's name; the product's
 * name is always among them. The answers never repeat the password.
 */
export function checkPassword(
  candidate: string,
  options: { readonly secondFactor: boolean; readonly contextWords: readonly string[] },
): string[] {
  const length = Array.from(candidate).length;
  const problems: string[] = [];
  if (options.secondFactor && length < PASSWORD_MIN_SECOND_FACTOR) {
    problems.push(PASSWORD_PROBLEMS.tooShortSecondFactor);
  }
  if (!options.secondFactor && length < PASSWORD_MIN) problems.push(PASSWORD_PROBLEMS.tooShort);
  if (length > PASSWORD_MAX) problems.push(PASSWORD_PROBLEMS.tooLong);
  // A longer one is refused anyway, and reading it would take time in proportion.
  const guess = length === 0 || length > PASSWORD_MAX ? null : findGuess(candidate, options.contextWords);
  return guess === null ? problems : [...problems, guess];
}

/**
 * A temporary password: 16 characters, each of 57 equally likely, none that are read for another (0 O 1 l I). The bytes
 * must come from a cryptographic source: crypto.randomBytes, or crypto.getRandomValues in a browser.
 */
export function generateTemporaryPassword(randomBytes: (count: number) => Uint8Array): string {
  // Bytes from the last multiple of 57 on are thrown away; they would favour the first letters.
  const limit = 256 - (256 % ALPHABET.length);
  let password = '';
  while (password.length < TEMPORARY_PASSWORD_LENGTH) {
    for (const byte of randomBytes(TEMPORARY_PASSWORD_LENGTH - password.length)) {
      if (byte < limit) password += ALPHABET[byte % ALPHABET.length] ?? '';
    }
  }
  return password;
}

function findGuess(candidate: string, contextWords: readonly string[]): string | null {
  const folded = foldLetters(candidate);
  if (isRepeated(folded)) return PASSWORD_PROBLEMS.repeated;
  if (isSequence(folded)) return PASSWORD_PROBLEMS.sequence;
  const context = new Set([PRODUCT, ...contextWords.map((word) => lettersOf(foldLetters(word)))]);
  const cores = [lettersOf(folded), lettersOf(undisguise(folded))];
  if (cores.includes(PUBLISHED)) return PASSWORD_PROBLEMS.published;
  const parts = cores.map((core) => splitIntoKnown(core, context));
  if (parts.some((found) => found === 'context')) return PASSWORD_PROBLEMS.context;
  return parts.some((found) => found === 'common') ? PASSWORD_PROBLEMS.common : null;
}

/** Too few different characters, or a short piece over and over. */
function isRepeated(text: string): boolean {
  if (new Set(text).size < MIN_DISTINCT) return true;
  for (let period = 1; period <= Math.min(MAX_PERIOD, text.length / 2); period += 1) {
    if (text.slice(period) === text.slice(0, -period)) return true;
  }
  return false;
}

/** The whole text, or its letters and its digits each by themselves (a1b2c3d4), follow the tracks. */
function isSequence(text: string): boolean {
  const letters = lettersOf(text);
  const digits = text.replace(/\D/g, '');
  return followsTracks(text) || (letters.length > 3 && followsTracks(letters) && followsTracks(digits));
}

function followsTracks(text: string): boolean {
  // aabbccdd is abcd
  const steps = text.replace(/(.)\1+/gsu, '$1');
  let covered = 0;
  for (let start = 0; start < steps.length;) {
    let end = start + 1;
    while (end < steps.length && isOnTrack(steps.slice(start, end + 1))) end += 1;
    if (end - start >= MIN_RUN) covered += end - start;
    start = end;
  }
  return covered >= SEQUENCE_SHARE * steps.length;
}

function isOnTrack(piece: string): boolean {
  return TRACKS.some((track) => track.includes(piece));
}

/** The letters of a text, of any script. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]/gu, '');
}

/** "p@ssw0rd99!" is "password": digits and punctuation around it go, those within it are read as letters. */
function undisguise(text: string): string {
  return text
    .replace(/^[^\p{L}@$]+|[^\p{L}]+$/gu, '')
    .replace(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);
}

/** Whether the letters are one known word or two; context words count as such even beside a common one. */
function splitIntoKnown(core: string, context: ReadonlySet<string>): 'context' | 'common' | null {
  let found: 'common' | null = null;
  for (let cut = 1; cut <= core.length; cut += 1) {
    const words = [core.slice(0, cut), core.slice(cut)].filter((word) => word !== '');
    if (!words.every((word) => context.has(word) || COMMON_PASSWORDS.has(word))) continue;
    if (words.some((word) => context.has(word))) return 'context';
    found = 'common';
  }
  return found;
}
