import { randomUUID } from 'node:crypto';
import type { TestFile } from './documents.ts';

/** A PDF object: its dictionary, and the bytes of its stream. */
export interface PdfObject {
  readonly dict: string;
  readonly stream?: Uint8Array | string;
}

const HEADER = 15;
const latin = (text: string) => Buffer.from(text, 'latin1');

/** A PDF file of these objects, numbered from 1. The first one is the catalog. */
function pdfOf(name: string, objects: readonly (PdfObject | string)[], trailer = ''): TestFile {
  const parts: Buffer[] = [latin(`%PDF-1.7\n%${randomUUID()}\n`)];
  let at = parts[0]?.length ?? HEADER;
  const offsets: number[] = [];
  const add = (part: Buffer) => {
    parts.push(part);
    at += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(at);
    const { dict, stream } = typeof object === 'string' ? { dict: object, stream: undefined } : object;
    if (stream === undefined) add(latin(`${index + 1} 0 obj\n${dict}\nendobj\n`));
    else {
      const bytes = typeof stream === 'string' ? latin(stream) : Buffer.from(stream);
      add(
        Buffer.concat([
          latin(`${index + 1} 0 obj\n${dict.replace(/>>$/, `/Length ${bytes.length}>>`)}\nstream\n`),
          bytes,
          latin('\nendstream\nendobj\n'),
        ]),
      );
    }
  }
  const start = at;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  add(
    latin(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return { name, mimeType: 'application/pdf', buffer: Buffer.concat(parts) };
}

/** What a page draws, and the resources it needs. */
export interface PageContent {
  readonly content: PdfObject | string;
  readonly resources?: string;
  /** More entries of the page, such as `/Rotate 90`. */
  readonly page?: string;
}

/** Draws a line of text. */
export const words = (text: string): string => `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;

/**
 * A PDF with these pages. Further objects are numbered from `firstExtra(pages)`; resources may name them.
 */
export function pdfPages(
  name: string,
  pages: readonly PageContent[],
  {
    extra = [],
    catalog = '',
    trailer = '',
  }: { extra?: readonly (PdfObject | string)[]; catalog?: string; trailer?: string } = {},
): TestFile {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  return pdfOf(
    name,
    [
      `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      ...pages.flatMap(({ content, resources = '', page = '' }, index) => [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${5 + index * 2} 0 R/Resources<</Font<</F1 3 0 R>>${resources}>>${page}>>`,
        typeof content === 'string' ? { dict: '<<>>', stream: content } : content,
      ]),
      ...extra,
    ],
    trailer,
  );
}

/** The number of the first further object of a PDF with so many pages. */
export const firstExtra = (pages: number): number => 4 + pages * 2;
