import { open, rm } from 'node:fs/promises';
import { CSV_BOM, csvRow, type CsvValue } from '@portal/domain/csv';
import { PLAIN_FIELDS, PLAIN_LABELS, textOfCell } from '@portal/domain/patient-import/columns';
import type { CheckedRow } from '../rows/check-rows.ts';
import { LINE_COLUMN, NOTES_COLUMN, REASON_COLUMN, type Source, type SourceRow } from './source.ts';

/** A CSV file that is written while rows are checked. It only exists if it has any. */
export class RowFile {
  readonly path: string;
  readonly #header: readonly string[];
  #file: Awaited<ReturnType<typeof open>> | undefined;

  constructor(path: string, header: readonly string[]) {
    this.path = path;
    this.#header = header;
  }

  get hasRows(): boolean {
    return this.#file !== undefined;
  }

  async add(rows: readonly (readonly CsvValue[])[]): Promise<void> {
    if (rows.length === 0) return;
    this.#file ??= await this.#create();
    await this.#file.write(rows.map((row) => csvRow(row)).join(''));
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }

  /** Only this account may read the file: it has health data. */
  async #create() {
    await rm(this.path, { force: true });
    const file = await open(this.path, 'wx', 0o600);
    await file.write(CSV_BOM + csvRow(this.#header));
    return file;
  }
}

/** The columns of the file of rows to fix. The file can be imported once it is fixed. */
export const problemHeader = ({ header }: Source): readonly string[] => [
  LINE_COLUMN,
  REASON_COLUMN,
  ...header,
];

/** The columns of the file of rows with notes. */
export const noteHeader = ({ header }: Source): readonly string[] => [LINE_COLUMN, NOTES_COLUMN, ...header];

/** A row of either file. Cells that it lacks are blank. */
export const rowWithText = (
  { header }: Source,
  { line, cells }: SourceRow,
  text: string,
): readonly CsvValue[] => [
  line,
  text,
  ...cells.map((cell) => textOfCell(cell)),
  ...header.slice(cells.length).map(() => ''),
];

/** The rows to fix. */
export const problemRows = (source: Source, rows: readonly CheckedRow[]): (readonly CsvValue[])[] =>
  rows.flatMap((checked) =>
    'reasons' in checked ? [rowWithText(source, checked.row, checked.reasons.join('; '))] : [],
  );

/** The rows with notes. */
export const noteRows = (source: Source, rows: readonly CheckedRow[]): (readonly CsvValue[])[] =>
  rows.flatMap((checked) =>
    'notes' in checked && checked.notes.length > 0
      ? [rowWithText(source, checked.row, checked.notes.join('; '))]
      : [],
  );

const PREVIEW = [
  ['Former MRN', 'formerMrn'],
  ['First name', 'firstName'],
  ['Last name', 'lastName'],
  ['Date of birth', 'dateOfBirth'],
  ['Deceased', 'isDeceased'],
  ['Date of death', 'dateOfDeath'],
  ['Gender', 'gender'],
  ['Address', 'address'],
  ['City', 'city'],
  ['State', 'state'],
  ['ZIP code', 'zipCode'],
  ['Phone', 'phone'],
  ['Email', 'email'],
  ...PLAIN_FIELDS.map((field) => [PLAIN_LABELS[field], field] as const),
  ['Active', 'isActive'],
] as const;

/** The columns of the preview. */
export const PREVIEW_HEADER: readonly string[] = ['Line', ...PREVIEW.map(([label]) => label), 'SSN', 'Notes'];

/** "3", or "3–5" for a row with line breaks. */
const linesOf = ({ line, lastLine }: SourceRow) => (lastLine === line ? line : `${line}–${lastLine}`);

/** What valid rows become, with the social security number masked completely. */
export const previewRows = (rows: readonly CheckedRow[]): CsvValue[][] =>
  rows.flatMap((checked) =>
    checked.outcome === 'import'
      ? [
          [
            linesOf(checked.row),
            ...PREVIEW.map(([, field]) => checked.patient[field]),
            checked.patient.socialSecurityNumber === null ? null : 'set',
            checked.notes.join('; '),
          ],
        ]
      : [],
  );
