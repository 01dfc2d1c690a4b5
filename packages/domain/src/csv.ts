/** One cell. Numbers stay numbers; true and false are written as words; null and undefined are empty. */
export type CsvValue = string | number | bigint | boolean | null | undefined;

/** Begins every file, so that spreadsheets read it as UTF-8. */
export const CSV_BOM = '\uFEFF';

// What makes a spreadsheet take a cell for a formula: the sign, full-width signs too (some programs fold them), also
// behind spaces that a program may cut, and the white space that shifts the rest into a cell of its own.
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;

// Nearly all cells of a large export have nothing of either kind: one look instead of three.
const NEEDS_CARE = /^[\s=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[",\r\n]|\s$/;

/**
 * One line of RFC 4180 CSV with its CRLF. Text that could start a formula gets a leading apostrophe;
 * a number such as -5 given as a number cannot be one and stays as it is. Numbers that are not finite become empty.
 */
export function csvRow(values: readonly CsvValue[]): string {
  return `${values.map((value) => csvCell(value)).join(',')}\r\n`;
}

/** A whole small file. Large exports write CSV_BOM and then each csvRow as it comes. */
export function csvDocument(rows: readonly (readonly CsvValue[])[]): string {
  return CSV_BOM + rows.map((row) => csvRow(row)).join('');
}

function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value !== 'string') return String(value);
  if (!NEEDS_CARE.test(value)) return value;
  const safe = FORMULA.test(value) ? `'${value}` : value;
  // Spaces at the ends are quoted because some readers cut them.
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
