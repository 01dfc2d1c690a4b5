import { ImportError } from '../import-error.ts';
import { readPieces, type OpenBytes } from './read-text.ts';

/** A bundle is one JSON value, which must be in memory as a whole. */
const MAX_BUNDLE = 100_000_000;

/** A resource with what the bundle calls it. */
export interface BundleEntry {
  readonly resource?: unknown;
  readonly fullUrl?: string | undefined;
}

/** Parses JSON; undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export const resourceType = (value: unknown): unknown => Object(value).resourceType;

/** Reads a FHIR bundle. Throws ImportError for other JSON. */
export async function readBundle(openBytes: OpenBytes): Promise<unknown> {
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
  if (resourceType(bundle) !== 'Bundle' || !Array.isArray(Object(bundle).entry))
    throw new ImportError('The JSON file is not a FHIR bundle of Patient resources.');
  return bundle;
}

/** The entries of a bundle in their order. */
export function bundleEntries(bundle: unknown): BundleEntry[] {
  const entries: readonly unknown[] = Object(bundle).entry;
  return entries.map((entry) => {
    const { resource, fullUrl } = Object(entry);
    return { resource, fullUrl: typeof fullUrl === 'string' ? fullUrl : undefined };
  });
}

/** The address of a link of a bundle, such as "next". */
export function linkOf(bundle: unknown, relation: string): string | undefined {
  const { link } = Object(bundle);
  const links: readonly unknown[] = Array.isArray(link) ? link : [];
  const found = links.map((each) => Object(each)).find((each) => each.relation === relation);
  return typeof found?.url === 'string' ? found.url : undefined;
}
