import { cleanSingleLine } from '../text.ts';
import type { RawPatient } from './columns.ts';
import { deathWord } from './death.ts';
import { isSpreadsheetError } from './spreadsheet.ts';

/** What the words of a field can mean. */
export const WORD_MEANINGS = {
  gender: ['Male', 'Female', 'Other', 'None'],
  // Rows that are skipped are not imported.
  status: ['Active', 'Inactive', 'Deceased', 'Skip'],
  deceased: ['Yes', 'No'],
} as const;
export type WordField = keyof typeof WORD_MEANINGS;
export const WORD_FIELDS: readonly WordField[] = ['gender', 'status', 'deceased'];
export type WordMeaning<F extends WordField = WordField> = (typeof WORD_MEANINGS)[F][number];

/** What a person chose for the words of a file, in lowercase. It comes before what the portal knows. */
export type WordAnswers = {
  readonly [F in WordField]?: Readonly<Record<string, WordMeaning<F>>> | undefined;
};

/** A word of a file, with the number of its rows. */
export interface FoundWord {
  readonly field: WordField;
  readonly word: string;
  readonly count: number;
}

/** The word for a blank status in a file in which other rows have a status. */
export const BLANK = '(blank)';

/**
 * Words with one meaning. Letters such as D (deceased, divorced, discharged) or T have several, so they are asked for; so are the numbers
 * of a status: 0 is an active patient for Open Dental (`PatientStatus` in public copies of its source, 2026-11-27: Patient, NonPatient, Inactive,
 * Archived, Deleted, Deceased, Prospective). The other words of a status are from exports of these systems and not checked.
 */
const KNOWN: { readonly [F in WordField]: readonly (readonly [WordMeaning<F>, string])[] } = {
  gender: [
    ['Male', 'm male man boy'],
    ['Female', 'f female woman girl'],
    ['Other', 'o x other nb nonbinary non-binary intersex'],
    ['None', 'u undetermined undisclosed unknown unk declined refused'],
  ],
  status: [
    ['Active', 'a active current alive true yes y patient'],
    [
      'Inactive',
      'i inactive false no n archived discharged dismissed former transferred moved closed terminated',
    ],
    ['Deceased', 'deceased dead died'],
    ['Skip', 'merged duplicate deleted nonpatient non-patient'],
  ],
  deceased: [
    ['Yes', 'yes y true t 1 deceased dead died expired'],
    ['No', 'no n false f 0 alive living'],
  ],
};

/** Meanings of several words. "Choose not to disclose" is what certified systems offer (45 CFR 170.207(o)(2), read 2026-11-27). */
const PHRASES: typeof KNOWN = {
  gender: [
    [
      'None',
      'choose not to disclose|prefer not to disclose|prefer not to say|prefer not to answer|decline to answer|declined to answer|' +
        'decline to specify|declined to specify|asked but declined|asked-declined|not specified|not reported|not disclosed|' +
        'not known|unspecified|undifferentiated',
    ],
  ],
  status: [['Skip', 'non patient|not a patient|entered in error|entered-in-error']],
  deceased: [],
};

/** Cells that only say that there is no value. "Unknown" is one, except for a status. */
const NOTHING = /^(?:[-?.*\s]*|n\/?a|none|null|nil|nan|\\n)$/;
const MAX_LENGTH = 40;
/** Different words of a field that can be asked for. */
const MAX_WORDS = 30;

/** The word of a cell, in lowercase; blank if it only says that there is no value. */
export function wordOf(cell: string | undefined): string {
  const word = cleanSingleLine(cell ?? '').toLowerCase();
  return NOTHING.test(word) ? '' : word;
}

/** What a word means, or undefined if only a person can say it. */
export function meaningOf<F extends WordField>(
  field: F,
  word: string,
  answers: WordAnswers,
): WordMeaning<F> | undefined {
  const chosen: Readonly<Record<string, WordMeaning<F>>> = answers[field] ?? {};
  if (Object.hasOwn(chosen, word)) return chosen[word];
  return knownMeaning(field, word) ?? meaningOfParts(field, word);
}

function knownMeaning<F extends WordField>(field: F, word: string): WordMeaning<F> | undefined {
  const known: readonly (readonly [WordMeaning<F>, string])[] = KNOWN[field];
  const phrases: typeof known = PHRASES[field];
  return (known.find(([, words]) => words.split(' ').includes(word)) ??
    phrases.find(([, texts]) => texts.split('|').includes(word)))?.[0];
}

/** A word with its code, such as "m - male" or "inactive (2)": a number, or a letter that means the same or begins the word. */
function meaningOfParts<F extends WordField>(field: F, word: string): WordMeaning<F> | undefined {
  const parts = word.split(/\s*[-–:/=()]+\s*/).filter((part) => part !== '');
  const [name, ...others] = parts.filter((part) => part.length > 1 && !/^\d+$/.test(part));
  const [code, ...more] = parts.filter((part) => part !== name);
  if (name === undefined || code === undefined || others.length > 0 || more.length > 0) return undefined;
  const meaning = knownMeaning(field, name);
  const agrees = /^\d+$/.test(code) || (knownMeaning(field, code) ?? meaning) === meaning;
  return agrees && (/^\d+$/.test(code) || name.startsWith(code)) ? meaning : undefined;
}

/** Whether a blank status has no certain meaning, because other rows of the file have a status. */
export const asksBlankStatus = (found: readonly FoundWord[]): boolean =>
  found.some(({ field }) => field === 'status');

/** The words of a row that have a meaning. Long texts and numbers are no words: a column may be mapped by mistake. */
export function wordsIn(raw: RawPatient): readonly (readonly [WordField, string])[] {
  const found = [
    ['gender', wordOf(raw.gender)],
    ['status', wordOf(raw.status)],
    ['deceased', deathWord(raw.deceased)],
    ['deceased', deathWord(raw.deathDate)],
  ] as const;
  return found.filter(
    ([, word]) =>
      word !== '' && word.length <= MAX_LENGTH && !/\d{5}/.test(word) && !isSpreadsheetError(word),
  );
}

/** Counts the words of a file, row by row. */
export class WordCounter {
  readonly #counts: Record<WordField, Map<string, number>> = {
    gender: new Map(),
    status: new Map(),
    deceased: new Map(),
  };

  #blank = 0;

  add(raw: RawPatient): void {
    if (wordOf(raw.status) === '') this.#blank += 1;
    for (const [field, word] of wordsIn(raw)) {
      const counts = this.#counts[field];
      if (counts.has(word) || counts.size < MAX_WORDS) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }

  /** The words by field, the most frequent ones first. */
  get found(): readonly FoundWord[] {
    const hasStatus = this.#counts.status.size > 0;
    return WORD_FIELDS.flatMap((field) =>
      [
        ...this.#counts[field],
        ...(field === 'status' && hasStatus && this.#blank > 0 ? [[BLANK, this.#blank] as const] : []),
      ]
        .map(([word, count]) => ({ field, word, count }))
        .toSorted((one, two) => two.count - one.count),
    );
  }
}
