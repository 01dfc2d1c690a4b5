import type { BilateralIndicator, Validity } from '../billing-code-fact.ts';

/** What each kind of file says about a code, besides the days on which it is valid. */
export interface FactsOfKind {
  /** `coverage` and `action` are the letters of the file. Descriptions of HCPCS Level II are public. */
  readonly hcpcs: {
    readonly description: string;
    readonly isModifier: boolean;
    readonly coverage: string;
    readonly action: string;
  };
  /** Indicators as in the file; `part` is the modifier of the row, '' for the whole service. CPT descriptions are not kept. */
  readonly feeSchedule: {
    readonly status: string;
    readonly pcTc: string;
    readonly globalDays: string;
    readonly multiple: string;
    readonly bilateral: BilateralIndicator;
    readonly assistant: string;
    readonly coSurgeons: string;
    readonly team: string;
  };
  /** Units a day (adjudication 2 and 3) or a line (1). */
  readonly mue: { readonly units: number; readonly adjudication: 1 | 2 | 3; readonly rationale: string };
  /** `part` is the primary code; '' if the file lists none (types 2 and 3 can be that way). */
  readonly addOn: { readonly type: 1 | 2 | 3 };
  /** The code has its dot. `isBillable`: false for a heading. */
  readonly icd10: { readonly description: string; readonly isBillable: boolean };
  /** `part` is the NDC (5-4-2). `billingUnits`: billed units in one package. */
  readonly asp: { readonly drug: string; readonly dosage: string; readonly billingUnits: number };
}

/** A row of a file about one code. */
export interface CodeRow<K extends keyof FactsOfKind = keyof FactsOfKind> extends Validity {
  /** As in the catalog: uppercase, diagnoses with their dot. */
  readonly code: string;
  /** What tells rows of the same code apart, by kind; else ''. */
  readonly part: string;
  readonly facts: FactsOfKind[K];
}

/** Whether a modifier can separate a pair: 0 never, 1 yes, 9 does not apply (the edit was deleted). */
export type PairIndicator = 0 | 1 | 9;

/** A pair of procedures of which column 1 is paid, YYYY-MM-DD. `validTo` is the last day, inclusive, or null. */
export interface PairRow {
  readonly column1: string;
  readonly column2: string;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly indicator: PairIndicator;
  readonly rationale: string;
}
