import type { FileType } from '@portal/domain/document';

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
export class OldOfficeNames {
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
