import type { DraftContent } from '@portal/contract/dictation-drafts';
import type { DictationCode } from '@portal/contract/dictation-lines';
import type { Dictation } from '@portal/contract/dictations';
import { CODE_TYPES, MAX_CODES } from '@portal/domain/billing-code';
import { defaultPointers, diagnosesOf } from '@portal/domain/dictation/line-details';
import {
  modifiersOf,
  splitModifiers,
  tooManyCodes,
  type SuggestedCode,
  type Suggestions,
} from '@portal/domain/template/billing';
import type { SuggestionReason } from '@portal/domain/template/modifiers';

/** A billing line of a dictation. */
export interface CodeLine extends Omit<DictationCode, 'diagnosisPointers'> {
  /** Identifies the line in the editor: several lines can have the same code. */
  readonly id: string;
  /** The key of the suggestion that the line came from; null for a line that was added by hand or saved. */
  readonly from: string | null;
  /** The diagnoses chosen by the user, the main one first; null for the first four of the dictation. */
  readonly diagnosisPointers: readonly string[] | null;
}

let lastId = 0;
export function newLineId(): string {
  lastId += 1;
  return `line-${lastId}`;
}

/** The lines of a saved dictation. */
export const linesOfDictation = ({ billingCodes }: Pick<Dictation, 'billingCodes'>): readonly CodeLine[] => {
  const ordinary = defaultPointers(billingCodes).join();
  return billingCodes.map((line) => ({
    ...line,
    id: newLineId(),
    from: null,
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

/** Whether two lines have the same code. */
export const isSameCode = (a: Pick<CodeLine, 'codeType' | 'code'>, b: Pick<CodeLine, 'codeType' | 'code'>) =>
  a.codeType === b.codeType && a.code === b.code;
/** Modifiers as stored, each once. */
export const joined = (modifiers: readonly string[]) => [...new Set(modifiers)].join(',');

/** A line that the user adds. */
export const addedLine = (code: Pick<CodeLine, 'code' | 'codeType' | 'description'>): CodeLine => ({
  id: newLineId(),
  from: null,
  code: code.code,
  codeType: code.codeType,
  description: code.description,
  modifiers: '',
  units: 1,
  diagnosisPointers: null,
});

/** The billing line for a suggested code, with the modifiers and units from its rules and from the form entries. */
export const lineOf = (suggested: SuggestedCode): CodeLine => ({
  ...addedLine(suggested),
  from: suggested.key,
  modifiers: joined(modifiersOf(suggested)),
  units: suggested.units,
});

/** The lines billed until the user changes them: the suggested codes marked as default. */
export const defaultLines = ({ codes }: Suggestions): readonly CodeLine[] =>
  codes.filter(({ isDefault }) => isDefault).map(lineOf);

/** Whether two lines bill the same, with the same diagnoses. */
export const isSameLine = (a: CodeLine, b: CodeLine): boolean =>
  isSameCode(a, b) &&
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

/** A line for screen readers: its code, and which one of several with this code it is. */
export function lineName(line: CodeLine, lines: readonly CodeLine[]): string {
  const same = lines.filter((other) => isSameCode(other, line));
  return same.length < 2 ? line.code : `${line.code}, line ${same.indexOf(line) + 1} of ${same.length}`;
}

/** The reason as text, such as "Approach: Transforaminal"; a template default has no field. */
export function reasonText({ ruleId, fieldId, label, value, when }: SuggestionReason): string {
  const text =
    ruleId !== null && fieldId.startsWith('_')
      ? 'Template default'
      : fieldId === ''
        ? `${label} ${value}`
        : `${label}: ${value}`;
  return when === undefined ? text : `${text}, because ${when}`;
}

/** Billing warnings: more codes than payers accept. */
export const codeWarnings = (lines: readonly CodeLine[]): readonly string[] =>
  CODE_TYPES.filter((type) => lines.filter(({ codeType }) => codeType === type).length > MAX_CODES[type]).map(
    tooManyCodes,
  );

/** Replaces modifier 50 of the line at this place by LT or RT. */
export const withSide = (lines: readonly CodeLine[], place: number, side: 'LT' | 'RT'): readonly CodeLine[] =>
  lines.map((line, at) =>
    at === place
      ? {
          ...line,
          modifiers: joined(splitModifiers(line.modifiers).map((each) => (each === '50' ? side : each))),
        }
      : line,
  );

/** Normalizes modifiers for storage: "50, lt" becomes "50,LT". */
export const cleanModifiers = (text: string): string => joined(splitModifiers(text.toUpperCase()));

/** Error message for typed modifiers, or null when they are valid. */
export function modifierProblem(text: string): string | null {
  const all = splitModifiers(cleanModifiers(text));
  if (all.some((modifier) => !/^[0-9A-Z]{2}$/u.test(modifier))) return 'Each modifier must be two characters';
  return all.length > 4 ? 'Maximum four modifiers' : null;
}

/** Appends a line. A diagnosis is listed once. */
export const withLine = (lines: readonly CodeLine[], line: CodeLine): readonly CodeLine[] =>
  line.codeType === 'ICD10' && lines.some((other) => isSameCode(other, line)) ? lines : [...lines, line];

export const withoutLine = (lines: readonly CodeLine[], id: string): readonly CodeLine[] =>
  withKnownPointers(lines.filter((line) => line.id !== id));

export const withChange = (
  lines: readonly CodeLine[],
  id: string,
  change: Partial<Pick<CodeLine, 'modifiers' | 'units' | 'diagnosisPointers'>>,
): readonly CodeLine[] => lines.map((line) => (line.id === id ? { ...line, ...change } : line));

/** Removes pointers to diagnoses that are no longer on the dictation. A line without any left has the default again. */
export function withKnownPointers(lines: readonly CodeLine[]): readonly CodeLine[] {
  const diagnoses = new Set(diagnosesOf(lines));
  return lines.map((line) => {
    const known = line.diagnosisPointers?.filter((pointer) => diagnoses.has(pointer));
    if (known === undefined || known.length === line.diagnosisPointers?.length) return line;
    return { ...line, diagnosisPointers: known.length === 0 ? null : known };
  });
}
