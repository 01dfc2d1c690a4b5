import { readFile, writeFile } from 'node:fs/promises';
import { dateOrder, importMapping, wordAnswers } from '@portal/contract/patient-imports';
import type { ColumnMapping } from '@portal/domain/patient-import/columns';
import { z } from 'zod';
import { systemErrorCode } from '#platform/disk.ts';
import { CommandError } from './command-error.ts';

const mappingFile = z.strictObject({
  columns: importMapping,
  dateOrder: dateOrder.optional(),
  words: wordAnswers.default({}),
});

/** A saved mapping: columns by field, and the order of dates such as 03/04/1980 if it is known. */
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

/** Saves a guessed mapping, to be edited. */
export const saveMapping = (path: string, mapping: ColumnMapping, order: SavedMapping['dateOrder']) =>
  writeFile(path, `${JSON.stringify({ columns: mapping, dateOrder: order, words: {} }, null, 2)}\n`);
