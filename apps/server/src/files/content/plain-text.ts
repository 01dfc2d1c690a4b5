import { TextDecoder } from 'node:util';
import { utf16Of } from '@portal/domain/utf-16';

// Control characters other than tab, line breaks and form feed.
const FORBIDDEN = new Uint8Array(256);
for (let byte = 0; byte < 0x20; byte += 1) FORBIDDEN[byte] = 1;
for (const byte of [0x09, 0x0a, 0x0c, 0x0d]) FORBIDDEN[byte] = 0;
FORBIDDEN[0x7f] = 1;
/** How a PDF begins. */
export const PDF_MARK = Buffer.from('%PDF-');
const UNDEFINED_IN_1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * Checks while streaming whether a file is text without control characters: UTF-8, Windows-1252, or UTF-16, which
 * may lack its byte order mark.
 */
export class TextCheck {
  /** Whether a PDF begins somewhere in the text. */
  holdsPdf = false;
  #end = Buffer.alloc(0);
  #start: Buffer | null = Buffer.alloc(0);
  #isText = true;
  #isUtf8 = true;
  #is1252 = true;
  #utf16: TextDecoder | undefined;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });

  take(chunk: Uint8Array): void {
    if (this.#start === null) {
      this.#check(chunk);
      return;
    }
    this.#start = Buffer.concat([this.#start, chunk]);
    if (this.#start.length >= 4) this.#begin(this.#start);
  }

  #begin(start: Uint8Array): void {
    this.#start = null;
    const utf16 = utf16Of(start);
    if (utf16 !== undefined) this.#utf16 = new TextDecoder(utf16.encoding, { fatal: true });
    this.#check(start);
  }

  #check(chunk: Uint8Array): void {
    if (!this.#isText) return;
    if (this.#utf16 !== undefined) {
      this.#check16(this.#utf16, chunk, true);
      return;
    }
    for (const byte of chunk) {
      if (FORBIDDEN[byte] === 1) {
        this.#isText = false;
        return;
      }
      if (byte >= 0x80 && UNDEFINED_IN_1252.has(byte)) this.#is1252 = false;
    }
    this.#lookForPdf(chunk);
    this.#decode(chunk, true);
  }

  #check16(decoder: TextDecoder, chunk: Uint8Array, stream: boolean): void {
    try {
      const text = decoder.decode(chunk, { stream });
      for (let at = 0; at < text.length; at += 1)
        if (FORBIDDEN[text.charCodeAt(at)] === 1) this.#isText = false;
    } catch {
      this.#isText = false;
    }
  }

  /** The mark may be split across chunks. */
  #lookForPdf(chunk: Uint8Array): void {
    const bytes = Buffer.concat([this.#end, chunk]);
    this.holdsPdf ||= bytes.includes(PDF_MARK);
    this.#end = bytes.subarray(-(PDF_MARK.length - 1));
  }

  /** Whether the whole file was text. */
  isText(): boolean {
    if (this.#start !== null) this.#begin(this.#start);
    if (this.#isText && this.#utf16 !== undefined) this.#check16(this.#utf16, new Uint8Array(), false);
    else if (this.#isText) this.#decode(new Uint8Array(), false);
    return this.#isText && (this.#utf16 !== undefined || this.#isUtf8 || this.#is1252);
  }

  #decode(chunk: Uint8Array, stream: boolean): void {
    if (!this.#isUtf8) return;
    try {
      this.#decoder.decode(chunk, { stream });
    } catch {
      this.#isUtf8 = false;
    }
  }
}

/** Whether a text starts like markup or a script that could be executed: HTML, SVG, XML, PHP or a shell script. */
export function isMarkupOrScript(head: Buffer): boolean {
  const start = startOf(head).replace(/^(?:\u00ef\u00bb\u00bf)?\s*/, '');
  return /^(?:<[a-z!?/%]|#!)/i.test(start);
}

const startOf = (head: Buffer): string => new TextDecoder(utf16Of(head)?.encoding ?? 'latin1').decode(head);
