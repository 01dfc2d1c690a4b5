import type { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { ImportError } from '../import-error.ts';

/** Bytes that the parts of a workbook may have together once they are unpacked. */
const MAX_UNPACKED = 2_000_000_000;
/** The largest part that is kept in memory as a whole: names of sheets, styles. */
const MAX_WHOLE = 20_000_000;

const SAVE_XLSX = 'Save it as “Excel Workbook (.xlsx)” or “CSV UTF-8” and try again.';
export const DAMAGED = `The workbook is damaged. Open it in Excel or another spreadsheet. ${SAVE_XLSX}`;

/** What archives are that are no workbook, by a part that only they have. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^xl\/workbook\.bin$/, `The file is a binary Excel workbook (.xlsb). ${SAVE_XLSX}`],
  [/^word\//, 'The file is a Word document. Export the patients as CSV, Excel workbook (.xlsx) or FHIR.'],
  [/^content\.xml$/, `The file is an OpenDocument file (.ods). ${SAVE_XLSX}`],
  [/^Index\/Document\.iwa$/, `The file is of Apple Numbers. Export it as Excel or CSV and try again.`],
  [
    /\.(?:json|ndjson)$/i,
    'The file is a ZIP archive with JSON files. Unpack it, and choose the file with the patients. Several FHIR files are imported as a folder with the command.',
  ],
];

/** The parts of a workbook, which is a ZIP archive. */
export class WorkbookZip {
  readonly #zip: ZipFile;
  readonly #parts: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, parts: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#parts = parts;
  }

  /** Throws ImportError if it is no workbook, or a very large one. */
  static async open(bytes: Buffer): Promise<WorkbookZip> {
    const zip = await yauzl.fromBufferPromise(bytes).catch(() => {
      throw new ImportError(DAMAGED);
    });
    const parts = new Map<string, Entry>();
    let unpacked = 0;
    try {
      for await (const entry of zip.eachEntry()) {
        // Parts are found without regard to case (ECMA-376 part 2, 6.2.2.3).
        if (parts.has(entry.fileName.toLowerCase())) throw new ImportError(DAMAGED);
        parts.set(entry.fileName.toLowerCase(), entry);
        unpacked += entry.uncompressedSize;
      }
    } catch (error) {
      throw error instanceof ImportError ? error : new ImportError(DAMAGED);
    }
    if (!parts.has('[content_types].xml') || parts.has('xl/workbook.bin') || parts.has('word/document.xml'))
      throw new ImportError(describeArchive([...parts.values()].map(({ fileName }) => fileName)));
    if (unpacked > MAX_UNPACKED)
      throw new ImportError(
        'The workbook has more than 2 GB of content. Save the sheet as “CSV UTF-8” and try again.',
      );
    return new WorkbookZip(zip, parts);
  }

  has(name: string): boolean {
    return this.#parts.has(name.toLowerCase());
  }

  /** Reads a part in pieces of text. The library checks that it has the size that the archive says. Throws ImportError. */
  async *read(name: string): AsyncGenerator<string, void, undefined> {
    const entry = this.#parts.get(name.toLowerCase());
    if (entry === undefined) throw new ImportError(DAMAGED);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    try {
      const stream: Readable = await this.#zip.openReadStreamPromise(entry);
      for await (const bytes of stream) yield decoder.decode(bytes, { stream: true });
      yield decoder.decode();
    } catch (error) {
      throw error instanceof ImportError ? error : new ImportError(DAMAGED);
    }
  }

  /** Reads a small part as a whole. Throws ImportError. */
  async whole(name: string): Promise<string> {
    let text = '';
    for await (const piece of this.read(name)) {
      text += piece;
      if (text.length > MAX_WHOLE) throw new ImportError(DAMAGED);
    }
    return text;
  }
}

const describeArchive = (names: readonly string[]): string =>
  OTHERS.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1] ??
  'The file is a ZIP archive. Unpack it and choose the file that you need.';
