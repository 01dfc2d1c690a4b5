import { IMPORT_FIELDS, type RawPatient } from '@portal/domain/patient-import/columns';
import { rawFromFhir } from '@portal/domain/patient-import/fhir-patient';
import { ImportError } from './import-error.ts';
import { readPieces, type OpenBytes } from './read-text.ts';

/** A FHIR resource: a Patient by field, or undefined for other resources and broken lines. */
export interface FhirRecord {
  /** Line of NDJSON, or number of the entry in a bundle. */
  readonly line: number;
  readonly raw: RawPatient | undefined;
  /** Why the line cannot be read, or null. */
  readonly problem: string | null;
  readonly isBlank: boolean;
}

/** A bundle is one JSON value, which must be in memory as a whole. NDJSON has no limit. */
const MAX_BUNDLE = 100_000_000;
const MAX_LINE = 5_000_000;
const READ = { problem: null, isBlank: false };

/** Whether the start of a file looks like JSON. */
export const isJson = (start: string): boolean => /^\s*[{[]/.test(start);

/** Whether each line of the file is a resource of its own. */
export function isNdjson(start: string): boolean {
  const [first = ''] = start.trimStart().split('\n');
  const type = resourceType(parseJson(first));
  return typeof type === 'string' && type !== 'Bundle';
}

/** Reads the resources of a bundle. Throws ImportError for other JSON. */
export async function* readBundle(openBytes: OpenBytes): AsyncGenerator<FhirRecord, void, undefined> {
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of readPieces(openBytes)) {
    length += piece.length;
    if (length > MAX_BUNDLE)
      throw new ImportError('The bundle is larger than 100 MB. Export the patients as NDJSON instead.');
    pieces.push(piece);
  }
  const bundle = parseJson(pieces.join(''));
  if (bundle === undefined) throw new ImportError('The file is not valid JSON. It may have been cut off.');
  const entries = resourceType(bundle) === 'Bundle' ? Object(bundle).entry : undefined;
  if (!Array.isArray(entries))
    throw new ImportError('The JSON file is not a FHIR bundle of Patient resources.');
  for (const [index, entry] of entries.entries())
    yield { line: index + 1, raw: rawFromFhir(Object(entry).resource), ...READ };
}

/** Reads NDJSON, one resource per line. */
export async function* readNdjson(openBytes: OpenBytes): AsyncGenerator<FhirRecord, void, undefined> {
  let rest = '';
  let line = 0;
  for await (const piece of readPieces(openBytes)) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE) throw new ImportError(`Line ${line + lines.length + 1} is too long.`);
    for (const text of lines) yield* lineRecord((line += 1), text);
  }
  if (rest !== '') yield* lineRecord(line + 1, rest);
}

function* lineRecord(line: number, text: string): Generator<FhirRecord, void, undefined> {
  if (text.trim() === '') {
    yield { line, raw: undefined, problem: null, isBlank: true };
    return;
  }
  const resource = parseJson(text);
  const problem = resource === undefined ? 'The line is not valid JSON' : null;
  yield { line, raw: rawFromFhir(resource), problem, isBlank: false };
}

/** The cells of a patient, for the file of rows to fix. */
export const cellsOf = (raw: RawPatient | undefined): string[] =>
  IMPORT_FIELDS.map((field) => raw?.[field] ?? '');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const resourceType = (value: unknown): unknown => Object(value).resourceType;
