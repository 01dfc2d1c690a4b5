import { cleanSingleLine } from '../text.ts';

const GENERATION = /^(?:jr|sr|ii|iii|iv|v|2nd|3rd|4th)\.?$/i;
const TITLE = /^(?:mr|mrs|ms|miss|mx|dr|prof|rev)\.?$/i;
const DEGREE = /^(?:md|do|phd|ph\.d|jd|esq|rn|dds|dvm|mba|pa|np|cpa|m\.d|d\.o)\.?$/i;
// Words that belong to the family name after them.
const PARTICLE =
  /^(?:de|del|della|di|da|dos|das|du|la|le|las|los|van|von|der|den|ter|ten|st\.?|al|el|bin|ibn)$/i;

/** The names of a row; blank if it has none. */
export interface ReadNames {
  readonly firstName: string;
  readonly lastName: string;
  /** A suffix that is no part of a name, such as a degree. */
  readonly leftOut: string | null;
}

/** Joins names of separate columns: the middle name follows the first one, and Jr. or III the last one. */
export function joinNames(parts: {
  readonly firstName?: string | undefined;
  readonly middleName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly suffix?: string | undefined;
}): ReadNames {
  const [first, middle, last, suffix] = [parts.firstName, parts.middleName, parts.lastName, parts.suffix].map(
    (name) => cleanSingleLine(name ?? ''),
  );
  const isGeneration = GENERATION.test(suffix ?? '');
  return {
    firstName: first === '' ? '' : cleanSingleLine(`${first} ${middle}`),
    lastName: last === '' || !isGeneration ? (last ?? '') : `${last} ${suffix}`,
    leftOut: suffix === '' || isGeneration ? null : (suffix ?? null),
  };
}

/** Splits "Roe, Jane M." or "Jane M. Roe". The first or last name is blank if the text has only one word. */
export function splitName(text: string): ReadNames {
  const parts = cleanSingleLine(text)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const degrees = parts.filter((part) => DEGREE.test(part));
  const generations = parts.filter((part) => GENERATION.test(part));
  const [last = '', ...given] = parts.filter((part) => !DEGREE.test(part) && !GENERATION.test(part));
  const leftOut = degrees.length === 0 ? null : degrees.join(', ');
  if (given.length === 0) return { ...splitWords([...last.split(' '), ...generations]), leftOut };
  const words = given.join(' ').split(' ');
  const tail = words.length > 1 && GENERATION.test(words.at(-1) ?? '') ? words.splice(-1) : [];
  return {
    firstName: withoutTitle(words).join(' '),
    lastName: [last, ...generations, ...tail].join(' '),
    leftOut,
  };
}

function splitWords(all: readonly string[]): Pick<ReadNames, 'firstName' | 'lastName'> {
  const words = withoutTitle(all.filter((word) => word !== ''));
  let end = words.length;
  while (end > 2 && GENERATION.test(words[end - 1] ?? '')) end -= 1;
  let start = end - 1;
  while (start > 1 && PARTICLE.test(words[start - 1] ?? '')) start -= 1;
  if (start < 1) return { firstName: '', lastName: words.join(' ') };
  return { firstName: words.slice(0, start).join(' '), lastName: words.slice(start).join(' ') };
}

const withoutTitle = (words: readonly string[]): readonly string[] =>
  words.length > 1 && TITLE.test(words[0] ?? '') ? words.slice(1) : words;
