import type { FileType } from '@portal/domain/document';
import { isMarkupOrScript, PDF_MARK, TextCheck } from './plain-text.ts';
import { readZipDirectory, type ZipEntry } from './zip-directory.ts';

const HEAD_BYTES = 16 * 1024;
/** Enough for the ZIP directory of an Office file, which usually takes a few kilobytes. */
const TAIL_BYTES = 256 * 1024;
/** Readers of PDF files look for its mark within the first 1,024 bytes (Adobe, PDF Reference 1.7, 2006, Appendix H, note 13). */
const PDF_MARK_WITHIN = 1024;
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const BITMAP_HEADERS: ReadonlySet<number> = new Set([12, 40, 52, 56, 64, 108, 124]);

const BY_TYPE: Readonly<Record<string, FileType>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/apng': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
  'image/tiff': 'tif',
  'image/heic': 'heic',
  'image/heif': 'heic',
  'image/heic-sequence': 'heic',
  'image/heif-sequence': 'heic',
  'application/rtf': 'rtf',
};
const OFFICE_PARTS: readonly (readonly [part: RegExp, fileType: FileType])[] = [
  [/^word\/document\d*\.xml$/, 'docx'],
  [/^xl\/workbook\d*\.xml$/, 'xlsx'],
  [/^ppt\/presentation\d*\.xml$/, 'pptx'],
];
const MACROS = /(?:^|\/)vba(?:Project|Data)[^/]*\.(?:bin|xml)$/i;

/** The detected file type, or the reason why the file is not accepted. */
export type Finding = FileType | 'protected' | 'macros' | 'unknown';

/** Stream names that identify an old Office file. */
const STREAMS: readonly (readonly [name: string, kind: FileType | 'protected' | 'macros'])[] = [
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
  ['EncryptedPackage', 'protected'],
  ['_VBA_PROJECT', 'macros'],
];
const ENTRY_BYTES = 128;
const NAMES = STREAMS.map(([name, kind]) => ({ bytes: Buffer.from(`${name}\0`, 'utf16le'), kind }));

/** Scans a compound file (Word, Excel and PowerPoint before 2007) for its stream names while it is streamed. */
class OldOfficeNames {
  readonly found = new Set<FileType | 'protected' | 'macros'>();
  #rest = Buffer.alloc(0);

  take(chunk: Uint8Array): void {
    const bytes = Buffer.concat([this.#rest, chunk]);
    // Directory entries are aligned to multiples of their size.
    const whole = bytes.length - (bytes.length % ENTRY_BYTES);
    for (let at = 0; at < whole; at += ENTRY_BYTES)
      for (const { bytes: name, kind } of NAMES)
        if (bytes[at] === name[0] && bytes.compare(name, 0, name.length, at, at + name.length) === 0)
          this.found.add(kind);
    this.#rest = bytes.subarray(whole);
  }
}

/**
 * Detects the type of a file from its content while it is streamed, without buffering all of it. It looks at the start
 * and the end, and scans text and old Office files completely. The name is used only to tell CSV from other text.
 */
export class ContentInspector {
  readonly #text = new TextCheck();
  #head = Buffer.alloc(0);
  #tail: Buffer[] = [];
  #tailBytes = 0;
  #size = 0;
  #oldOffice: OldOfficeNames | undefined;

  /** Processes the next chunk of the file. */
  take(chunk: Buffer): void {
    const before = this.#size;
    this.#size += chunk.length;
    if (before < COMPOUND.length && this.#size >= COMPOUND.length) this.#noticeCompound(chunk);
    else this.#oldOffice?.take(chunk);
    if (this.#head.length < HEAD_BYTES)
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD_BYTES - this.#head.length)]);
    this.#tail.push(chunk);
    this.#tailBytes += chunk.length;
    while (this.#tailBytes - (this.#tail[0]?.length ?? 0) >= TAIL_BYTES)
      this.#tailBytes -= this.#tail.shift()?.length ?? 0;
    this.#text.take(chunk);
  }

  /** The signature may be split across chunks, so this also looks at the bytes already in the head. */
  #noticeCompound(chunk: Buffer): void {
    const start = Buffer.concat([this.#head, chunk]);
    if (!start.subarray(0, COMPOUND.length).equals(COMPOUND)) return;
    this.#oldOffice = new OldOfficeNames();
    this.#oldOffice.take(start);
  }

  /** Returns the result. Call it once the whole file has been processed. */
  async finding(fileName: string): Promise<Finding> {
    const head = this.#head;
    if (head.subarray(0, ZIP.length).equals(ZIP)) return this.#office();
    if (this.#oldOffice !== undefined) return oldOffice(this.#oldOffice.found);
    const isText = this.#text.isText();
    if (isText && !hasPdfMark(head) && !isRtf(head)) return textKind(head, fileName, this.#text);
    const { fileTypeFromBuffer } = await import('file-type');
    const found = await fileTypeFromBuffer(head).catch(() => undefined);
    if ((isText || found === undefined) && hasPdfMark(head))
      return isMarkupOrScript(head) ? 'unknown' : 'pdf';
    // Scanners and fax machines write the directory after the pixels, beyond the bytes in the head.
    if (found === undefined) return isTiff(head) ? 'tif' : 'unknown';
    const fileType = BY_TYPE[found.mime];
    if (fileType === undefined || (fileType === 'bmp' && !isBitmap(head))) return 'unknown';
    return fileType;
  }

  #office(): Finding {
    const entries = readZipDirectory(Buffer.concat(this.#tail), this.#size) ?? [];
    if (entries.some(({ isEncrypted }) => isEncrypted)) return 'protected';
    const fileType = officeKind(entries);
    if (fileType === undefined) return 'unknown';
    return entries.some(({ name }) => MACROS.test(name)) ? 'macros' : fileType;
  }
}

const isRtf = (head: Buffer) => head.subarray(0, 5).toString('latin1') === '{\\rtf';

/** Whether the file is a PDF, also behind the header of a printer or a download. */
const hasPdfMark = (head: Buffer) => head.subarray(0, PDF_MARK_WITHIN + PDF_MARK.length).includes(PDF_MARK);

function textKind(head: Buffer, fileName: string, { holdsPdf }: TextCheck): Finding {
  if (holdsPdf || isMarkupOrScript(head)) return 'unknown';
  return /\.csv$/i.test(fileName) ? 'csv' : 'txt';
}

function officeKind(entries: readonly ZipEntry[]): FileType | undefined {
  if (!entries.some(({ name }) => name === '[Content_Types].xml')) return undefined;
  return OFFICE_PARTS.find(([part]) => entries.some(({ name }) => part.test(name)))?.[1];
}

function oldOffice(found: OldOfficeNames['found']): Finding {
  if (found.has('protected') || found.has('macros')) return found.has('protected') ? 'protected' : 'macros';
  return [...found][0] ?? 'unknown';
}

/** Classic TIFF, in either byte order. */
const isTiff = (head: Buffer) => /^(?:II\*\0|MM\0\*)/.test(head.subarray(0, 4).toString('latin1'));

/** The two-letter signature is weak, so the header size must also be a valid one. */
const isBitmap = (head: Buffer) => head.length >= 18 && BITMAP_HEADERS.has(head.readUInt32LE(14));
