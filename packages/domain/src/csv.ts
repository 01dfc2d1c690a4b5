/** A cell. Numbers stay numbers, booleans become true or false, and null and undefined are empty. */
export type CsvValue = string | number | bigint | boolean | null | undefined;

/** Byte order mark at the start of every file, so that spreadsheets read it as UTF-8. */
export const CSV_BOM = '\uFEFF';

// Prefixes that make a spreadsheet treat a cell as a formula: the operators, their full-width forms (which some
// programs convert), both also after spaces, and whitespace that moves the rest into another cell. Apostrophes before them
// are part of the text: one more tells them from the one that is added.
const FORMULA = /^'*(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;
const GUARDED = new RegExp(`^'(?=${FORMULA.source.slice(1)})`);

// Nearly all cells of a large export need no escaping: one check instead of three.
const NEEDS_CARE = /^['\s=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[",\r\n]|\s$/;

/**
 * Formats a row of RFC 4180 CSV with CRLF. Text that could start a formula gets a leading apostrophe. Numbers, such
 * as -5, are safe and stay unchanged. Non-finite numbers become empty.
 */
export function csvRow(values: readonly CsvValue[]): string {
  return `${values.map((value) => csvCell(value)).join(',')}\r\n`;
}

/** Formats a whole small file. Large exports write CSV_BOM and then stream each csvRow. */
export function csvDocument(rows: readonly (readonly CsvValue[])[]): string {
  return CSV_BOM + rows.map((row) => csvRow(row)).join('');
}

/** The text of a cell of our files, without the apostrophe before text that could start a formula. */
export const withoutFormulaGuard = (cell: string): string => cell.replace(GUARDED, '');

function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value !== 'string') return String(value);
  if (!NEEDS_CARE.test(value)) return value;
  const safe = FORMULA.test(value) ? `'${value}` : value;
  // Leading and trailing spaces are quoted because some readers trim them.
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
