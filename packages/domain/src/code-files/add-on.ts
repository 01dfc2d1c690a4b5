import type { CsvRecord } from '../csv-reader.ts';
import { headingProblem, plainHeading } from './headings.ts';
import {
  CUT_ROW,
  isListedCode,
  JOINED,
  readDayOfYear,
  readsLines,
  readsRecords,
  rowAt,
  UNKNOWN_EDITION,
  type Layout,
  type Refusal,
  type RowReader,
} from './layout.ts';
import type { CodeRow } from './rows.ts';

/**
 * The add-on codes with their primaries, as a workbook (saved as CSV) or as text in columns. Sources: CMS, "Medicare NCCI Add-on Code
 * Edits" (types 1 to 3; the format since 2022-01-01, the workbook since 2023-06-05); the positions of the text and the headings of the
 * workbook as readers of the files of 2024 to 2026 describe them; looked up on 2026-11-28. Days are written YYYYDDD. Neither form says
 * its quarter.
 */
const TITLE = 'CMS, Medicare NCCI Add-on Code Edits';
const COLUMNS = [
  ['AOC_Edit_Type', 'Add-On_Code', 'AOC_DelDT', 'Primary_Code', 'Primary_Code_DelDT'],
  ['AOC_Edit_EffDT', 'AOC_Edit_DelDT', 'Special_Instruction_Notes'],
].flat();
/** With and without a note at the headings of days. */
const KNOWN = [COLUMNS, COLUMNS.map((name) => name.replace(/DT$/, 'DT (Julian)'))];
/** Where a text line has them: type, add-on code, its last day, primary code, its last day, first and last day of the pair. */
const LINE = /^([0-9])([0-9A-Z]{5})([0-9 ]{7})([0-9A-Z]{5})([0-9 ]{7})([0-9 ]{7})([0-9 ]{0,7})(?:$|.)/;
/** Characters of a text line up to the last day. */
const WHOLE_LINE = 39;
/** In place of a primary code: contractors decide. */
const CONTRACTOR_DEFINED = 'CCCCC';

const layout = (read: Layout['read']): Layout => ({
  kind: 'addOn',
  title: TITLE,
  edition: UNKNOWN_EDITION,
  read,
});
const isHeading = (cells: readonly string[]): boolean => plainHeading(cells[0] ?? '') === 'AOCEDITTYPE';

export function findAddOnTable(records: readonly CsvRecord[]): Layout | Refusal | undefined {
  const headings = records.find(({ cells }) => isHeading(cells));
  if (headings === undefined) return undefined;
  const problem = headingProblem(headings.cells, KNOWN);
  if (problem !== null) return { problem: `Add-on codes: ${problem}` };
  return layout(readsRecords(headings, () => TABLE_READER));
}

export const findAddOnText = (lines: readonly string[]): Layout | undefined =>
  lines.slice(0, 3).some((line) => addOnRow(lineCells(line) ?? []) instanceof Object)
    ? layout(readsLines(textReader))
    : undefined;

const lineCells = (line: string): string[] | null => LINE.exec(line.padEnd(WHOLE_LINE))?.slice(1, 8) ?? null;

const TABLE_READER: RowReader<readonly string[]> = {
  add: (cells, line, _, rows) => {
    const row = isHeading(cells) ? JOINED : addOnRow(cells);
    rows.push(rowAt(line, row));
  },
};

/** Lines before the first row may be a notice. */
function textReader(): RowReader<string> {
  const seen = new Set<string>();
  let isBegun = false;
  return {
    add: (text, line, isWhole, rows) => {
      if (text.trim() === '') return;
      const row = addOnRow(lineCells(text) ?? []);
      if (typeof row !== 'string') isBegun = true;
      if (!isBegun) return;
      if (seen.has(text)) {
        rows.push({ line, problem: 'The row is in the file twice' });
        return;
      }
      seen.add(text);
      rows.push(rowAt(line, isWhole || text.length >= WHOLE_LINE ? row : CUT_ROW));
    },
  };
}

function addOnRow(cells: readonly string[]): CodeRow<'addOn'> | string {
  if (cells.length === 0) return 'The line has no add-on code and primary code at the known positions';
  const [kind = '', code = '', codeEnd = '', primary = '', primaryEnd = '', start = '', end = ''] = cells.map(
    (cell) => cell.trim(),
  );
  const type = ([1, 2, 3] as const).find((known) => String(known) === kind);
  if (type === undefined) return `Type “${kind}” where 1, 2 and 3 are known`;
  const part = primary === CONTRACTOR_DEFINED ? '' : primary;
  const wrongCode = [code, ...(part === '' ? [] : [part])].find((text) => !isListedCode(text));
  if (wrongCode !== undefined) return `“${wrongCode}” is not a code`;
  if (type === 1 && part === '') return 'An add-on code of type 1 without a primary code';
  const ends = [codeEnd, primaryEnd, end].filter((day) => day !== '');
  const wrongDay = [start, ...ends].find((day) => readDayOfYear(day) === null);
  if (wrongDay !== undefined) return `“${wrongDay}” is not a date (YYYYDDD)`;
  // The pair ends with the first of its codes.
  const firstEnd = ends.reduce((first, day) => (first !== '' && first < day ? first : day), '');
  return { code, part, validFrom: readDayOfYear(start), validTo: readDayOfYear(firstEnd), facts: { type } };
}
