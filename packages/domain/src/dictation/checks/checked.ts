import { catalogCode, type CodeType } from '../../billing-code.ts';
import type { Validity } from '../../billing-code-fact.ts';
import type { BilateralIndicator, LineType } from '../../billing-line.ts';
import { officialCode, type Official, type OfficialCode } from '../../code-files/official.ts';
import { splitModifiers, type BillingRule } from '../../template/billing.ts';
import type { BillingOption } from '../../template/billing-option.ts';
import type { TemplateContent } from '../../template/content.ts';
import type { Evaluation } from '../../template/evaluate.ts';
import type { LimitNote, PayerLimit } from '../../payer-limits.ts';
import type { UnitSize } from '../../template/units.ts';
import type { CheckedPatient } from '../diagnosis-limits.ts';
import type { EditedFrom, OutdatedText } from '../edited-text.ts';
import type { PrintedText } from '../left-over-tags.ts';

/** Whether the billing code catalog offers the code of a line. */
export interface CatalogEntry {
  readonly status: 'active' | 'inactive' | 'missing';
  /** For a diagnosis that is missing: a longer code that the catalog has instead. */
  readonly longerCode: string | null;
}

/** A billing line as the checks see it. */
export interface CheckedLine extends UnitSize, Validity {
  readonly code: string;
  readonly codeType: CodeType;
  readonly description: string;
  /** Comma-separated. */
  readonly modifiers: string;
  /** Null while they are not known. */
  readonly units: number | null;
  readonly diagnosisPointers: readonly string[];
  readonly lineType: LineType;
  /** Null while it is not known. */
  readonly bilateralIndicator: BilateralIndicator | null;
  /** False for a category heading. */
  readonly isBillable: boolean;
  /** Null while it is not known. */
  readonly catalog: CatalogEntry | null;
}

/** A procedure line of another dictation of the same patient and day. */
export interface OtherLine {
  readonly code: string;
  /** Comma-separated. */
  readonly modifiers: string;
  readonly lineType: LineType;
  /** Null while they are not known. */
  readonly units: number | null;
  readonly providerId: string | null;
}

/** A rule with the day on which its source was read. */
export interface SourcedLimit extends PayerLimit {
  /** YYYY-MM-DD. */
  readonly lookedUpOn: string | null;
}
export interface PayerLimits {
  readonly limits: readonly SourcedLimit[];
  readonly notes: readonly LimitNote[];
}
/** No rule is switched on. */
export const NO_LIMITS: PayerLimits = { limits: [], notes: [] };

export interface CheckedDictation {
  readonly content: TemplateContent;
  readonly evaluation: Evaluation;
  /** Dependent fields that the user edited. */
  readonly editedFields: readonly string[];
  /** Where values come from that do not follow other fields. */
  readonly editedFrom: EditedFrom;
  /** Values that contradict the fields they were made from. */
  readonly outdated: readonly OutdatedText[];
  /** The template's billing code rules; null while they are not known. */
  readonly rules: readonly BillingRule[] | null;
  readonly billingOption: BillingOption;
  readonly lines: readonly CheckedLine[];
  /** Of the patient's other dictations on the same day. */
  readonly otherLines: readonly OtherLine[];
  /** Null if it has none yet. */
  readonly providerId: string | null;
  /** What the loaded files say on the procedure date about the codes of the lines and other lines. */
  readonly official: Official;
  /** The payers' rules by time, and the patient's other notes with their codes. */
  readonly payerLimits: PayerLimits;
  readonly patient: CheckedPatient;
  /** From `brokenRules`. */
  readonly brokenRules: readonly string[];
  /** YYYY-MM-DD. */
  readonly procedureDate: string;
  /** The practice's current date, YYYY-MM-DD; null while it is not known. */
  readonly today: string | null;
  /** What is printed besides the fields and codes. */
  readonly texts: readonly PrintedText[];
  /** What is wrong with the location's header and footer. */
  readonly headerMessages: readonly string[];
}

/** Something to look at before signing, with the field or billing code where it can be corrected. */
export interface FoundProblem {
  readonly message: string;
  readonly fieldId: string | null;
  readonly code: string | null;
  /** The place of the billing line among all lines of the dictation, from 0; null for a field. */
  readonly lineIndex: number | null;
  /** LT or RT, if it can replace the line's modifier 50 with one click. */
  readonly useSide?: 'LT' | 'RT';
  /** The file and edition, list, or rule that says so. */
  readonly source?: string;
}

/** A line with its place among all lines. */
export interface PlacedLine extends CheckedLine {
  readonly lineIndex: number;
}
/** A dictation whose lines are the billed ones. */
export interface PlacedDictation extends CheckedDictation {
  readonly lines: readonly PlacedLine[];
}
export type Find = (dictation: PlacedDictation) => readonly FoundProblem[];

export const atField = (fieldId: string, message: string): FoundProblem => ({
  message,
  fieldId,
  code: null,
  lineIndex: null,
});
export const atLine = ({ code, lineIndex }: PlacedLine, message: string, source?: string): FoundProblem => ({
  message,
  fieldId: null,
  code,
  lineIndex,
  ...(source !== undefined && { source }),
});
/** A problem of the dictation as a whole. */
export const atNothing = (message: string): FoundProblem => ({
  message,
  fieldId: null,
  code: null,
  lineIndex: null,
});

/** Finds the lines that pass a test. */
export const lineWith =
  (test: (line: CheckedLine) => boolean, message: (line: CheckedLine) => string): Find =>
  ({ lines }) =>
    lines.filter(test).map((line) => atLine(line, message(line)));

/** Whether a line has all these modifiers. */
export function has({ modifiers }: { readonly modifiers: string }, ...wanted: readonly string[]): boolean {
  const all = modifiersOfLine(modifiers);
  return wanted.every((modifier) => all.includes(modifier));
}

/** The modifiers of a line in uppercase. */
export const modifiersOfLine = (modifiers: string): readonly string[] =>
  splitModifiers(modifiers.toUpperCase());

/** "1 unit", "4 units". */
export const unitCount = (units: number): string => (units === 1 ? '1 unit' : `${units} units`);

/** What the loaded files say about the code of a line. */
export const officialLine = (
  { official }: Pick<CheckedDictation, 'official'>,
  { codeType, code }: Pick<CheckedLine, 'codeType' | 'code'>,
): OfficialCode | null => officialCode(official, catalogCode(codeType, code));

/** The lines of the patient's other dictations of the day that the same provider bills, as far as the providers are known. */
export const linesOfProvider = ({ otherLines, providerId }: CheckedDictation): readonly OtherLine[] =>
  otherLines.filter(
    (other) => providerId === null || other.providerId === null || other.providerId === providerId,
  );

/** "64483", "64479 or 64483", or with many codes "64479, 64480, 64483 or another of 12 codes". */
export const anyOf = (codes: readonly string[]): string =>
  codes.length <= MOST_LISTED
    ? codes.join(' or ')
    : `${codes.slice(0, MOST_LISTED - 1).join(', ')} or another of ${codes.length} codes`;
const MOST_LISTED = 4;
