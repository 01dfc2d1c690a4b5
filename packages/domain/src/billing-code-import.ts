import {
  catalogueCode,
  codeDoubt,
  guessCodeType,
  isCatalogueCode,
  isIcd10,
  isProcedureCode,
  MAX_CODE_CATEGORY_LENGTH,
  MAX_CODE_DESCRIPTION_LENGTH,
  MAX_CODE_LENGTH,
  type CodeType,
} from './billing-code.ts';
import { cleanSingleLine, hasControlCharacters } from './text.ts';

/** The columns of an import and of the export. */
export const CODE_COLUMNS = ['CodeType', 'Code', 'Description', 'Category', 'IsActive'] as const;
type Column = (typeof CODE_COLUMNS)[number];

export const NO_CODE_ROWS = 'CSV must contain a header row and at least one data row';
export const NO_VALID_CODES = 'No valid billing codes found in the CSV data';

/** A row as it was read. Without a category or a status, what is there stays, and new codes are active. */
export interface CodeRow {
  readonly codeType: string;
  readonly code: string;
  readonly description: string;
  readonly category?: string | null | undefined;
  readonly isActive?: boolean | undefined;
}

/** A row with its line in the text, from 1, counted in records; `trouble` says why it is left out. */
export interface ReadCodeRow {
  readonly line: number;
  readonly row: CodeRow;
  readonly trouble: string | null;
}
export type CodeTable =
  | { readonly error: string }
  /** `needsType`: the file has codes and descriptions only; the type given to `readCodeTable` is that of all. */
  | { readonly needsType: boolean; readonly rows: readonly ReadCodeRow[] };

/** A row as the catalogue stores it. */
export interface CatalogueRow {
  readonly codeType: CodeType;
  readonly code: string;
  readonly description: string;
  /** Undefined: what is there stays. */
  readonly category: string | null | undefined;
  readonly isActive: boolean | undefined;
}

const TYPE_NAMES: Readonly<Record<string, CodeType>> = {
  CPT: 'CPT',
  HCPCS: 'CPT',
  ICD10: 'ICD10',
  ICD10CM: 'ICD10',
};
const YES = new Set(['true', 'yes', 'y', '1', 'active']);
const NO = new Set(['false', 'no', 'n', '0', 'inactive']);

const plain = (text: string) => text.replaceAll(/[\s_-]+/g, '').toUpperCase();

/** The type that a file names: CPT or HCPCS, ICD10, ICD-10 or ICD-10-CM. */
export const readCodeType = (text: string): CodeType | undefined => TYPE_NAMES[plain(text)];

/** A row as the catalogue stores it, or why it cannot: rows need a type, a code and a description. */
export function checkCodeRow(row: CodeRow): CatalogueRow | { readonly trouble: string } {
  const codeType = readCodeType(row.codeType);
  if (row.codeType.trim() === '') return { trouble: 'Code type is required' };
  if (codeType === undefined) return { trouble: 'Code type must be CPT or ICD10' };
  const code = catalogueCode(codeType, row.code);
  if (code === '') return { trouble: 'Code is required' };
  if (code.length > MAX_CODE_LENGTH)
    return { trouble: `Code can have at most ${MAX_CODE_LENGTH} characters` };
  if (!isCatalogueCode(code)) return { trouble: 'Code can have letters, digits, dots and hyphens only' };
  const description = cleanSingleLine(row.description);
  if (description === '') return { trouble: 'Description is required' };
  if (description.length > MAX_CODE_DESCRIPTION_LENGTH)
    return { trouble: `Description can have at most ${MAX_CODE_DESCRIPTION_LENGTH} characters` };
  const category = row.category === undefined ? undefined : cleanSingleLine(row.category ?? '') || null;
  if ((category ?? '').length > MAX_CODE_CATEGORY_LENGTH)
    return { trouble: `Category can have at most ${MAX_CODE_CATEGORY_LENGTH} characters` };
  if (hasControlCharacters(description + (category ?? '')))
    return { trouble: 'The row contains characters that are not allowed' };
  return { codeType, code, description, category, isActive: row.isActive };
}

/**
 * The codes of a table that was read from CSV. It has a header row with the columns of an export, in any order, or is a list of codes
 * and descriptions as they are published, with or without a header: those have no type of their own and get `type`.
 */
