/** The bilateral surgery indicator of the Medicare Physician Fee Schedule. */
export const BILATERAL_INDICATORS = [0, 1, 2, 3, 9] as const;
export type BilateralIndicator = (typeof BILATERAL_INDICATORS)[number];

/** An official file, and the day on which it was read (YYYY-MM-DD) for the built-in facts; null for a loaded edition. */
export interface FactSource {
  readonly name: string;
  readonly lookedUp: string | null;
}

/** The days on which a code is valid, YYYY-MM-DD. Null without a limit. */
export interface Validity {
  readonly validFrom: string | null;
  readonly validTo: string | null;
}

/** What an official source says about a code. What it does not say is absent. */
export interface CodeFacts {
  readonly bilateralIndicator?: BilateralIndicator;
  readonly unitSize?: { readonly unitSize: number; readonly unit: string };
  readonly validity?: Validity;
  /** The code to use after the last day. */
  readonly replacedBy?: string;
}
