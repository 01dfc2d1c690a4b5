// Error values of Excel (Microsoft Learn, "Cell Error Values" and "XlCVError enumeration") and Google Sheets (Docs Editors Help, "ERROR.TYPE"),
// read 2026-11-27. #CALC!, #GETTING_DATA, #ERROR! and Err:502 of LibreOffice are unchecked.
const ERROR =
  /^(?:#(?:ref!|n\/a|value!|name\?|div\/0!|num!|null!|spill!|calc!|getting_data|error!)|err:\d{3})$/i;
/** What a narrow column shows of a number or a date. */
const NARROW = /^#{3,}$/;
const SCIENTIFIC = /^[-+]?\d(?:[.,]\d+)?e[-+]\d{1,3}$/i;
const DECIMAL = /^\d+\.0+$/;
const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
/** What a spreadsheet makes of 3-4 or 3/2004. */
const AS_DATE = new RegExp(`^(?:\\d{1,2}-(?:${MONTHS})|(?:${MONTHS})-\\d{2})$`, 'i');

/** Fields that spreadsheets take for a number. A ZIP code is readable with a decimal. */
const NUMBERS: readonly string[] = ['formerMrn', 'socialSecurityNumber', 'phone', 'insurancePolicyNumber'];
/** Fields with codes that spreadsheets take for a date. */
const CODES: readonly string[] = ['formerMrn', 'insurancePolicyNumber'];

/** The text of a cell like ="00123", which keeps spreadsheets from dropping zeros. Other cells stay as they are. */
export function textOfFormula(cell: string): string {
  const text = /^\s*=\s*"((?:[^"]|"")*)"\s*$/.exec(cell)?.[1];
  return text === undefined ? cell : text.replaceAll('""', '"');
}

/** Whether a cell only says that a spreadsheet could not calculate or show its value. */
export const isSpreadsheetError = (cell: string): boolean => ERROR.test(cell) || NARROW.test(cell);

/** What a spreadsheet did to a value, to follow the name of the field; null if nothing is visible. */
export function spreadsheetDamage(field: string, cell: string): string | null {
  const text = cell.trim();
  // Nine may also mask a social security number.
  if (field === 'socialSecurityNumber' && text.length === 9 && NARROW.test(text)) return null;
  if (isSpreadsheetError(text)) return 'is an error value of a spreadsheet; export the column again';
  const isChanged =
    (NUMBERS.includes(field) && (SCIENTIFIC.test(text) || DECIMAL.test(text))) ||
    (field === 'zipCode' && SCIENTIFIC.test(text)) ||
    (CODES.includes(field) && AS_DATE.test(text));
  return isChanged ? 'was changed by a spreadsheet; export the column as text' : null;
}
