import type { DictationCode } from '@portal/contract/dictations';
import { CODE_TYPES, MAX_CODES } from '@portal/domain/billing-code';
import { acceptsModifier, defaultLineTraits, isLaterality } from '@portal/domain/billing-line';
import { modifiersOf, splitModifiers, tooManyCodes } from '@portal/domain/template/billing';
import type { SuggestedCode, Suggestions } from '@portal/domain/template/billing';
import {
  followModifiers,
  lacksSide,
  ONE_SIDED_WARNING,
  sideModifier,
} from '@portal/domain/template/modifiers';
import type { SuggestedModifier, SuggestionReason } from '@portal/domain/template/modifiers';

/** A code of a note, as it is billed. */
export type CodeLine = DictationCode;

export const NO_SUGGESTIONS: Suggestions = { codes: [], modifiers: [], side: null, warnings: [] };

const keyOf = ({ codeType, code }: Pick<CodeLine, 'codeType' | 'code'>) => `${codeType}:${code}`;
const joined = (modifiers: readonly string[]) => [...new Set(modifiers)].join(',');

/** What is billed of a suggested code: with the modifiers of its rules and those that the entries ask for. */
export const lineOf = (suggested: SuggestedCode): CodeLine => ({
  code: suggested.code,
  codeType: suggested.codeType,
  description: suggested.description,
  modifiers: joined(modifiersOf(suggested)),
});

/** What is billed as long as nobody chose: the codes flagged default. */
export const defaultLines = ({ codes }: Suggestions): readonly CodeLine[] =>
  codes.filter(({ isDefault }) => isDefault).map(lineOf);

/** Whether two lists of codes are billed alike. */
export const isSameLines = (a: readonly CodeLine[], b: readonly CodeLine[]): boolean =>
  a.length === b.length &&
  a.every((line, at) => {
    const other = b[at];
    return other !== undefined && keyOf(line) === keyOf(other) && line.modifiers === other.modifiers;
  });

/**
 * The codes of a note after its entries changed what is suggested. What a person added, removed or changed stays so; what came by
 * itself goes, comes and changes with its reason; LT and RT follow the side on every line.
 */
export function followSuggestions(
  lines: readonly CodeLine[],
  before: Suggestions,
  after: Suggestions,
): readonly CodeLine[] {
  const old = new Map(before.codes.map((code) => [keyOf(code), code]));
  const now = new Map(after.codes.map((code) => [keyOf(code), code]));
  const kept = lines.flatMap((line) => {
    const was = old.get(keyOf(line));
    const is = now.get(keyOf(line));
    if (was?.isDefault === true && lineOf(was).modifiers === line.modifiers)
      return is?.isDefault === true ? [lineOf(is)] : [];
    const modifiers = followModifiers(
      splitModifiers(line.modifiers),
      was === undefined ? [] : modifiersOf(was),
      is === undefined ? [] : modifiersOf(is),
      { before: before.side, after: after.side },
    );
    return [{ ...line, modifiers: joined(modifiers) }];
  });
  const have = new Set(kept.map(keyOf));
  const came = defaultLines(after).filter(
    (line) => old.get(keyOf(line))?.isDefault !== true && !have.has(keyOf(line)),
  );
  return [...kept, ...came];
}

/** The suggested codes that are not on the note. */
export const openSuggestions = (
  lines: readonly CodeLine[],
  { codes }: Suggestions,
): readonly SuggestedCode[] => {
  const have = new Set(lines.map(keyOf));
  return codes.filter((code) => !have.has(keyOf(code)));
};

/** Why a code is on the note; null where a person added it. */
export const suggestionOf = (line: CodeLine, { codes }: Suggestions): SuggestedCode | null =>
  codes.find((code) => keyOf(code) === keyOf(line)) ?? null;

/** "Approach: Transforaminal"; a template's default has no field. */
export const reasonText = ({ ruleId, fieldId, label, value }: SuggestionReason): string =>
  ruleId !== null && fieldId.startsWith('_') ? 'Usual for this template' : `${label}: ${value}`;

/**
 * What to look at before billing: more codes than payers take, and modifier 50 on a one-sided entry for as long as it stands there without
 * LT or RT.
 */
export function codeWarnings(lines: readonly CodeLine[], suggestions: Suggestions): readonly string[] {
  const counts = CODE_TYPES.filter(
    (type) => lines.filter(({ codeType }) => codeType === type).length > MAX_CODES[type],
  ).map(tooManyCodes);
  return [...(lines.some((line) => isDoubtful(line, suggestions)) ? [ONE_SIDED_WARNING] : []), ...counts];
}

const isDoubtful = ({ modifiers }: CodeLine, { warnings }: Suggestions): boolean =>
  warnings.includes(ONE_SIDED_WARNING) && lacksSide(splitModifiers(modifiers));

/** LT or RT, where payers expect it instead of the line's modifier 50; null for other lines, and while no side is chosen. */
export const sideInsteadOf50 = (line: CodeLine, suggestions: Suggestions): 'LT' | 'RT' | null =>
  isDoubtful(line, suggestions) ? sideModifier(suggestions.side) : null;

/** What the note asks for that the line does not have, as far as a payer accepts it there: to be added by a click. */
export function openModifiers(line: CodeLine, suggestions: Suggestions): readonly SuggestedModifier[] {
  const all = splitModifiers(line.modifiers);
  const isSided = all.some(isLaterality);
  const wanted =
    suggestionOf(line, suggestions)?.suggestedModifiers ??
    suggestions.modifiers.filter(({ modifier }) =>
      acceptsModifier(defaultLineTraits(line.codeType, line.code), modifier),
    );
  return wanted.filter(({ modifier }) => !all.includes(modifier) && !(isSided && isLaterality(modifier)));
}

/** Modifiers as they are stored: "50, lt" becomes "50,LT". */
export const cleanModifiers = (text: string): string =>
  joined(splitModifiers(text.toUpperCase().replaceAll(/[;\s]+/gu, ',')));

/** What is wrong with typed modifiers; null when nothing is. */
export function modifierProblem(text: string): string | null {
  const all = splitModifiers(cleanModifiers(text));
  if (all.some((modifier) => !/^[0-9A-Z]{2}$/u.test(modifier))) return 'Two characters each';
  return all.length > 4 ? 'At most four modifiers' : null;
}

/** The list with a code at its end, once. */
export const withLine = (lines: readonly CodeLine[], line: CodeLine): readonly CodeLine[] =>
  lines.some((other) => keyOf(other) === keyOf(line)) ? lines : [...lines, line];

export const withoutLine = (lines: readonly CodeLine[], line: CodeLine): readonly CodeLine[] =>
  lines.filter((other) => keyOf(other) !== keyOf(line));

export const withModifiers = (
  lines: readonly CodeLine[],
  line: CodeLine,
  modifiers: string,
): readonly CodeLine[] =>
  lines.map((other) => (keyOf(other) === keyOf(line) ? { ...other, modifiers } : other));
