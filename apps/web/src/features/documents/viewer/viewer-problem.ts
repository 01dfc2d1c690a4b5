import type { TextEncoding } from '#lib/files/decode-text.ts';

/** Why a viewer shows nothing of a file. Only the server can tell whether a stored file is damaged. */
export const PROBLEMS = {
  unreadable:
    'This file could not be read, so it cannot be shown here. It is stored exactly as it was uploaded. Download it to try another program.',
  browser: 'This browser cannot show this file. Download it to open it in another program.',
  protected: 'This file is password-protected and cannot be shown here. Download it to open it.',
  form: 'This PDF is a form (XFA) that cannot be shown here. Download it to open it in Adobe Acrobat or Acrobat Reader.',
  bigTiff:
    'This TIFF file is in the BigTIFF format, which cannot be shown here. Download it to open it in another program.',
} as const;

/** A reason to show nothing of a file. */
export type ViewerProblem = keyof typeof PROBLEMS;

/** A file that cannot be printed; the message says why. */
export class NotPrintableError extends Error {
  constructor(problem: ViewerProblem) {
    super(PROBLEMS[problem]);
    this.name = 'NotPrintableError';
  }
}

/** What is said above a page that was drawn incompletely. */
export const MISSING_PARTS =
  'Parts of this page may be missing here, such as pictures. Download the file to compare it in another program.';

/** What is said in place of a page that could not be drawn. */
export const missingPage = (page: number, reason = 'its content could not be read'): string =>
  `Page ${page} cannot be shown here: ${reason}. Download the file to open it in another program.`;

/** What was assumed to read a text, for encodings that the text does not name. */
const ASSUMED: Partial<Record<TextEncoding, string>> = {
  'Windows-1252': 'This text is not UTF-8. It is shown as Windows-1252, so some characters may be wrong.',
  'UTF-16 without a mark':
    'This text does not name its encoding. It is shown as UTF-16, so some characters may be wrong.',
};

/** What was assumed to read a text; null if nothing was. */
export const assumedNote = (encoding: TextEncoding): string | null => ASSUMED[encoding] ?? null;
