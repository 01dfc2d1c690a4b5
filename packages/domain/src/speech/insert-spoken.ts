import { joinPieces, piecesOf, type TextRange } from './written-form.ts';
import { wordSet, type Piece } from './words.ts';

/** A change of a text: the characters from `start` to `end` become `text`, and the caret is after it. */
export interface SpokenChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Where `text` has amounts, which a person looks at: "fifteen" and "fifty" sound alike. */
  readonly amounts: readonly TextRange[];
}

/** Where words are inserted. */
export interface Caret {
  readonly text: string;
  /** The selection; both are the same if nothing is selected. */
  readonly start: number;
  readonly end: number;
  /** A field of one line has no line breaks. */
  readonly isMultiLine: boolean;
}

/** Words that recognizers write in upper case at the start of what they heard, and that are no names. */
const LOWERED: ReadonlySet<string> = wordSet(
  'the a an and or but with without at in on of to from by for under over after before then no not is was were are ' +
    'this that these there it its his her he she they we patient left right bilateral',
);
const SENTENCE_END = /[.?!]["”)\]]*[ \t]*$/u;
/** But "3.5 in. needle" is one sentence. */
const SENTENCES = /((?<!\d in)[.?!]["”)\]]*\s+|\n\s*)(\p{Ll})/gu;
/** How far back the text matters. */
const NEARBY = 200;

/**
 * What was said, as a change of the text at the caret: with the spaces that are missing, and a capital letter where a sentence starts.
 * Null if nothing was said.
 */
export function insertSpoken(spoken: string, { text, start, end, isMultiLine }: Caret): SpokenChange | null {
  const before = text.slice(Math.max(0, start - NEARBY), start);
  const pieces = piecesOf(spoken, before).map((piece) => (isMultiLine ? piece : onOneLine(piece)));
  const [first] = pieces;
  const { text: said, amounts } = joinPieces(pieces);
  if (first === undefined || said === '') return null;
  const attachesLeft = first.attach === 'left' || first.attach === 'both';
  const [spaces = ''] = attachesLeft ? (/[ \t]+$/u.exec(before) ?? []) : [];
  const kept = before.slice(0, before.length - spaces.length);
  const lead = attachesLeft || kept === '' || /[\s("“[/-]$/u.test(kept) ? '' : ' ';
  const isSentenceStart =
    kept.trim() === '' ? start === kept.length || /\n\s*$/u.test(kept) : startsSentence(kept);
  const trail = needsSpace(said, text.slice(end, end + 1)) ? ' ' : '';
  const change = lead + withCapitals(said, isSentenceStart) + trail;
  return {
    start: start - spaces.length,
    end,
    text: change,
    amounts: amounts.map((range) => ({ start: range.start + lead.length, end: range.end + lead.length })),
  };
}

const onOneLine = (piece: Piece): Piece => (piece.text.includes('\n') ? { ...piece, text: ' ' } : piece);

const startsSentence = (before: string) => SENTENCE_END.test(before) || /\n\s*$/u.test(before);

const needsSpace = (said: string, next: string) =>
  /[\p{L}\p{N}("“]/u.test(next) && !/[\s("“[/-]$/u.test(said);

function withCapitals(said: string, isSentenceStart: boolean): string {
  const inner = said.replaceAll(SENTENCES, (_all, gap: string, letter: string) => gap + letter.toUpperCase());
  const [start = '', first = ''] = /^(["“(\s]*)(\p{L}+)/u.exec(inner)?.slice(1) ?? [];
  if (first === '') return inner;
  const rest = inner.slice(start.length + 1);
  const [letter = ''] = first;
  if (isSentenceStart) return isMixedCase(first) ? inner : start + letter.toUpperCase() + rest;
  return LOWERED.has(first.toLowerCase()) && !isMixedCase(first)
    ? start + letter.toLowerCase() + rest
    : inner;
}

/** "mL" and "pH" keep their letters. */
const isMixedCase = (word: string) => /\p{Ll}\p{Lu}|^\p{Lu}{2}/u.test(word);
