import { normalizeSearchText } from './patient-search.ts';
import type { PersonName } from './person-name.ts';

/** Generations at the end of a name, such as "Jr." and "III". */
export const GENERATION = /^(?:jr|sr|ii|iii|iv|v|2nd|3rd|4th)\.?$/i;
/** Words that belong to the family name after them, such as "de" and "van". */
export const PARTICLE =
  /^(?:de|del|della|di|da|dos|das|du|la|le|las|los|van|von|der|den|ter|ten|st\.?|al|el|bin|ibn)$/i;

const SAINT = 'saint';

const wordsOf = (name: string): string[] =>
  normalizeSearchText(name)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => (word === 'st' ? SAINT : word));

/** A given name is compared by its first word, and as one word: "Mary Ann" is "Maryann". */
function givenKeys(name: string): string[] {
  const words = wordsOf(name);
  return [...new Set([...words.slice(0, 1), words.join('')])].filter((key) => key !== '');
}

/** A family name is compared by each of its words without particles and initials, and as one word: "O Brien" is "O'Brien". */
function familyKeys(name: string): string[] {
  const all = wordsOf(name);
  const end = all.findLastIndex((word) => !GENERATION.test(word)) + 1;
  const words = all.slice(0, Math.max(end, 1));
  const single = words.filter((word) => word.length > 1 && word !== SAINT && !PARTICLE.test(word));
  return [...new Set([...single, words.join('')])].filter((key) => key !== '');
}

/**
 * What a name is compared by. Two people with the same date of birth have similar names if a key of one is a lookup key of the
 * other: they share the first given name and a family name.
 */
export const nameKeys = ({ firstName, lastName }: PersonName): string[] =>
  familyKeys(lastName).flatMap((family) => givenKeys(firstName).map((given) => `${family}\t${given}`));

/** The keys by which similar names are found: those of the name, and those with first and last name swapped. */
export const lookupKeys = (name: PersonName): string[] => [
  ...new Set([...nameKeys(name), ...nameKeys({ firstName: name.lastName, lastName: name.firstName })]),
];

/** Words of which the search text of each patient whose name is alike has one. */
export const lookupWords = (name: PersonName): string[] => {
  const { firstName, lastName } = name;
  const [, family = '', given = ''] = spelling(name).split('\t');
  const keys = [...givenKeys(firstName), ...givenKeys(lastName), ...`${family} ${given}`.trim().split(' ')];
  const short = keys.filter((key) => key.startsWith(SAINT)).map((key) => key.replace(SAINT, 'st'));
  return [...new Set([...keys, ...short])].filter((key) => key !== '');
};

/** A person whose name is compared. */
export interface NamedPerson extends PersonName {
  readonly gender?: string | null;
}

/** How alike the names of two people with the same date of birth are. */
export type NameLikeness = 'same' | 'similar' | 'one letter off';

/**
 * If more people have one date of birth, it is likely a placeholder, and names that are one letter off say nothing. It also bounds how
 * many are compared.
 */
export const MOST_BORN_ON_ONE_DAY = 500;

/** Shorter names, such as Jon and Jan, are often different ones. */
const SHORTEST_MISSPELLED = 4;

const SEXES: Readonly<Record<string, string>> = { Female: 'F', Male: 'M' };

/** What the spelling of a name is compared by, as one short text: sex, family names and given names. */
export function spelling({ firstName, lastName, gender }: NamedPerson): string {
  const words = wordsOf(firstName);
  const joined = words.filter((word) => word.length > 1).join('');
  const given = new Set([...words.slice(0, 1), joined]);
  return [SEXES[gender ?? ''] ?? '', familyKeys(lastName).join(' '), [...given].join(' ')].join('\t');
}

/**
 * Whether the names of two people with the same date of birth differ by one letter: the first or the last name, in any order, is the same,
 * and in the other name one letter is missing, added, replaced or swapped with the next one. Not if the first names differ and one is a
 * man and the other a woman: Mario and Maria are twins.
 */
export function isOneLetterOff(one: string, other: string): boolean {
  const [sex, family, given] = one.split('\t', 3);
  const [otherSex, otherFamily, otherGiven] = other.split('\t', 3);
  const areTwins = sex !== '' && otherSex !== '' && sex !== otherSex;
  const isNear = (otherFirst: string | undefined, otherLast: string | undefined): boolean =>
    (someWord(given, otherFirst, isEqual) && someWord(family, otherLast, isWordOneLetterOff)) ||
    (!areTwins && someWord(family, otherLast, isEqual) && someWord(given, otherFirst, isWordOneLetterOff));
  return isNear(otherGiven, otherFamily) || (!areTwins && isNear(otherFamily, otherGiven));
}

const isEqual = (one: string, other: string): boolean => one === other;
const someWord = (one = '', other = '', test: (a: string, b: string) => boolean): boolean =>
  one !== '' && other !== '' && one.split(' ').some((a) => other.split(' ').some((b) => test(a, b)));

/** Damerau's four errors: one letter added, missing, replaced, or two neighbors swapped. */
function isWordOneLetterOff(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (shorter < SHORTEST_MISSPELLED || Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [rest, otherRest] = [one, other].map((word) => word.slice(start, word.length - end));
  if (rest === undefined || otherRest === undefined) return false;
  const isSwapped = rest.length === 2 && rest[0] === otherRest[1] && rest[1] === otherRest[0];
  return Math.max(rest.length, otherRest.length) === 1 || isSwapped;
}

/** How alike the names of two people with the same date of birth are, or null. */
export function nameLikeness(one: NamedPerson, other: NamedPerson): NameLikeness | null {
  if (isSameName(one, other)) return 'same';
  const keys = new Set(nameKeys(one));
  if (lookupKeys(other).some((key) => keys.has(key))) return 'similar';
  return isOneLetterOff(spelling(one), spelling(other)) ? 'one letter off' : null;
}

/** Whether two names are the same but for case, accents and punctuation. */
export const isSameName = (one: PersonName, other: PersonName): boolean =>
  (['firstName', 'lastName'] as const).every(
    (part) => normalizeSearchText(one[part]) === normalizeSearchText(other[part]),
  );
