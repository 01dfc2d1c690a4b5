import { DEMO_PASSWORD } from './demo-accounts.ts';
import { COMMON_PASSWORDS } from './password-blocklist.ts';
import { foldLetters } from './text.ts';

/** Minimum password length, in Unicode code points. */
export const PASSWORD_MIN = 15;
/** Minimum password length of an account with two-factor authentication (2FA). */
export const PASSWORD_MIN_TWO_FACTOR = 8;
/** Maximum password length, in Unicode code points. */
export const PASSWORD_MAX = 128;
/** Length of a temporary password, in characters. */
export const TEMPORARY_PASSWORD_LENGTH = 16;

/** Validation messages for a refused password. */
export const PASSWORD_PROBLEMS = {
  tooShort: `Use at least ${PASSWORD_MIN} characters; a few unrelated words make a good password`,
  tooShortTwoFactor: `Use at least ${PASSWORD_MIN_TWO_FACTOR} characters`,
  tooLong: `Use at most ${PASSWORD_MAX} characters`,
  repeated: 'Do not repeat the same few characters',
  sequence: 'Do not use sequences of letters, numbers or neighboring keys',
  common: 'This password is too common and easy to guess',
  published: 'This is the published demo password; choose another one',
  context: 'Do not base your password on your name, your username, the practice or the portal',
} as const;

const PRODUCT = 'medicalportal';
const PUBLISHED = lettersOf(foldLetters(DEMO_PASSWORD));
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
// Shorter runs occur in ordinary words.
const MIN_RUN = 3;
// A password counts as a sequence when runs make up at least this share of it.
const SEQUENCE_SHARE = 0.7;
const MIN_DISTINCT = 5;
const MAX_PERIOD = 7;

/**
 * Validates a new password and returns all problems; empty if it is accepted. There are no composition rules.
 * Context words are the username, first and last name, the local part of the email address and the practice's name; the
 * product's name is always added. The messages never contain the password.
 */
export function checkPassword(
  candidate: string,
  options: { readonly twoFactor: boolean; readonly contextWords: readonly string[] },
): string[] {
  const length = Array.from(candidate).length;
  const problems: string[] = [];
  if (options.twoFactor && length < PASSWORD_MIN_TWO_FACTOR) {
    problems.push(PASSWORD_PROBLEMS.tooShortTwoFactor);
  }
  if (!options.twoFactor && length < PASSWORD_MIN) problems.push(PASSWORD_PROBLEMS.tooShort);
  if (length > PASSWORD_MAX) problems.push(PASSWORD_PROBLEMS.tooLong);
  // Longer passwords are refused anyway; skip the checks because their cost grows with the length.
  const guess = length === 0 || length > PASSWORD_MAX ? null : findGuess(candidate, options.contextWords);
  return guess === null ? problems : [...problems, guess];
}

/** How many hours a temporary password is valid. */
export const TEMPORARY_PASSWORD_HOURS = 72;

/**
 * Generates a temporary password of 16 characters, each chosen uniformly from 57 without look-alikes (0 O 1 l I). The
 * bytes must come from a cryptographic source: crypto.randomBytes, or crypto.getRandomValues in a browser.
 */
export function generateTemporaryPassword(randomBytes: (count: number) => Uint8Array): string {
  // Discard bytes from the last multiple of 57 on; they would favor the first letters.
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

/** Whether the text has too few different characters or repeats a short piece. */
function isRepeated(text: string): boolean {
  if (new Set(text).size < MIN_DISTINCT) return true;
  for (let period = 1; period <= Math.min(MAX_PERIOD, text.length / 2); period += 1) {
    if (text.slice(period) === text.slice(0, -period)) return true;
  }
  return false;
}

/** Whether the text, or its letters and its digits taken separately (a1b2c3d4), follow the tracks. */
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

/** The letters of a text, in any script. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]/gu, '');
}

/** "p@ssw0rd99!" becomes "password": drops digits and punctuation at the ends and maps those inside to letters. */
function undisguise(text: string): string {
  return text
    .replace(/^[^\p{L}@$]+|[^\p{L}]+$/gu, '')
    .replace(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);
}

/** Whether the letters are one or two known words; a context word takes precedence over a common one. */
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
