import {
  catalogCode,
  codeFormatWarning,
  guessCodeType,
  codeProblem,
  isIcd10,
  isProcedureCode,
  MAX_CODE_CATEGORY_LENGTH,
  MAX_CODE_DESCRIPTION_LENGTH,
  MAX_CODE_LENGTH,
  type CodeType,
} from './billing-code.ts';
import { parseTraits, type TraitCells } from './billing-code-import-traits.ts';
import { findLayout, type CodeColumn, type CodeLayout, type CodeText } from './billing-code-layout.ts';
import { changedTraits, defaultCodeTraits, shorterCodes, type TraitChange } from './billing-code-traits.ts';
import { withoutFormulaGuard } from './csv.ts';
import { isBlankRecord, type CsvRecord } from './csv-reader.ts';
import { characterCount, cleanSingleLine, hasControlCharacters } from './text.ts';

/** Error for a CSV file without data rows. */
export const NO_CODE_ROWS = 'CSV must contain a header row and at least one data row';
/** Error for a CSV file without any valid row. */
export const NO_VALID_CODES = 'No valid billing codes found in the CSV data';

/** An unvalidated row. Missing and blank values leave the existing ones unchanged; new codes get the defaults. */
export interface CodeRow extends TraitCells {
  readonly codeType: string;
  readonly code: string;
  readonly description: string;
  readonly category?: string | null | undefined;
  readonly isActive?: boolean | undefined;
  /** Whether the file has longer codes, such as M17.0 for M17. Long files take several calls. */
  readonly hasLongerCodes?: boolean | undefined;
}

/** A row with its line in the text, from 1. `trouble` is the reason the row is skipped, or null. */
export interface ParsedCodeRow {
  readonly line: number;
  readonly row: CodeRow;
  readonly trouble: string | null;
}
/** The rows of a CSV file, or why the file cannot be imported. */
export type CodeTable =
  | { readonly error: string }
  | {
      /** The type of all rows if the file has no type column; otherwise null. */
      readonly listType: CodeType | null;
      readonly rows: readonly ParsedCodeRow[];
      readonly layout: CodeLayout;
    };

/** A validated row in the form stored in the catalog. */
export interface CatalogRow {
  readonly codeType: CodeType;
  readonly code: string;
  readonly description: string;
  /** Undefined leaves the existing value unchanged. */
  readonly category: string | undefined;
  readonly isActive: boolean | undefined;
  readonly traits: TraitChange;
  readonly hasLongerCodes: boolean;
}

const TYPE_NAMES: Readonly<Record<string, CodeType>> = {
  CPT: 'CPT',
  HCPCS: 'CPT',
  ICD10: 'ICD10',
  ICD10CM: 'ICD10',
};
const YES = new Set(['true', 'yes', 'y', '1', 'active']);
const NO = new Set(['false', 'no', 'n', '0', 'inactive']);

const normalizeName = (text: string) => text.replaceAll(/[\s_-]+/g, '').toUpperCase();

/** Parses a code type name: CPT, HCPCS, ICD10, ICD-10 or ICD-10-CM. Undefined for anything else. */
export const parseCodeType = (text: string): CodeType | undefined => TYPE_NAMES[normalizeName(text)];

/** Validates a row and converts it to its stored form. A type, a code and a description are required. */
export function validateCodeRow(row: CodeRow): CatalogRow | { readonly trouble: string } {
  const codeType = parseCodeType(row.codeType);
  if (row.codeType.trim() === '') return { trouble: 'Code type is required' };
  if (codeType === undefined) return { trouble: 'Code type must be CPT or ICD10' };
  const code = catalogCode(codeType, row.code);
  if (code === '') return { trouble: 'Code is required' };
  if (characterCount(code) > MAX_CODE_LENGTH)
    return { trouble: `Code can have at most ${MAX_CODE_LENGTH} characters` };
  const problem = codeProblem(codeType, code);
  if (problem !== null) return { trouble: problem };
  const description = cleanSingleLine(row.description);
  if (description === '') return { trouble: 'Description is required' };
  if (characterCount(description) > MAX_CODE_DESCRIPTION_LENGTH)
    return { trouble: `Description can have at most ${MAX_CODE_DESCRIPTION_LENGTH} characters` };
  const category = cleanSingleLine(row.category ?? '') || undefined;
  if (characterCount(category ?? '') > MAX_CODE_CATEGORY_LENGTH)
    return { trouble: `Category can have at most ${MAX_CODE_CATEGORY_LENGTH} characters` };
  if (hasControlCharacters(description + (category ?? '')))
    return { trouble: 'The row contains characters that are not allowed' };
  const traits = parseTraits(row);
  if ('trouble' in traits) return traits;
  // Diagnoses have the same traits before and after, except for the heading.
  if (codeType === 'ICD10') {
    const changed = changedTraits(codeType, defaultCodeTraits(codeType, code, false), traits);
    if ('trouble' in changed) return { trouble: changed.trouble };
  }
  const hasLongerCodes = row.hasLongerCodes ?? false;
  return { codeType, code, description, category, isActive: row.isActive, traits, hasLongerCodes };
}

/**
 * Reads the codes of a text. It is either a table with a header row that names its columns, in any order, or a published list of codes and
 * descriptions. Rows of a file without a type column get `type`, or else the type that the header names or most codes have.
 */
