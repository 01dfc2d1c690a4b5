import { catalogCode, isIcd10, isProcedureCode, type CodeType } from './billing-code.ts';
import { OFFICIAL_COLUMNS } from './billing-code-official.ts';
import { CsvReader, readCsvText, type CsvRecord } from './csv-reader.ts';

/** The columns that every import and export has. Category and IsActive are optional. */
export const MAIN_CODE_COLUMNS = ['CodeType', 'Code', 'Description', 'Category', 'IsActive'] as const;
/** The optional columns of the traits. */
export const TRAIT_COLUMNS = [
  'LineType',
  'BilateralIndicator',
  'UnitSize',
  'Unit',
  'IsBillable',
  'ValidFrom',
  'ValidTo',
] as const;
export const CODE_COLUMNS = [...MAIN_CODE_COLUMNS, ...TRAIT_COLUMNS] as const;
export type CodeColumn = (typeof CODE_COLUMNS)[number];

/** Where the columns of a list of codes are. */
export interface CodeLayout {
  /** The position of each column. */
  readonly order: Readonly<Partial<Record<CodeColumn, number>>>;
  readonly hasHeader: boolean;
  /** The type that the header or the format of the file names; undefined if it names none. */
  readonly type: CodeType | undefined;
  /** What was guessed, for the user; null if the file names its columns as the export does. */
  readonly guess: string | null;
  /** Columns with values that the catalog has no place for. */
  readonly leftOut: readonly string[];
}
/** The records of a list of codes. The format has a layout if it is no table. */
export interface CodeText {
  readonly records: readonly CsvRecord[];
  readonly layout?: CodeLayout;
}

/** Lines and records that show what a file is. */
const SAMPLE = 50;
/** The part of the sample that must look alike; published files have a few lines of their own. */
const MOST = 0.9;

const isCode = (text: string) => isIcd10(catalogCode('ICD10', text)) || isProcedureCode(text);

const SPACED = /^\s*(\S+)[ \t]+(\S.*)$/;
// Positions 1–5 order number, 7–13 code, 15 whether it is valid for submission, 17–76 short and from 78 long description.
const ORDER = /^\d{5} ([A-Z0-9]{3,7}) +([01]) (.{60}) (.*)$/;

/**
 * Reads a list of codes: a CSV or tab-separated table, lines with a code, spaces and a description (icd10cm-codes-2026.txt), or the order
 * file of ICD-10-CM. Source: CMS and CDC/NCHS, "ICD-10-CM Order Files" (icd10OrderFiles.pdf) and ICD-10-CM code descriptions 2026, read in
 * copies on 2026-11-27.
 */
export function readCodeText(given: string): CodeText {
  const text = given.replace(/^\uFEFF/, '');
  const lines = text.split(/\r\n|\n|\r/);
  const sample = lines.filter((line) => line.trim() !== '').slice(0, SAMPLE);
  const share = (isAlike: (line: string) => boolean) =>
    sample.length === 0 ? 0 : sample.filter((line) => isAlike(line)).length / sample.length;
  if (share((line) => ORDER.test(line)) >= MOST)
    return {
      records: readLines(lines, ORDER, 'The line is not one of an order file'),
      layout: {
        order: { Code: 0, IsBillable: 1, Description: 3 },
        hasHeader: false,
        type: 'ICD10',
        guess: 'Read as the order file of ICD-10-CM. Its headers become headings.',
        leftOut: ['order number', 'short description'],
      },
    };
  const isSpaced = (line: string) => !line.includes('\t') && isCode(SPACED.exec(line)?.[1] ?? '');
  if (share(isSpaced) >= MOST)
    return {
      records: readLines(lines, SPACED, 'The line does not begin with a code and a space'),
      layout: {
        order: { Code: 0, Description: 1 },
        hasHeader: false,
        type: undefined,
        guess: 'Read as lines with a code, spaces and a description.',
        leftOut: [],
      },
    };
  // Descriptions can have commas as regularly as the list has tabs; what follows a code separates.
  const delimiter = ['\t', ';', '|'].find(
    (sign) => share((line) => isCode(line.split(sign)[0] ?? '')) >= MOST,
  );
  if (delimiter === undefined) return { records: readCsvText(text) };
  const reader = new CsvReader({ delimiter, mayBeShort: true });
  return { records: [...reader.push(text), ...reader.end()] };
}

/** One record per line, with the groups of the pattern as cells. */
function readLines(lines: readonly string[], pattern: RegExp, trouble: string): CsvRecord[] {
  const all = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  return all.map((text, index) => {
    const line = index + 1;
    const found = pattern.exec(text);
    if (text.trim() === '') return { line, lastLine: line, cells: [''], trouble: null };
    return found === null
      ? { line, lastLine: line, cells: [text], trouble }
      : { line, lastLine: line, cells: found.slice(1).map((cell) => cell.trim()), trouble: null };
  });
}

const normalizeName = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, '').toUpperCase();
// "LONG DESCRIPTION (VALID ICD-10 FY2025)" in the valid ICD-10 list of CMS; seen in copies on 2026-11-27.
const headerName = (text: string) => normalizeName(text.replace(/\(.*\)\s*$/, '')) || normalizeName(text);
const namesOf = (names: string) => names.split(',').map((name) => normalizeName(name));

