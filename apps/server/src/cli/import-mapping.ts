import { readFile, writeFile } from 'node:fs/promises';
import {
  dateOrder,
  headerLine,
  importColumnNames,
  importMapping,
  valueChoices,
  wordAnswers,
} from '@portal/contract/patient-import-mapping';
import { IMPORT_FIELDS, type ColumnMapping } from '@portal/domain/patient-import/columns';
import { z } from 'zod';
import type { Source } from '#features/patient-imports/index.ts';
import { systemErrorCode } from '#platform/disk.ts';
import { CommandError } from './command-error.ts';

const mappingFile = z.strictObject({
  fileColumns: importColumnNames.optional(),
  columns: importMapping,
  headerLine: headerLine.optional(),
  dateOrder: dateOrder.optional(),
  words: wordAnswers.default({}),
  choices: valueChoices.default({}),
});

/**
 * A saved mapping: the columns of the file that it was made for, columns by field and those that are left out, the line with their names
 * and the order of dates such as 03/04/1980 if they are known, what words mean, and what happens with values that cannot be read.
 */
export type SavedMapping = z.output<typeof mappingFile>;

/** Reads a mapping; undefined if the file does not exist yet. Throws CommandError for other content. */
export async function readMapping(path: string): Promise<SavedMapping | undefined> {
  try {
    return mappingFile.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    throw new CommandError(
      `${path} is not a mapping: ${reasonOf(error)}. Correct it, or delete it and run with --dry-run --map ${path} to create one.`,
    );
  }
}

/** The first thing that is wrong, with its key. */
function reasonOf(error: SyntaxError | z.ZodError): string {
  if (error instanceof SyntaxError) return `it is not JSON (${error.message})`;
  const [issue] = error.issues;
  if (issue === undefined) return 'it cannot be read';
  const key = [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])]
    .map(String)
    .join('.');
  const message = issue.code === 'unrecognized_keys' ? 'Unknown key' : issue.message;
  return key === '' ? message : `${key}: ${message}`;
}

const quoted = (columns: readonly string[]) => columns.map((column) => `“${column}”`).join(', ');

/** The names of the columns of a file; none for FHIR. */
const columnsOf = ({ header, mapping }: Source): readonly string[] =>
  mapping === null ? [] : header.filter((column) => column !== '');

/** Throws CommandError with the columns that differ if a field of the mapping has a column that the file lacks. */
export function requireColumns(path: string, saved: SavedMapping, source: Source): void {
  const seen = columnsOf(source);
  const used = IMPORT_FIELDS.flatMap((field) => saved.columns[field] ?? []);
  const missing = [...new Set(used)].filter((column) => !seen.includes(column));
  if (missing.length === 0) return;
  const known = new Set([...used, ...(saved.fileColumns ?? [])]);
  const added = seen.filter((column) => !known.has(column));
  throw new CommandError(
    [
      `${path} is for other columns. Not in this file: ${quoted(missing)}.`,
      ...(added.length === 0 ? [] : [`Only in this file: ${quoted(added)}.`]),
      'Choose another file with --map, or correct this one.',
    ].join(' '),
  );
}

/** What is known about the columns of a file. */
interface SeenColumns {
  readonly source: Source;
  readonly mapping: ColumnMapping | null;
  readonly order: SavedMapping['dateOrder'];
}

/**
 * Writes the mapping with all columns of the file, unless the mapping file has them already and nothing else is left out. What was chosen
 * stays. Returns what to tell the operator.
 */
export async function keepMapping(
  path: string,
  saved: SavedMapping | undefined,
  { source, mapping, order }: SeenColumns,
): Promise<string | null> {
  const fileColumns = columnsOf(source);
  const known = saved?.fileColumns;
  const columns = mapping ?? {};
  const isKept = saved !== undefined && JSON.stringify(saved.columns) === JSON.stringify(columns);
  if (isKept && known !== undefined && JSON.stringify(known) === JSON.stringify(fileColumns)) return null;
  const changed: SavedMapping = {
    ...(saved ?? { headerLine: source.headerLine ?? undefined, dateOrder: order, words: {}, choices: {} }),
    columns,
    fileColumns,
  };
  await writeFile(path, `${JSON.stringify(changed, null, 2)}\n`);
  if (saved === undefined) return `Saved to ${path}. Edit it to change the columns and what words mean.`;
  const added = known === undefined ? [] : fileColumns.filter((column) => !known.includes(column));
  return added.length === 0
    ? `The columns of the file were saved to ${path}.`
    : `New columns since ${path} was saved: ${quoted(added)}.`;
}
