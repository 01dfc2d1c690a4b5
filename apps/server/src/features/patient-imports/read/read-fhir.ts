import { IMPORT_FIELDS, type RawPatient } from '@portal/domain/patient-import/columns';
import {
  coverageFromFhir,
  personKey,
  subscriberFromFhir,
  subscriberKey,
  type PatientCoverage,
  type Subscriber,
} from '@portal/domain/patient-import/fhir-coverage';
import { rawFromFhir } from '@portal/domain/patient-import/fhir-patient';
import { fhirKey } from '@portal/domain/patient-import/fhir-parts';
import {
  bundleEntries,
  linkOf,
  parseJson,
  readBundle,
  resourceType,
  type BundleEntry,
} from './fhir-bundle.ts';
import { ImportError } from '../import-error.ts';
import { readPieces, type OpenBytes } from './read-text.ts';

/** A FHIR resource: a Patient by field, or undefined for other resources and broken lines. */
export interface FhirRecord {
  /** Line of NDJSON, or number of the entry in a bundle. */
  readonly line: number;
  readonly raw: RawPatient | undefined;
  /** Why the resource cannot be read or is not imported, or null. */
  readonly problem: string | null;
  readonly isBlank: boolean;
}

/** NDJSON has no limit. */
const MAX_LINE = 5_000_000;

/** Whether the start of a file looks like JSON. */
export const isJson = (start: string): boolean => /^\s*[{[]/.test(start);

/** Whether each line of the file is a resource of its own. The first line may be longer than the start. */
export function isNdjson(start: string): boolean {
  const [first = '', ...others] = start.trimStart().split('\n');
  const type = others.length > 0 ? resourceType(parseJson(first)) : typeOfStart(first);
  return typeof type === 'string' && type !== 'Bundle';
}

const typeOfStart = (first: string): unknown =>
  resourceType(parseJson(first)) ?? /^\{\s*"resourceType"\s*:\s*"(\w+)"/.exec(first)?.[1];

interface Line {
  readonly line: number;
  readonly entry: BundleEntry;
  readonly problem: string | null;
  readonly isBlank: boolean;
}

/** Reads the resources of a file: of a bundle, or one per line. Throws ImportError for other JSON and for the first page of a search. */
export async function* readFhir(
  openBytes: OpenBytes,
  isLines: boolean,
  today: string,
): AsyncGenerator<FhirRecord, void, undefined> {
  const lines = isLines ? () => readLines(openBytes) : await wholeBundle(openBytes);
  const coveragesOf = await readCoverages(lines, today);
  for await (const { line, entry, problem, isBlank } of lines()) {
    const found = rawFromFhir(entry.resource, { today, fullUrl: entry.fullUrl, coveragesOf });
    yield { line, raw: found?.raw, problem: problem ?? found?.problem ?? null, isBlank };
  }
}

type OpenLines = () => Iterable<Line> | AsyncIterable<Line>;

async function wholeBundle(openBytes: OpenBytes): Promise<OpenLines> {
  const bundle = await readBundle(openBytes);
  if (linkOf(bundle, 'next') !== undefined)
    throw new ImportError(
      'The file is one page of a search: it names a next page. Export all patients as NDJSON (bulk export), or save all pages in one folder and import the folder with the command.',
    );
  const lines = bundleEntries(bundle).map((entry, index) => ({
    line: index + 1,
    entry,
    problem: null,
    isBlank: false,
  }));
  return () => lines;
}

async function* readLines(openBytes: OpenBytes): AsyncGenerator<Line, void, undefined> {
  let rest = '';
  let line = 0;
  for await (const piece of readPieces(openBytes)) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE) throw new ImportError(`Line ${line + lines.length + 1} is too long.`);
    for (const text of lines) yield lineOf((line += 1), text);
  }
  if (rest !== '') yield lineOf(line + 1, rest);
}

function lineOf(line: number, text: string): Line {
  if (text.trim() === '') return { line, entry: {}, problem: null, isBlank: true };
  const resource = parseJson(text);
  return {
    line,
    entry: { resource },
    problem: resource === undefined ? 'The line is not valid JSON' : null,
    isBlank: false,
  };
}

/** Coverages and the names of their payors can be before or after the patients, so the file is read once before. */
async function readCoverages(
  lines: OpenLines,
  today: string,
): Promise<(key: string) => readonly PatientCoverage[]> {
  const resources: unknown[] = [];
  const names = new Map<string, string>();
  for await (const { entry } of lines()) {
    const { id, name } = Object(entry.resource);
    const type = resourceType(entry.resource);
    if (type === 'Coverage') resources.push(entry.resource);
    if (type !== 'Organization' || typeof name !== 'string') continue;
    for (const key of [id, entry.fullUrl]) if (typeof key === 'string') names.set(fhirKey(key), name);
  }
  const people = await readSubscribers(lines, today, resources);
  const context = {
    organizationName: (key: string) => names.get(key),
    person: (key: string) => people.get(key),
  };
  const found = resources.flatMap((each) => coverageFromFhir(each, today, context) ?? []);
  const byPatient = Map.groupBy(found, ({ patient }) => patient);
  return (key) => byPatient.get(key) ?? [];
}

/** The people whom coverages name as subscribers: only these are kept in memory. */
async function readSubscribers(
  lines: OpenLines,
  today: string,
  coverages: readonly unknown[],
): Promise<ReadonlyMap<string, Subscriber>> {
  const wanted = new Set(coverages.flatMap((each) => subscriberKey(each) ?? []));
  const people = new Map<string, Subscriber>();
  if (wanted.size === 0) return people;
  for await (const { entry } of lines()) {
    const type = resourceType(entry.resource);
    if (type !== 'Patient' && type !== 'RelatedPerson') continue;
    const { id } = Object(entry.resource);
    const keys = [`${type}/${id}`, personKey(entry.fullUrl ?? '')].filter((key) => wanted.has(key));
    const person = keys.length === 0 ? undefined : subscriberFromFhir(entry.resource, today);
    if (person !== undefined) for (const key of keys) people.set(key, person);
  }
  return people;
}

/** The cells of a patient, for the file of rows to fix. */
export const cellsOf = (raw: RawPatient | undefined): string[] =>
  IMPORT_FIELDS.map((field) => raw?.[field] ?? '');