/** Names of the code column, with the type that they tell. */
const CODE_NAMES: ReadonlyMap<string, CodeType | undefined> = new Map([
  ...namesOf('Code, Billing Code').map((name) => [name, undefined] as const),
  ...namesOf(
    'CPT, CPT Code, CPT 4, CPT 4 Code, HCPCS, HCPCS Code, CPT/HCPCS, CPT/HCPCS Code, Procedure Code, Proc Code, Service Code',
  ).map((name) => [name, 'CPT'] as const),
  ...namesOf(
    'ICD, ICD Code, ICD 10, ICD 10 Code, ICD 10 CM, ICD 10 CM Code, Diagnosis Code, Diag Code, DX Code',
  ).map((name) => [name, 'ICD10'] as const),
]);
const OFFICIAL: ReadonlySet<string> = new Set(OFFICIAL_COLUMNS.map((name) => normalizeName(name)));
const TYPE_NAMES = namesOf('Code Type, Type');
/** Best first. */
const DESCRIPTION_NAMES = namesOf(
  'Description, Long Description, Code Description, Procedure Description, Diagnosis Description, Long Desc, Desc, Short Description, Short Desc',
);

/** Where the columns of a table are: named by its header, or guessed in a list without header. */
export function findLayout(records: readonly CsvRecord[]): CodeLayout | undefined {
  const [first] = records;
  return first === undefined ? undefined : (headerLayout(first.cells, records) ?? listLayout(records));
}

function headerLayout(cells: readonly string[], records: readonly CsvRecord[]): CodeLayout | undefined {
  const names = cells.map((cell) => headerName(cell));
  const order: Partial<Record<CodeColumn, number>> = {};
  for (const column of CODE_COLUMNS) {
    const index = names.indexOf(column.toUpperCase());
    if (index >= 0) order[column] = index;
  }
  const guesses: string[] = [];
  const assume = (column: CodeColumn, index: number) => {
    if (order[column] !== undefined || index < 0) return;
    order[column] = index;
    guesses.push(`“${cells[index]?.trim() ?? ''}” as ${column}`);
  };
  assume(
    'Code',
    names.findIndex((name) => CODE_NAMES.has(name)),
  );
  const described = DESCRIPTION_NAMES.find((name) => names.includes(name));
  assume('Description', described === undefined ? -1 : names.indexOf(described));
  if (order.Code === undefined || order.Description === undefined) return undefined;
  const type = CODE_NAMES.get(names[order.Code] ?? '');
  // Other lists have types of another kind, such as "Surgery".
  const isType = (index: number) =>
    records.slice(1, SAMPLE).some(({ cells: row }) => /^\s*(?:CPT|HCPCS|ICD)/i.test(row[index] ?? ''));
  if (type === undefined)
    assume(
      'CodeType',
      names.findIndex((name, index) => TYPE_NAMES.includes(name) && isType(index)),
    );
  return {
    order,
    hasHeader: true,
    type,
    guess: guesses.length === 0 ? null : `Read ${new Intl.ListFormat('en-US').format(guesses)}.`,
    leftOut: [
      ...new Set(
        leftOutColumns(records.slice(1), order, (index) =>
          OFFICIAL.has(names[index] ?? '')
            ? 'facts of official files'
            : cells[index]?.trim() || `column ${index + 1}`,
        ),
      ),
    ],
  };
}

/** A list without header: its codes are in the column where most cells are codes, its descriptions in the one with the most letters. */
function listLayout(records: readonly CsvRecord[]): CodeLayout | undefined {
  const sample = records.filter(({ trouble }) => trouble === null).slice(0, SAMPLE);
  const width = records[0]?.cells.length ?? 0;
  if (width < 2 || !(records[0]?.cells ?? []).some((cell) => isCode(cell))) return undefined;
  const best = (score: (cell: string) => number, besides: number) =>
    Array.from({ length: width }, (_, index) => ({
      index,
      score: sample.reduce((sum, { cells }) => sum + score(cells[index] ?? ''), 0),
    }))
      .filter(({ index }) => index !== besides)
      .toSorted((one, two) => two.score - one.score || one.index - two.index)[0];
  const code = best((cell) => (isCode(cell) ? 1 : 0), -1);
  if (code === undefined || code.score < sample.length / 2) return undefined;
  const description = best((cell) => cell.match(/\p{L}/gu)?.length ?? 0, code.index);
  if (description === undefined || description.score === 0) return undefined;
  const order = { Code: code.index, Description: description.index };
  return {
    order,
    hasHeader: false,
    type: undefined,
    guess: `Read as a list without header: column ${code.index + 1} as Code and column ${description.index + 1} as Description.`,
    leftOut: leftOutColumns(records, order, (index) => `column ${index + 1}`),
  };
}

/** The columns that have a value and no place. */
function leftOutColumns(
  records: readonly CsvRecord[],
  order: CodeLayout['order'],
  nameOf: (index: number) => string,
): string[] {
  const used = new Set(Object.values(order));
  const filled = new Set<number>();
  for (const { cells, trouble } of records)
    if (trouble === null)
      for (const [index, cell] of cells.entries())
        if (!used.has(index) && cell.trim() !== '') filled.add(index);
  return [...filled].toSorted((one, two) => one - two).map((index) => nameOf(index));
}
