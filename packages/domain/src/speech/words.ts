/** A spoken word. */
export interface Word {
  /** As recognized, without the punctuation after it; "-two" is the second half of "twenty-two". */
  readonly raw: string;
  /** For comparing: lower case. */
  readonly key: string;
  /** The punctuation after it, which ends what belongs together. */
  readonly end: string;
}

/** Words without punctuation between them, and "\n" for a line break. */
export type Clause = readonly Word[];

/** What makes one word of a recognizer several: number words with a hyphen, and units without a space. */
export interface Vocabulary {
  readonly isNumberWord: (key: string) => boolean;
  readonly isUnit: (key: string) => boolean;
}

const WORD = /[^\s]+|\n/gu;
const ATTACHED_UNIT = /^([\d,]{0,12}\.?\d{1,9})([^\d\s.,-]\D{0,12})$/u;
const END = /[.,;:?!")\]”]+$/u;
const START = /^["(“[]+(?=.)/u;

/** Splits recognized text into clauses: what is written together never goes beyond punctuation or a line break. */
export function clausesOf(spoken: string, vocabulary: Vocabulary): readonly Clause[] {
  const clauses: Clause[] = [];
  let clause: Word[] = [];
  const close = () => {
    if (clause.length > 0) clauses.push(clause);
    clause = [];
  };
  for (const [text] of spoken.matchAll(WORD)) {
    if (text === '\n') {
      close();
      clauses.push([{ raw: text, key: text, end: '' }]);
      continue;
    }
    const words = wordsIn(text, vocabulary);
    clause.push(...words);
    if (words.at(-1)?.end !== '') close();
  }
  close();
  return clauses;
}

function wordsIn(text: string, vocabulary: Vocabulary): readonly Word[] {
  const [start] = START.exec(text) ?? [];
  if (start !== undefined)
    return [{ raw: start, key: start, end: '' }, ...wordsIn(text.slice(start.length), vocabulary)];
  const [end = ''] = END.exec(text) ?? [];
  const bare = text.slice(0, text.length - end.length);
  // "p.m." is a word with its points, not the end of a sentence.
  if (/^[ap]\.m$/iu.test(bare) && end.startsWith('.'))
    return [{ raw: `${bare}.`, key: bare.toLowerCase(), end: end.slice(1) }];
  const [, amount, unit] = ATTACHED_UNIT.exec(bare) ?? [];
  if (amount !== undefined && unit !== undefined && vocabulary.isUnit(unit.toLowerCase()))
    return [
      { raw: amount, key: amount, end: '' },
      { raw: unit, key: unit.toLowerCase(), end },
    ];
  const parts = bare.split('-');
  const isSpelledNumber =
    parts.length > 1 && parts.every((part) => vocabulary.isNumberWord(part.toLowerCase()));
  if (!isSpelledNumber) return [{ raw: bare, key: bare.toLowerCase(), end }];
  return parts.map((part, at) => ({
    raw: at === 0 ? part : `-${part}`,
    key: part.toLowerCase(),
    end: at === parts.length - 1 ? end : '',
  }));
}

/** The words of a list that is separated by spaces. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** The key of the word at an index of a clause; "" if there is none. */
export const keyAt = (clause: Clause, at: number): string => clause[at]?.key ?? '';

/** The keys of some words of a clause. */
export const keysAt = (clause: Clause, at: number, count: number): readonly string[] =>
  clause.slice(at, at + count).map(({ key }) => key);

/** Whether the words from an index on are these. */
export const startsWith = (clause: Clause, at: number, words: readonly string[]): boolean =>
  words.every((word, offset) => keyAt(clause, at + offset) === word);

/** A part of the written form. It is separated by a space from its neighbors, unless it is attached to them. */
export interface Piece {
  readonly text: string;
  readonly attach: 'none' | 'left' | 'right' | 'both';
  /** A person looks at it: "fifteen" and "fifty" sound alike. */
  readonly isAmount: boolean;
}

/** What some words are written as. */
export interface Match {
  readonly count: number;
  /** Null: as spoken. */
  readonly text: string | null;
  readonly attach: Piece['attach'];
  readonly isAmount: boolean;
}

/** A rule reads the words at an index of a clause; null if it is not about them. */
export type Rule = (clause: Clause, at: number) => Match | null;

export const written = (count: number, text: string): Match => ({
  count,
  text,
  attach: 'none',
  isAmount: false,
});
export const asSpoken = (count: number): Match => ({ count, text: null, attach: 'none', isAmount: false });

/** The same as an amount. */
export const amount = (match: Match): Match => ({ ...match, isAmount: true });
