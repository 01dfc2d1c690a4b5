import { parse } from 'content-disposition';

/** The file name of a `Content-Disposition` header, without any path; null when it has none. */
export function fileNameOf(header: string | null): string | null {
  if (header === null) return null;
  const name = parse(header).parameters['filename']?.split(/[\\/]/).at(-1)?.trim() ?? '';
  return name === '' ? null : name;
}
