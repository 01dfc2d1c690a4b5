import type { DraftContent } from '@portal/contract/dictation-drafts';
import type { DictationCode } from '@portal/contract/dictation-lines';
import type { Dictation } from '@portal/contract/dictations';
import { CODE_TYPES, MAX_CODES } from '@portal/domain/billing-code';
import { acceptsModifier, defaultLineTraits, isLaterality } from '@portal/domain/billing-line';
import { defaultPointers, diagnosesOf } from '@portal/domain/dictation/line-details';
import { includedIn, SEPARATE_SITE_MODIFIERS } from '@portal/domain/dictation/separate-sites';
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
export interface CodeLine extends Omit<DictationCode, 'diagnosisPointers'> {
  /** The diagnoses chosen by the user, the main one first; null for the first four of the dictation. */
  readonly diagnosisPointers: readonly string[] | null;
}

/** The lines of a saved dictation. */
export const linesOfDictation = ({ billingCodes }: Pick<Dictation, 'billingCodes'>): readonly CodeLine[] => {
  const ordinary = defaultPointers(billingCodes).join();
  return billingCodes.map((line) => ({
    ...line,
    diagnosisPointers:
      line.codeType === 'ICD10' || line.diagnosisPointers.join() === ordinary ? null : line.diagnosisPointers,
  }));
};

type SentLine = NonNullable<DraftContent['billingCodes']>[number];

/** A line as saves and autosaves send it, without defaults. */
export const sentLine = ({ code, modifiers, units, diagnosisPointers }: CodeLine): SentLine => ({
  code,
  modifiers,
  ...(units !== 1 && { units }),
  ...(diagnosisPointers !== null && { diagnosisPointers: [...diagnosisPointers] }),
});

export const NO_SUGGESTIONS: Suggestions = { codes: [], modifiers: [], side: null, warnings: [] };

const keyOf = ({ codeType, code }: Pick<CodeLine, 'codeType' | 'code'>) => `${codeType}:${code}`;
const joined = (modifiers: readonly string[]) => [...new Set(modifiers)].join(',');

/** A line that the user adds. */
export const addedLine = (code: Pick<CodeLine, 'code' | 'codeType' | 'description'>): CodeLine => ({
  code: code.code,
  codeType: code.codeType,
  description: code.description,
  modifiers: '',
  units: 1,
  diagnosisPointers: null,
});

/** The billing line for a suggested code, with the modifiers and units from its rules and from the form entries. */
export const lineOf = (suggested: SuggestedCode): CodeLine => ({
  code: suggested.code,
  codeType: suggested.codeType,
  description: suggested.description,
  modifiers: joined(modifiersOf(suggested)),
  units: suggested.units,
  diagnosisPointers: null,
});

/** The lines billed until the user changes them: the suggested codes marked as default. */
export const defaultLines = ({ codes }: Suggestions): readonly CodeLine[] =>
  codes.filter(({ isDefault }) => isDefault).map(lineOf);

const isSameLine = (a: CodeLine, b: CodeLine): boolean =>
  keyOf(a) === keyOf(b) &&
  a.modifiers === b.modifiers &&
  a.units === b.units &&
  a.diagnosisPointers?.join() === b.diagnosisPointers?.join();

/** Whether two lists have the same lines in the same order. */
export const isSameLines = (a: readonly CodeLine[], b: readonly CodeLine[]): boolean =>
  a.length === b.length &&
  a.every((line, at) => {
    const other = b[at];
    return other !== undefined && isSameLine(line, other);
  });

/**
 * Updates the codes after the form entries changed the suggestions. Lines that the user added, removed, or changed stay as they
 * are; automatic lines are added, removed, and updated with their suggestion. LT and RT follow the side on every line, and units
 * follow the dose until the user changes them.
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
    if (was?.isDefault === true && isSameLine(lineOf(was), line))
      return is?.isDefault === true ? [lineOf(is)] : [];
    const modifiers = updateEditedModifiers(
      splitModifiers(line.modifiers),
      was === undefined ? [] : modifiersOf(was),
      is === undefined ? [] : modifiersOf(is),
      { before: before.side, after: after.side },
    );
    const units = is !== undefined && line.units === was?.units ? is.units : line.units;
    return [{ ...line, modifiers: joined(modifiers), units }];
  });
  const have = new Set(kept.map(keyOf));
  const added = defaultLines(after).filter(
    (line) => old.get(keyOf(line))?.isDefault !== true && !have.has(keyOf(line)),
  );
  return withKnownPointers([...kept, ...added]);
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
  ruleId !== null && fieldId.startsWith('_')
    ? 'Template default'
    : fieldId === ''
      ? `${label} ${value}`
      : `${label}: ${value}`;

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

/**
 * Suggested modifiers that the line does not have yet and that payers accept there, and 59 or XS when payers may count the line as
 * part of an earlier one.
 */
export function openModifiers(
  line: CodeLine,
  suggestions: Suggestions,
  lines: readonly CodeLine[],
): readonly SuggestedModifier[] {
  const all = splitModifiers(line.modifiers);
  const isSided = all.some(isLaterality);
  const wanted =
    suggestionOf(line, suggestions)?.suggestedModifiers ??
    suggestions.modifiers.filter(({ modifier }) =>
      acceptsModifier(defaultLineTraits(line.codeType, line.code), modifier),
    );
  const other = includedIn(line, all, lines);
  return [
    ...wanted.filter(({ modifier }) => !all.includes(modifier) && !(isSided && isLaterality(modifier))),
    ...(other === undefined ? [] : SEPARATE_SITE_MODIFIERS).map((modifier) => ({
      modifier,
      reason: { ruleId: null, fieldId: '', label: 'Separate site from', value: other?.code ?? '' },
    })),
  ];
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
  withKnownPointers(lines.filter((other) => keyOf(other) !== keyOf(line)));

/** Changes a line. */
export const withChange = (
  lines: readonly CodeLine[],
  line: CodeLine,
  change: Partial<Pick<CodeLine, 'modifiers' | 'units' | 'diagnosisPointers'>>,
): readonly CodeLine[] =>
  lines.map((other) => (keyOf(other) === keyOf(line) ? { ...other, ...change } : other));

/** Removes pointers to diagnoses that are no longer on the dictation. A line without any left has the default again. */
function withKnownPointers(lines: readonly CodeLine[]): readonly CodeLine[] {
  const diagnoses = new Set(diagnosesOf(lines));
  return lines.map((line) => {
    const known = line.diagnosisPointers?.filter((pointer) => diagnoses.has(pointer));
    if (known === undefined || known.length === line.diagnosisPointers?.length) return line;
    return { ...line, diagnosisPointers: known.length === 0 ? null : known };
  });
}
