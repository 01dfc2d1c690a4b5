import { isUtf8 } from 'node:buffer';
import { findLayout, type Layout, type ReadRow } from '@portal/domain/code-files/layouts';
import { isWorkbookText, readSheets, sheetBytes, type OpenBytes } from '#features/patient-imports/index.ts';
import { OperatorError } from '#platform/operator-error.ts';

/** A file cannot be used, or not now. The message says why and what to do. */
export class CodeFileError extends OperatorError {}

/** The work was canceled, or another process has taken it over. */
export class RunLost extends CodeFileError {
  constructor() {
    super('The work on this file was canceled.');
  }
}

/** A file whose layout is known. */
export interface CodeFileSource {
  readonly layout: Layout;
  /** Reads the rows of the whole file from its start. */
  readonly rows: () => AsyncIterable<readonly ReadRow[]>;
}

const SAMPLE = 64 * 1024;
const LINE_END = 0x0a;
const LONGEST_LINE = 1024 * 1024;
const UTF_16 =
  'The file is UTF-16. Choose the file as it was downloaded: it is plain text. A program such as Excel may have saved it in another form.';
const NO_TEXT =
  'The file is not text. Choose the text, CSV or Excel file that was in the downloaded archive.';

/** Recognizes an official file by its start; of a workbook, by its first sheet. Throws CodeFileError if it is none that the portal reads. */
export async function openCodeFile(openBytes: OpenBytes, isSheet = false): Promise<CodeFileSource> {
  const start = await readStart(openBytes);
  if (isWorkbookText(start)) {
    const sheets = await readSheets(openBytes);
    const shown = sheets.findIndex(({ isHidden }) => !isHidden);
    return openCodeFile(sheetBytes(openBytes, Math.max(shown, 0)), true);
  }
  const layout = findLayout(start);
  if ('problem' in layout) throw new CodeFileError(layout.problem);
  return { layout, rows: () => layout.read(readLines(openBytes()), isSheet) };
}

async function readStart(openBytes: OpenBytes): Promise<string> {
  let start = '';
  for await (const lines of readLines(openBytes())) {
    start += lines;
    if (start.length >= SAMPLE) break;
  }
  if (start === '') throw new CodeFileError('The file is empty.');
  return start;
}

/**
 * Reads text in pieces of whole lines: UTF-8, else Windows-1252, which has all characters of Latin-1. Official files do not say which one
 * they are, and what is not ASCII may come late. Throws CodeFileError for what is no text.
 */
async function* readLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const latin = new TextDecoder('windows-1252');
  const utf8 = new TextDecoder('utf-8');
  let rest: Uint8Array = new Uint8Array();
  let isStart = true;
  const decode = (bytes: Uint8Array) => {
    if (isStart && isUtf16(bytes)) throw new CodeFileError(UTF_16);
    isStart = false;
    if (bytes.includes(0)) throw new CodeFileError(NO_TEXT);
    return (isUtf8(bytes) ? utf8 : latin).decode(bytes);
  };
  for await (const bytes of source) {
    const end = bytes.lastIndexOf(LINE_END) + 1;
    if (end > 0) {
      yield decode(Buffer.concat([rest, bytes.subarray(0, end)]));
      rest = new Uint8Array();
    }
    rest = Buffer.concat([rest, bytes.subarray(end)]);
    if (rest.length > LONGEST_LINE) throw new CodeFileError(isUtf16(rest) ? UTF_16 : NO_TEXT);
  }
  if (rest.length > 0) yield decode(rest);
}

/** By its byte order mark, or because every second byte of ASCII is zero. */
function isUtf16(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const start = bytes.subarray(0, SAMPLE);
  return start.filter((byte) => byte === 0).length > start.length / 3;
}
