import { decodeText } from './decode-text.ts';

/** Larger files are rejected before they are read. The order file of a year of ICD-10-CM takes about 14 MB. */
export const MAX_FILE_MB = 20;

/** Reads a text file in UTF-8, UTF-16 or Windows-1252. */
export async function readTextFile(
  file: File,
): Promise<{ readonly text: string } | { readonly error: string }> {
  if (file.size > MAX_FILE_MB * 1024 * 1024)
    return {
      error: `${file.name} is larger than ${MAX_FILE_MB} MB. Split it into smaller files and import them one at a time.`,
    };
  const bytes = await file.arrayBuffer();
  const { text } = decodeText(bytes);
  return text.includes('\0')
    ? { error: `${file.name} is not a text file. Save it as CSV and choose that file.` }
    : { text };
}
