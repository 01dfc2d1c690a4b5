import { fieldError } from '#platform/app-error.ts';

/** The version in an `If-Match` header, as written by clients or as an entity tag; undefined if there is none or for any version. */
export function readIfMatch(header: string | undefined): number | undefined {
  if (header === undefined || header === '*') return undefined;
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)?.[1];
  if (version === undefined) throw fieldError('If-Match', 'If-Match must be the version of the record');
  return Number(version);
}
