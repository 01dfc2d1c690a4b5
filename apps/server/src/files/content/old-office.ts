import type { FileType } from '@portal/domain/document';

/** What the streams of an old Office file are called, by what it is. */
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

/** Looks through a compound file (Word, Excel and PowerPoint before 2007) for the names of its streams, as it passes by. */
export class OldOfficeNames {
  readonly found = new Set<FileType | 'protected' | 'macros'>();
  #rest = Buffer.alloc(0);

  take(chunk: Uint8Array): void {
    const bytes = Buffer.concat([this.#rest, chunk]);
    // Entries of its directory begin at multiples of their size, wherever in the file the directory is.
    const whole = bytes.length - (bytes.length % ENTRY_BYTES);
    for (let at = 0; at < whole; at += ENTRY_BYTES)
      for (const { bytes: name, kind } of NAMES)
        if (bytes[at] === name[0] && bytes.compare(name, 0, name.length, at, at + name.length) === 0)
          this.found.add(kind);
    this.#rest = bytes.subarray(whole);
  }
}
