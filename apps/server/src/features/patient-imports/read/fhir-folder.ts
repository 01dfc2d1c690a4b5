import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleEntries, linkOf, readBundle } from './fhir-bundle.ts';
import { ImportError } from '../import-error.ts';
import { isJson, isNdjson } from './read-fhir.ts';
import { fileBytes, readStart, type ImportFile, type OpenBytes } from './read-text.ts';

const LINE_END = 0x0a;

/** A page of a search. */
interface Page {
  readonly name: string;
  readonly entries: number;
  readonly total: unknown;
  readonly self: string | undefined;
  readonly next: string | undefined;
}

/**
 * Opens a folder with the pages of a search or the files of a bulk export as one NDJSON file. Other files than .json and .ndjson are
 * refused, hidden ones ignored. Throws ImportError if a page is missing.
 */
export async function openFolder(path: string): Promise<ImportFile> {
  const found = await readdir(path, { withFileTypes: true });
  const names = found
    .filter((each) => !each.name.startsWith('.'))
    .map((each) => {
      if (each.isFile() && /\.(?:json|ndjson)$/i.test(each.name)) return each.name;
      throw new ImportError(
        `${each.name} is no FHIR file (.json or .ndjson). Only FHIR files can be imported as a folder.`,
      );
    })
    .toSorted((one, two) => one.localeCompare(two, 'en', { numeric: true }));
  if (names.length === 0) throw new ImportError(`${path} has no FHIR files (.json or .ndjson).`);
  const pages: Page[] = [];
  for (const name of names) {
    const openBytes = await fileBytes(join(path, name));
    const start = await readStart(openBytes);
    if (!isJson(start)) throw new ImportError(`${name} is not JSON.`);
    if (!isNdjson(start)) pages.push(pageOf(name, await readNamed(name, openBytes)));
  }
  requireAllPages(pages);
  return { names, openBytes: () => readFolder(path, names) };
}

function pageOf(name: string, bundle: unknown): Page {
  return {
    name,
    entries: bundleEntries(bundle).length,
    total: Object(bundle).total,
    self: linkOf(bundle, 'self'),
    next: linkOf(bundle, 'next'),
  };
}

/** Each next page is there by its address, or there are as many entries as the search has found. */
function requireAllPages(pages: readonly Page[]): void {
  const open = pages.filter(({ next }) => next !== undefined);
  if (open.length === 0) return;
  const entries = pages.reduce((sum, page) => sum + page.entries, 0);
  if (pages.every(({ total }) => total === pages[0]?.total) && pages[0]?.total === entries) return;
  const addresses = new Set(pages.flatMap(({ self }) => (self === undefined ? [] : [addressOf(self)])));
  const missing = open.find(({ next = '' }) => !addresses.has(addressOf(next)));
  if (missing !== undefined)
    throw new ImportError(`The page after ${missing.name} is missing. Save it in the folder, too.`);
}

/** Servers write the same query in any order. */
function addressOf(url: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  return [path, ...query.split('&').toSorted()].join('&');
}

async function readNamed(name: string, openBytes: OpenBytes): Promise<unknown> {
  try {
    return await readBundle(openBytes);
  } catch (error) {
    throw error instanceof ImportError ? new ImportError(`${name}: ${error.message}`) : error;
  }
}

async function* readFolder(
  path: string,
  names: readonly string[],
): AsyncGenerator<Uint8Array, void, undefined> {
  for (const name of names) {
    const openBytes = await fileBytes(join(path, name));
    if (isNdjson(await readStart(openBytes))) {
      let last: number | undefined;
      for await (const bytes of openBytes()) {
        last = bytes.at(-1) ?? last;
        yield bytes;
      }
      if (last !== LINE_END) yield Buffer.of(LINE_END);
      continue;
    }
    // One page at a time, so that the memory is bounded by the largest one.
    for (const { resource, fullUrl } of bundleEntries(await readNamed(name, openBytes))) {
      const named = Object(resource);
      yield Buffer.from(`${JSON.stringify(named.id === undefined ? { ...named, id: fullUrl } : named)}\n`);
    }
  }
}
