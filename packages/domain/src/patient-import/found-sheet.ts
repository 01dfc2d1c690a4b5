/** A sheet of a workbook that has values. */
export interface FoundSheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** Rows with values. */
  readonly rows: number;
  /** Of these, those that are hidden, for example by a filter. */
  readonly hidden: number;
  /** With an error value such as #REF!. */
  readonly errors: number;
  /** With a formula that has no value. */
  readonly withoutValue: number;
  /** Rows in which cells are merged. */
  readonly merged: number;
}