export function readCodeTable(records: readonly (readonly string[])[], type: CodeType): CodeTable {
  const lines = records
    .map((cells, index) => ({ line: index + 1, cells }))
    .filter(({ cells }) => !isBlank(cells));
  const [first] = lines;
  if (first === undefined || lines.length < 2) return { error: NO_CODE_ROWS };
  const columns = readHeader(first.cells);
  const isList = columns === undefined && first.cells.length === 2 && isCode(first.cells[0] ?? '');
  if (columns === undefined && !isList)
    return { error: `The header row must name the columns CodeType, Code and Description` };
  const data = isList ? lines : lines.slice(1);
  const order = columns ?? { Code: 0, Description: 1 };
  const needsType = order.CodeType === undefined;
  const seen = new Map<string, number>();
  const rows = data.map(({ line, cells }): ReadCodeRow => {
    const { row, trouble } = readCells(cells, order, type);
    const checked = checkRow(row, needsType);
    if (trouble !== null || 'trouble' in checked)
      return { line, row, trouble: trouble ?? ('trouble' in checked ? checked.trouble : null) };
    const key = `${checked.codeType} ${checked.code}`;
    const earlier = seen.get(key);
    if (earlier !== undefined)
      return { line, row, trouble: `The same code stands in line ${earlier} already` };
    seen.set(key, line);
    return { line, row, trouble: null };
  });
  return rows.some(({ trouble }) => trouble === null) ? { needsType, rows } : { error: NO_VALID_CODES };
}

/** In a list without types, a code of another type than the list's is a mistake; one that names its type may be a practice's own. */
function checkRow(row: CodeRow, isTypeGuessed: boolean): ReturnType<typeof checkCodeRow> {
  const checked = checkCodeRow(row);
  if ('trouble' in checked || !isTypeGuessed) return checked;
  const doubt = codeDoubt(checked.codeType, checked.code);
  return doubt === null ? checked : { trouble: doubt };
}

/** What most codes of a list without types look like: published lists of diagnoses write no dots. */
export function guessListType(records: readonly (readonly string[])[]): CodeType {
  const sample = records.slice(0, 1000).map((cells) => cells[0] ?? '');
  const diagnoses = sample.filter((code) => isIcd10(catalogueCode('ICD10', code)));
  const procedures = sample.filter((code) => guessCodeType(code) === 'CPT' && isProcedureCode(code));
  return procedures.length > diagnoses.length ? 'CPT' : 'ICD10';
}

type Order = Partial<Record<Column, number>>;

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');
const isCode = (text: string) => isIcd10(catalogueCode('ICD10', text)) || isProcedureCode(text);

/** Where each column stands; undefined for a row that is no header. Lists of codes and descriptions name no type. */
function readHeader(cells: readonly string[]): Order | undefined {
  const names = cells.map((cell) => plain(cell));
  const order: Order = {};
  for (const column of CODE_COLUMNS) {
    const place = names.indexOf(column.toUpperCase());
    if (place >= 0) order[column] = place;
  }
  if (order.Code === undefined || order.Description === undefined) return undefined;
  return order.CodeType === undefined && names.length > 2 ? undefined : order;
}

function readCells(
  cells: readonly string[],
  order: Order,
  type: CodeType,
): { readonly row: CodeRow; readonly trouble: string | null } {
  const cell = (column: Column) => {
    const place = order[column];
    return place === undefined ? undefined : unguarded(cells[place] ?? '');
  };
  const status = (cell('IsActive') ?? '').trim().toLowerCase();
  const row: CodeRow = {
    codeType: order.CodeType === undefined ? type : (cell('CodeType') ?? ''),
    code: cell('Code') ?? '',
    description: cell('Description') ?? '',
    category: cell('Category'),
    isActive: YES.has(status) ? true : NO.has(status) ? false : undefined,
  };
  const isUnknown = status !== '' && row.isActive === undefined;
  return { row, trouble: isUnknown ? 'IsActive must be true or false' : null };
}

/** Without the apostrophe that keeps an exported cell from being a formula. */
const unguarded = (text: string) => (/^'\s*[=+\-@]/.test(text) ? text.slice(1) : text);
