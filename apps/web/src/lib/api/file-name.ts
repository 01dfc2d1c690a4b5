import { parse } from 'content-disposition';

/** The file name from a `Content-Disposition` header without its path, or null when there is none. */
export function fileNameOf(header: string | null): string | null {
  if (header === null) return null;
  const name = parse(header).parameters['filename']?.split(/[\\/]/).at(-1)?.trim() ?? '';
  return name === '' ? null : name;
}
