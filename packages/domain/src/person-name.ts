import { foldLetters } from './text.ts';

// Leaves room for the number of a taken name and stays readable.
const MAX_BASE = 40;

/**
 * The user name of a new account: first initial and last name, ASCII letters only, lower case, at most
 * 40; José Núñez is jnunez. Without ASCII letters in the last name the first name is used whole, and "user" when there
 * are none at all.
 */
export function baseUserName(first: string, last: string): string {
  const [given, family] = [asciiLetters(first), asciiLetters(last)];
  const name = family === '' ? given : given.slice(0, 1) + family;
  return name === '' ? 'user' : name.slice(0, MAX_BASE);
}

/** The n-th name to try, n from 1: base, base2, base3 and so on. */
export function userNameCandidate(base: string, n: number): string {
  return n <= 1 ? base : `${base}${n}`;
}

/** The avatar's letters: the first of either name, in capitals; empty when both are. */
export function initials(first: string, last: string): string {
  return [first, last].map((name) => (Array.from(name.trim())[0] ?? '').toUpperCase()).join('');
}

/** "Jane Roe", without stray spaces when one of the names is empty. */
export function fullName(first: string, last: string): string {
  return [first.trim(), last.trim()].filter((name) => name !== '').join(' ');
}

/** A patient where one is chosen or named among others: "Lee, Ann (00000042)". */
export const patientLabel = ({
  firstName,
  lastName,
  medicalRecordNumber,
}: {
  readonly firstName: string;
  readonly lastName: string;
  readonly medicalRecordNumber: string;
}): string => `${lastName}, ${firstName} (${medicalRecordNumber})`;

/** "Jane Roe, MD"; without a title just the name. */
export function displayNameWithTitle(first: string, last: string, title: string | null | undefined): string {
  const shown = title?.trim() ?? '';
  return shown === '' ? fullName(first, last) : `${fullName(first, last)}, ${shown}`;
}

function asciiLetters(text: string): string {
  return foldLetters(text).replace(/[^a-z]/g, '');
}
