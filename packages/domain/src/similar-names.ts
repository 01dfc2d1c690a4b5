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

/** Words of which the search text of each patient with a similar name has one. */
export const lookupWords = ({ firstName, lastName }: PersonName): string[] => {
  const keys = [...givenKeys(firstName), ...givenKeys(lastName)];
  const short = keys.filter((key) => key.startsWith(SAINT)).map((key) => key.replace(SAINT, 'st'));
  return [...new Set([...keys, ...short])];
};

/** Whether two names are the same but for case, accents and punctuation. */
export const isSameName = (one: PersonName, other: PersonName): boolean =>
  (['firstName', 'lastName'] as const).every(
    (part) => normalizeSearchText(one[part]) === normalizeSearchText(other[part]),
  );
