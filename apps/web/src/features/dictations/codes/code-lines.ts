import type { DictationCode } from '@portal/contract/dictations';
import { CODE_TYPES, MAX_CODES } from '@portal/domain/billing-code';
import { acceptsModifier, defaultLineTraits, isLaterality } from '@portal/domain/billing-line';
import { modifiersOf, splitModifiers, tooManyCodes } from '@portal/domain/template/billing';
import type { SuggestedCode, Suggestions } from '@portal/domain/template/billing';
import {
  updateEditedModifiers,
  isMissingSide,
  ONE_SIDED_WARNING,
  sideModifier,
} from '@portal/domain/template/modifiers';
import type { SuggestedModifier, SuggestionReason } from '@portal/domain/template/modifiers';

/** A billing code on a dictation. */
export type CodeLine = DictationCode;

export const NO_SUGGESTIONS: Suggestions = { codes: [], modifiers: [], side: null, warnings: [] };

const keyOf = ({ codeType, code }: Pick<CodeLine, 'codeType' | 'code'>) => `${codeType}:${code}`;
const joined = (modifiers: readonly string[]) => [...new Set(modifiers)].join(',');

/** The billing line for a suggested code, with the modifiers from its rules and from the form entries. */
export const lineOf = (suggested: SuggestedCode): CodeLine => ({
  code: suggested.code,
  codeType: suggested.codeType,
  description: suggested.description,
  modifiers: joined(modifiersOf(suggested)),
});

/** The lines billed until the user changes them: the suggested codes marked as default. */
export const defaultLines = ({ codes }: Suggestions): readonly CodeLine[] =>
  codes.filter(({ isDefault }) => isDefault).map(lineOf);

/** Whether two lists have the same codes and modifiers in the same order. */
export const isSameLines = (a: readonly CodeLine[], b: readonly CodeLine[]): boolean =>
  a.length === b.length &&
  a.every((line, at) => {
    const other = b[at];
    return other !== undefined && keyOf(line) === keyOf(other) && line.modifiers === other.modifiers;
  });

/**
 * Updates the codes after the form entries changed the suggestions. Lines that the user added, removed, or changed stay as they
 * are; automatic lines are added, removed, and updated with their suggestion. LT and RT follow the side on every line.
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
    const modifiers = updateEditedModifiers(
      splitModifiers(line.modifiers),
      was === undefined ? [] : modifiersOf(was),
      is === undefined ? [] : modifiersOf(is),
      { before: before.side, after: after.side },
    );
    return [{ ...line, modifiers: joined(modifiers) }];
  });
  const have = new Set(kept.map(keyOf));
  const added = defaultLines(after).filter(
    (line) => old.get(keyOf(line))?.isDefault !== true && !have.has(keyOf(line)),
  );
  return [...kept, ...added];
}

/** The suggested codes that are not on the dictation. */
export const openSuggestions = (
  lines: readonly CodeLine[],
  { codes }: Suggestions,
): readonly SuggestedCode[] => {
  const have = new Set(lines.map(keyOf));
  return codes.filter((code) => !have.has(keyOf(code)));
};

/** The suggestion behind a line; null when the user added it. */
export const suggestionOf = (line: CodeLine, { codes }: Suggestions): SuggestedCode | null =>
  codes.find((code) => keyOf(code) === keyOf(line)) ?? null;

/** The reason as text, such as "Approach: Transforaminal"; a template default has no field. */
export const reasonText = ({ ruleId, fieldId, label, value }: SuggestionReason): string =>
  ruleId !== null && fieldId.startsWith('_') ? 'Template default' : `${label}: ${value}`;

/**
 * Billing warnings: more codes than payers accept, and modifier 50 without LT or RT on a one-sided entry.
 */
export function codeWarnings(lines: readonly CodeLine[], suggestions: Suggestions): readonly string[] {
  const counts = CODE_TYPES.filter(
    (type) => lines.filter(({ codeType }) => codeType === type).length > MAX_CODES[type],
  ).map(tooManyCodes);
  return [...(lines.some((line) => hasDoubtful50(line, suggestions)) ? [ONE_SIDED_WARNING] : []), ...counts];
}

const hasDoubtful50 = ({ modifiers }: CodeLine, { warnings }: Suggestions): boolean =>
  warnings.includes(ONE_SIDED_WARNING) && isMissingSide(splitModifiers(modifiers));

/** LT or RT when payers expect it instead of the line's modifier 50; null otherwise or while no side is selected. */
export const sideInsteadOf50 = (line: CodeLine, suggestions: Suggestions): 'LT' | 'RT' | null =>
  hasDoubtful50(line, suggestions) ? sideModifier(suggestions.side) : null;

/** Suggested modifiers that the line does not have yet and that payers accept there. */
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

/** Normalizes modifiers for storage: "50, lt" becomes "50,LT". */
export const cleanModifiers = (text: string): string =>
  joined(splitModifiers(text.toUpperCase().replaceAll(/[;\s]+/gu, ',')));

/** Error message for typed modifiers, or null when they are valid. */
export function modifierProblem(text: string): string | null {
  const all = splitModifiers(cleanModifiers(text));
  if (all.some((modifier) => !/^[0-9A-Z]{2}$/u.test(modifier))) return 'Each modifier must be two characters';
  return all.length > 4 ? 'Maximum four modifiers' : null;
}

/** Appends a code unless the list already has it. */
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
