/** Some rows of a sheet: how many, and the first of them. */
export interface FoundRows {
  readonly count: number;
  readonly lines: readonly number[];
}

/** A sheet of a workbook that has values. */
export interface FoundSheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** Rows with values. */
  readonly rows: number;
  /** Of these, those that are hidden, for example by a filter. */
  readonly hidden: FoundRows;
  /** With an error value such as #REF!. */
  readonly errors: FoundRows;
  /** With a formula that has no value. */
  readonly withoutValue: FoundRows;
  /** Rows in which cells are merged. */
  readonly merged: FoundRows;
}
