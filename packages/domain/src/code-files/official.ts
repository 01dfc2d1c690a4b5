import type { Validity } from '../billing-code-fact.ts';
import { formatDateUs } from '../date.ts';
import type { CodeFileKind } from './kinds.ts';
import type { FactsOfKind, PairRow } from './rows.ts';

/** A loaded edition of an official file, which may have come in several files. Days are YYYY-MM-DD. */
export interface Edition {
  readonly kind: CodeFileKind;
  /** "CMS, Medicare NCCI Procedure-to-Procedure Edits for practitioners". */
  readonly title: string;
  readonly validFrom: string;
  /** The last day; null if it is not known. */
  readonly validTo: string | null;
}

/** What the editions of a day say about a code. Null: the edition does not list it, or none is loaded. */
export interface OfficialCode {
  readonly code: string;
  readonly hcpcs: (FactsOfKind['hcpcs'] & Validity) | null;
  readonly feeSchedule: FactsOfKind['feeSchedule'] | null;
  readonly mue: FactsOfKind['mue'] | null;
  /** The primaries that are valid on the day. */
  readonly addOn: (FactsOfKind['addOn'] & { readonly primaries: readonly string[] }) | null;
  /** `longerCode`: of a heading, a billable code below it. */
  readonly icd10: (FactsOfKind['icd10'] & { readonly longerCode: string | null }) | null;
}

/** What the loaded files say on a day: about the codes of a note, and the pairs among them. */
export interface Official {
  /** The edition of the day, by kind. A kind without one is not checked against a current file. */
  readonly editions: readonly Edition[];
  readonly codes: readonly OfficialCode[];
  readonly pairs: readonly PairRow[];
}

/** No file is loaded. */
export const NO_FILES: Official = { editions: [], codes: [], pairs: [] };

/** Whether pairs of procedures can have the code: it has five characters, and diagnoses that long have a dot. */
export const isPairCode = (code: string): boolean => /^[0-9A-Z]{5}$/u.test(code);

/** The edition of a kind that answers for the day, or null. */
export const editionOf = ({ editions }: Official, kind: CodeFileKind): Edition | null =>
  editions.find((edition) => edition.kind === kind) ?? null;

/** What the editions say about a code; null if it was not looked up. */
export const officialCode = ({ codes }: Official, code: string): OfficialCode | null =>
  codes.find((each) => each.code === code) ?? null;

/** Whether a day is in the edition. Codes that are not in an edition of other days may be newer or older. */
export const isInEdition = ({ validFrom, validTo }: Edition, day: string): boolean =>
  validFrom <= day && (validTo === null || day <= validTo);

/** "CMS, HCPCS Level II, edition from 10/01/2026", with its last day if that was before the day. */
export const sourceText = ({ title, validFrom, validTo }: Edition, day: string): string =>
  `${title}, edition from ${formatDateUs(validFrom)}${validTo !== null && validTo < day ? `, valid until ${formatDateUs(validTo)}` : ''}`;

/** The source of what a list of the portal says. */
export const uncheckedSource = (name: string): string => `${name}, not checked against a current file`;

/** HCPCS Level II. Dental codes (D) are not in the public file. */
export const isLevelTwo = (code: string): boolean => /^[A-CE-Z]\d{4}$/u.test(code);

/**
 * CPT codes of the categories that the fee schedule lists: I without anesthesia (00100 to 01999), and III. Source: CMS, Medicare Claims
 * Processing Manual, chapter 23, addendum, field "HCPCS code"; looked up on 2026-11-28.
 */
export const isScheduled = (code: string): boolean => /^(?!0[01]\d{3}$)\d{4}[\dT]$/u.test(code);
