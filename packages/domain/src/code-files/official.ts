import type { Validity } from '../billing-code-fact.ts';
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
