import type { DictationCode } from '@portal/contract/dictations';
import { CODE_TYPES, MAX_CODES } from '@portal/domain/billing-code';
import { splitModifiers, tooManyCodes } from '@portal/domain/template/billing';
import type { SuggestedCode, SuggestionReason, Suggestions } from '@portal/domain/template/billing';

/** A code of a note, as it is billed. */
export type CodeLine = DictationCode;

export const NO_SUGGESTIONS: Suggestions = { codes: [], warnings: [] };

const keyOf = ({ codeType, code }: Pick<CodeLine, 'codeType' | 'code'>) => `${codeType}:${code}`;
const joined = (modifiers: readonly string[]) => [...new Set(modifiers)].join(',');

/** What is billed of a suggested code: with the modifiers of its rules and those that the entries ask for (decisions 62). */
export const lineOf = ({ code, codeType, description, ...rest }: SuggestedCode): CodeLine => ({
  code,
  codeType,
  description,
  modifiers: joined([
    ...splitModifiers(rest.modifiers),
    ...rest.suggestedModifiers.map(({ modifier }) => modifier),
  ]),
});

/** What is billed as long as nobody chose: the codes flagged default (spec 2 §5). */
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
 * itself goes, comes and changes with its reason.
 */
export function followSuggestions(
  lines: readonly CodeLine[],
  before: Suggestions,
  after: Suggestions,
): readonly CodeLine[] {
  const old = new Map(defaultLines(before).map((line) => [keyOf(line), line]));
  const now = new Map(defaultLines(after).map((line) => [keyOf(line), line]));
  const kept = lines.flatMap((line) => {
    const was = old.get(keyOf(line));
    if (was === undefined || was.modifiers !== line.modifiers) return [line];
    const is = now.get(keyOf(line));
    return is === undefined ? [] : [is];
  });
  const have = new Set(kept.map(keyOf));
  return [...kept, ...[...now].filter(([key]) => !old.has(key) && !have.has(key)).map(([, line]) => line)];
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
 * LT or RT (decisions 62, 64).
 */
export function codeWarnings(lines: readonly CodeLine[], suggestions: Suggestions): readonly string[] {
  const counts = CODE_TYPES.filter(
    (type) => lines.filter(({ codeType }) => codeType === type).length > MAX_CODES[type],
  ).map(tooManyCodes);
  return [...(lines.some(lacksSide) ? oneSided(suggestions) : []), ...counts];
}

/** What is said of a one-sided entry; empty where there is none. */
export const oneSided = ({ warnings }: Suggestions): readonly string[] => {
  const ofCounts = CODE_TYPES.map(tooManyCodes);
  return warnings.filter((text) => !ofCounts.includes(text));
};

/** Modifier 50 stands there without a side. */
export function lacksSide({ modifiers }: Pick<CodeLine, 'modifiers'>): boolean {
  const all = splitModifiers(modifiers);
  return all.includes('50') && !all.includes('LT') && !all.includes('RT');
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
