// Control characters other than tab, line breaks and form feed.
const FORBIDDEN = new Uint8Array(256);
for (let byte = 0; byte < 0x20; byte += 1) FORBIDDEN[byte] = 1;
for (const byte of [0x09, 0x0a, 0x0c, 0x0d]) FORBIDDEN[byte] = 0;
FORBIDDEN[0x7f] = 1;
/** How a PDF begins. */
export const PDF_MARK = Buffer.from('%PDF-');
const UNDEFINED_IN_1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** Checks while streaming whether a file is text: UTF-8 or Windows-1252 without control characters. */
export class TextCheck {
  /** Whether a PDF begins somewhere in the text. */
  holdsPdf = false;
  #end = Buffer.alloc(0);
  #isText = true;
  #isUtf8 = true;
  #is1252 = true;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });

  take(chunk: Uint8Array): void {
    if (!this.#isText) return;
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

  /** The mark may be split across chunks. */
  #lookForPdf(chunk: Uint8Array): void {
    const bytes = Buffer.concat([this.#end, chunk]);
    this.holdsPdf ||= bytes.includes(PDF_MARK);
    this.#end = bytes.subarray(-(PDF_MARK.length - 1));
  }

  /** Whether the whole file was text. */
  isText(): boolean {
    if (this.#isText) this.#decode(new Uint8Array(), false);
    return this.#isText && (this.#isUtf8 || this.#is1252);
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
  const start = head.toString('latin1').replace(/^(?:\u00ef\u00bb\u00bf)?\s*/, '');
  return /^(?:<[a-z!?/%]|#!)/i.test(start);
}
