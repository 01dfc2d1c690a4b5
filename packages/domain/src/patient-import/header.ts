import { CsvReader, DELIMITERS, guessDelimiter, isBlankRecord, type CsvRecord } from '../csv-reader.ts';
import { distinctColumns } from './column-names.ts';
import { guessColumns } from './columns.ts';

/** The last line on which the names of the columns can begin. */
export const MAX_HEADER_LINE = 20;
/** Lines of the text that are read: a name of a column can have line breaks. */
const READ_LINES = 60;
/** Fields that a line must name to be the header. */
const MIN_FIELDS = 2;

/** The records that begin on the first lines of a CSV text. */
function firstRecords(start: string, delimiter: string): readonly CsvRecord[] {
  const reader = new CsvReader({ delimiter, headerLine: Number.POSITIVE_INFINITY });
  const text = start
    .split(/\r\n|\r|\n/)
    .slice(0, READ_LINES)
    .join('\n');
  return [...reader.push(text), ...reader.end()].filter(
    (record) => record.line <= MAX_HEADER_LINE && !isBlankRecord(record),
  );
}

const countFields = ({ cells }: CsvRecord): number =>
  Object.keys(guessColumns(distinctColumns(cells.map((cell) => cell.trim())))).length;

/**
 * The line with the names of the columns, from 1: of the first twenty, the one that names most fields of a patient. If none does, it is the
 * first one with several cells or a quote that is wrong, or the first one with text.
 */
export function guessHeaderLine(start: string): number {
  const [best] = DELIMITERS.flatMap((delimiter) =>
    firstRecords(start, delimiter).map((record) => ({ line: record.line, fields: countFields(record) })),
  )
    .filter(({ fields }) => fields >= MIN_FIELDS)
    .toSorted((one, two) => two.fields - one.fields || one.line - two.line);
  if (best !== undefined) return best.line;
  const records = firstRecords(start, guessDelimiter(start));
  const several = records.find(
    ({ cells, trouble }) => trouble !== null || cells.filter((cell) => cell.trim() !== '').length > 1,
  );
  return (several ?? records[0])?.line ?? 1;
}

/** The first lines of a CSV text that can have the names of the columns. */
export function headerLines(
  start: string,
  headerLine: number,
): readonly { readonly line: number; readonly text: string }[] {
  return firstRecords(start, guessDelimiter(start, headerLine)).map(({ line, cells }) => ({
    line,
    text: cells
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '')
      .join(', '),
  }));
}
