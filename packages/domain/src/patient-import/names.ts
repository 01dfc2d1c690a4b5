import { GENERATION, PARTICLE } from '../similar-names.ts';
import { cleanSingleLine } from '../text.ts';

// After a comma, V may be an initial.
const SURE_GENERATION = /^(?:jr|sr|ii|iii|iv|2nd|3rd|4th)\.?$/i;
const TITLE = /^(?:mr|mrs|ms|miss|mx|dr|prof|rev)\.?$/i;
// Several are names too: Do, Md (Mohammed), Pa.
const DEGREE = /^(?:md|do|phd|ph\.d|jd|esq|rn|dds|dvm|mba|pa|np|cpa|m\.d|d\.o)\.?$/i;

/** Cells of a middle name or suffix that say there is none: NMN and NMI are "no middle name" and "no middle initial". */
const NO_NAME = /^(?:[-.\s]+|\(?n\.?m\.?[ni]\.?\)?|none|nan|n\/a|null|\\n|no middle(?: name| initial)?)$/i;
/** The same within a full name, where Nan is a name. */
const NO_MIDDLE_WORD = /^(?:[-.]+|\(?n\.?m\.?[ni]\.?\)?|none|n\/a)$/i;

/** The names of a row; blank if it has none. */
export interface ReadNames {
  readonly firstName: string;
  readonly lastName: string;
  /** What was left out, and where a person should look. */
  readonly notes: readonly string[];
  /** Why the names cannot be told apart, or null. */
  readonly problem: string | null;
}

const SUFFIX_NOTE = 'Suffix that is no part of the name left out';
const TITLE_NOTE = 'Title before the name left out';
const MIDDLE_NOTE = 'Middle name that means none left out';
const DEGREE_NOTE = 'First name looks like a degree';
const WORDS_NOTE = 'Name of three or more words without a comma: the last word became the last name';
const UNCLEAR = 'Name may end with a degree or with a name; put first and last name into two columns';

const names = (firstName: string, lastName: string, notes: readonly string[] = []): ReadNames => ({
  firstName,
  lastName,
  notes,
  problem: null,
});
const unclear: ReadNames = { ...names('', ''), problem: UNCLEAR };

/** Joins names of separate columns: the middle name follows the first one, and Jr. or III the last one. */
export function joinNames(parts: {
  readonly firstName?: string | undefined;
  readonly middleName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly suffix?: string | undefined;
}): ReadNames {
  const [first = '', middle = '', last = '', suffix = ''] = [
    parts.firstName,
    parts.middleName,
    parts.lastName,
    parts.suffix,
  ].map((name) => cleanSingleLine(name ?? ''));
  const isGeneration = GENERATION.test(suffix);
  const hasNoMiddle = NO_NAME.test(middle);
  return names(
    first === '' || hasNoMiddle ? first : cleanSingleLine(`${first} ${middle}`),
    last === '' || !isGeneration ? last : `${last} ${suffix}`,
    [
      ...(hasNoMiddle ? [MIDDLE_NOTE] : []),
      ...(suffix === '' || isGeneration || NO_NAME.test(suffix) ? [] : [SUFFIX_NOTE]),
    ],
  );
}

/**
 * Splits "Roe, Jane M." or "Jane M. Roe". What is before the first comma is the last name, whatever it looks like: "Do, Anna M". The
 * first or last name is blank if the text lacks it.
 */
export function splitName(text: string): ReadNames {
  const clean = cleanSingleLine(text);
  if (!clean.includes(',')) return splitWords(clean.split(' '));
  const [last = '', ...parts] = clean.split(',').map((part) => part.trim());
  const rest = parts.filter((part) => part !== '');
  const generations = rest.filter((part) => SURE_GENERATION.test(part));
  const given = rest.filter((part) => !SURE_GENERATION.test(part));
  const lastWords = last.split(' ');
  if (given.length === 0)
    return generations.length > 0 && lastWords.length > 1
      ? splitWords([...lastWords, ...generations])
      : names('', [last, ...generations].join(' '));
  // "Jane Roe, MD" or "Van Do, Md"; in "Roe, Jane, MD" the degree is clear.
  const isDegree = DEGREE.test(given[0] ?? '');
  if (isDegree && (given.length > 1 || lastWords.length > 1)) return unclear;
  const end = given.findLastIndex((part) => !DEGREE.test(part)) + 1;
  const kept = given.slice(0, Math.max(end, 1));
  const words = kept.join(' ').split(' ');
  const tail = words.length > 1 && SURE_GENERATION.test(words.at(-1) ?? '') ? words.splice(-1) : [];
  const untitled = withoutTitle(words);
  const first = withoutNoMiddle(untitled);
  return names(first.join(' '), [last, ...generations, ...tail].join(' '), [
    ...(kept.length < given.length ? [SUFFIX_NOTE] : []),
    ...(untitled.length < words.length ? [TITLE_NOTE] : []),
    ...(first.length < untitled.length ? [MIDDLE_NOTE] : []),
    ...(isDegree ? [DEGREE_NOTE] : []),
  ]);
}

function splitWords(all: readonly string[]): ReadNames {
  const words = withoutTitle(all.filter((word) => word !== ''));
  if (words.length > 2 && DEGREE.test(words.at(-1) ?? '')) return unclear;
  let end = words.length;
  while (end > 2 && GENERATION.test(words[end - 1] ?? '')) end -= 1;
  let start = end - 1;
  while (start > 1 && PARTICLE.test(words[start - 1] ?? '')) start -= 1;
  if (start < 1) return names('', words.join(' '));
  const given = words.slice(0, start);
  const first = withoutNoMiddle(given);
  const dropped = given.length - first.length;
  return names(first.join(' '), words.slice(start).join(' '), [
    ...(end - dropped > 2 ? [WORDS_NOTE] : []),
    ...(dropped > 0 ? [MIDDLE_NOTE] : []),
    ...(words.length < all.length ? [TITLE_NOTE] : []),
  ]);
}

const withoutTitle = (words: readonly string[]): readonly string[] =>
  words.length > 1 && TITLE.test(words[0] ?? '') ? words.slice(1) : words;

/** The words after the first one that are names. */
const withoutNoMiddle = (words: readonly string[]): readonly string[] =>
  words.filter((word, at) => at === 0 || !NO_MIDDLE_WORD.test(word));