export function parseCodeTable({ records, layout: known }: CodeText, type?: CodeType): CodeTable {
  const lines = records.filter((record) => !isBlankRecord(record));
  const [first] = lines;
  if (first?.trouble !== null && first !== undefined && known === undefined)
    return { error: lineError(first) };
  if (first === undefined || lines.length < 2) return { error: NO_CODE_ROWS };
  const layout = known ?? findLayout(lines);
  if (layout === undefined)
    return { error: `The header row must name the columns CodeType, Code and Description` };
  const { order } = layout;
  const data = layout.hasHeader ? lines.slice(1) : lines;
  const needsType = order.CodeType === undefined;
  const listType = type ?? layout.type ?? guessListType(data, order.Code);
  const seen = new Map<string, number>();
  const rows = data.map((record): ParsedCodeRow => {
    const { line } = record;
    const { row, trouble } = readRecord(record, order, listType);
    const checked = checkRow(row, needsType);
    if (trouble !== null || 'trouble' in checked)
      return { line, row, trouble: trouble ?? ('trouble' in checked ? checked.trouble : null) };
    const key = `${checked.codeType} ${checked.code}`;
    const earlier = seen.get(key);
    if (earlier !== undefined) return { line, row, trouble: `Duplicate of line ${earlier}` };
    seen.set(key, line);
    return { line, row, trouble: null };
  });
  const valid = rows.flatMap(({ row, trouble }) => (trouble === null ? [row] : []));
  if (valid.length > 0)
    return { listType: needsType ? listType : null, rows: markHeadings(rows, valid), layout };
  const broken = data.find((record) => record.trouble !== null);
  return { error: broken === undefined ? NO_VALID_CODES : lineError(broken) };
}

/** Marks the rows whose codes are subdivided by other valid rows. */
function markHeadings(rows: readonly ParsedCodeRow[], valid: readonly CodeRow[]): readonly ParsedCodeRow[] {
  const keyOf = ({ codeType, code }: CodeRow) => {
    const type = parseCodeType(codeType) ?? 'CPT';
    return [type, catalogCode(type, code)] as const;
  };
  const shorter = new Set(valid.flatMap((row) => shorterCodes(...keyOf(row))));
  return rows.map((parsed) => {
    const [type, code] = keyOf(parsed.row);
    return type === 'ICD10' && shorter.has(code)
      ? { ...parsed, row: { ...parsed.row, hasLongerCodes: true } }
      : parsed;
  });
}

/** If the type is guessed, a code that does not look like that type is an error. Otherwise it may be a custom code. */
function checkRow(row: CodeRow, isTypeGuessed: boolean): ReturnType<typeof validateCodeRow> {
  const checked = validateCodeRow(row);
  if ('trouble' in checked || !isTypeGuessed) return checked;
  const warning = codeFormatWarning(checked.codeType, checked.code);
  return warning === null ? checked : { trouble: warning };
}

/** Guesses the type of a list without types from its first 1,000 codes. Published lists of diagnoses omit the dots. */
function guessListType(records: readonly CsvRecord[], column = 0): CodeType {
  const sample = records.slice(0, 1000).map(({ cells }) => cells[column] ?? '');
  const diagnoses = sample.filter((code) => isIcd10(catalogCode('ICD10', code)));
  const procedures = sample.filter((code) => guessCodeType(code) === 'CPT' && isProcedureCode(code));
  return procedures.length > diagnoses.length ? 'CPT' : 'ICD10';
}

type Order = CodeLayout['order'];

const lineError = ({ line, trouble }: CsvRecord) => `Line ${line}: ${trouble ?? ''}.`;

/** A broken record has no cells in columns: its line is shown in place of the description. */
function readRecord(
  { cells, trouble }: CsvRecord,
  order: Order,
  type: CodeType,
): ReturnType<typeof readCells> {
  if (trouble === null) return readCells(cells, order, type);
  const { row } = readCells([], order, type);
  return { row: { ...row, description: cells.join(', ') }, trouble };
}

function readCells(
  cells: readonly string[],
  order: Order,
  type: CodeType,
): { readonly row: CodeRow; readonly trouble: string | null } {
  const cell = (column: CodeColumn) => {
    const index = order[column];
    return index === undefined ? undefined : withoutFormulaGuard(cells[index] ?? '');
  };
  const isActive = readFlag(cell('IsActive'));
  const isBillable = readFlag(cell('IsBillable'));
  const row: CodeRow = {
    codeType: order.CodeType === undefined ? type : (cell('CodeType') ?? ''),
    code: cell('Code') ?? '',
    description: cell('Description') ?? '',
    category: cell('Category'),
    isActive: isActive ?? undefined,
    lineType: cell('LineType'),
    bilateralIndicator: cell('BilateralIndicator'),
    unitSize: cell('UnitSize'),
    unit: cell('Unit'),
    isBillable: isBillable ?? undefined,
    validFrom: cell('ValidFrom'),
    validTo: cell('ValidTo'),
  };
  const wrong = isActive === null ? 'IsActive' : isBillable === null ? 'IsBillable' : null;
  return { row, trouble: wrong === null ? null : `${wrong} must be true or false` };
}

/** Undefined for a blank or missing cell, null for a wrong one. */
function readFlag(cell: string | undefined): boolean | null | undefined {
  const text = (cell ?? '').trim().toLowerCase();
  return text === '' ? undefined : YES.has(text) ? true : NO.has(text) ? false : null;
}
