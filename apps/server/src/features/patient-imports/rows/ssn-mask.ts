import { guessColumns, IMPORT_FIELDS, type ColumnMapping } from '@portal/domain/patient-import/columns';
import { FULLY_MASKED_SSN } from '@portal/domain/ssn';

/** Written like a social security number, also within other text. */
const WRITTEN = /(?<!\d)\d{3}([-– ])\d{2}\1\d{4}(?!\d)/g;
const NINE_DIGITS = /^\s*\d{9}\s*$/;

/** Masks what is written like a social security number in a text of any columns. */
export const maskWritten = (text: string): string =>
  text.replaceAll(WRITTEN, FULLY_MASKED_SSN).replaceAll(/(?<!\d)\d{9}(?!\d)/g, FULLY_MASKED_SSN);

interface Columns {
  readonly header: readonly string[];
  /** Null for FHIR. */
  readonly mapping: ColumnMapping | null;
}

/** Like `ssnMask`, for one cell with its place. */
export function ssnCellMask({ header, mapping }: Columns): (cell: string, at: number) => string {
  const ofNumbers = new Set([
    ...(mapping?.socialSecurityNumber ?? ['socialSecurityNumber']),
    ...(guessColumns(header).socialSecurityNumber ?? []),
  ]);
  const read = new Set<string>(
    IMPORT_FIELDS.flatMap((field) => (mapping === null ? [field] : (mapping[field] ?? []))),
  );
  return (cell, at) => {
    const column = header[at];
    if (cell.trim() === '') return cell;
    if (column === undefined || ofNumbers.has(column)) return FULLY_MASKED_SSN;
    return !read.has(column) && NINE_DIGITS.test(cell)
      ? FULLY_MASKED_SSN
      : cell.replaceAll(WRITTEN, FULLY_MASKED_SSN);
  };
}

/**
 * Returns a function that masks the social security numbers in the cells of a row: all of their columns, by mapping and by name, what
 * is written like one anywhere, and nine digits in a column that is not imported.
 */
export function ssnMask(source: Columns): (cells: readonly string[]) => readonly string[] {
  const mask = ssnCellMask(source);
  return (cells) => cells.map((cell, at) => mask(cell, at));
}
