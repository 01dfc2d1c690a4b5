import { withDeathMark, type MaybeDeceased } from './death.ts';
import { foldLetters } from './text.ts';

// Stays readable and leaves room for a number when the name is taken.
const MAX_BASE = 40;

/**
 * Username of a new account: first initial and last name, lowercase ASCII letters only, at most 40 characters; José
 * Núñez becomes jnunez. If the last name has no ASCII letters, the whole first name is used; if neither has any, "user".
 */
export function baseUserName(first: string, last: string): string {
  const [given, family] = [asciiLetters(first), asciiLetters(last)];
  const name = family === '' ? given : given.slice(0, 1) + family;
  return name === '' ? 'user' : name.slice(0, MAX_BASE);
}

/** The n-th username to try, n from 1: base, base2, base3 and so on. */
export function userNameCandidate(base: string, n: number): string {
  return n <= 1 ? base : `${base}${n}`;
}

/** Initials for an avatar, in uppercase; empty when both names are empty. */
export function initials(first: string, last: string): string {
  return [first, last].map((name) => (Array.from(name.trim())[0] ?? '').toUpperCase()).join('');
}

/** "Jane Roe", without extra spaces when one of the names is empty. */
export function fullName(first: string, last: string): string {
  return [first.trim(), last.trim()].filter((name) => name !== '').join(' ');
}

export interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
}

/** "Jane Roe". */
export const personName = ({ firstName, lastName }: PersonName): string => fullName(firstName, lastName);

/** "Jane Roe, MD", or just the name without a title. */
export const personNameWithTitle = ({
  firstName,
  lastName,
  title,
}: PersonName & { readonly title: string | null }): string =>
  displayNameWithTitle(firstName, lastName, title);

/** "Roe, Jane". */
export const lastFirst = ({ firstName, lastName }: PersonName): string => `${lastName}, ${firstName}`;

/** A patient in pickers and on pages: "Lee, Ann (00000042)", with the mark of a deceased one. */
export const patientLabel = (
  patient: PersonName & MaybeDeceased & { readonly medicalRecordNumber: string },
): string => withDeathMark(`${lastFirst(patient)} (${patient.medicalRecordNumber})`, patient);

/** "Jane Roe, MD", or just the name without a title. */
export function displayNameWithTitle(first: string, last: string, title: string | null | undefined): string {
  const shown = title?.trim() ?? '';
  return shown === '' ? fullName(first, last) : `${fullName(first, last)}, ${shown}`;
}

function asciiLetters(text: string): string {
  return foldLetters(text).replace(/[^a-z]/g, '');
}
