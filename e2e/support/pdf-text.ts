import { readFile } from 'node:fs/promises';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The text of a PDF file, with single spaces. */
export async function pdfText(path: string): Promise<string> {
  const task = getDocument({ data: Uint8Array.from(await readFile(path)), verbosity: 0 });
  const document = await task.promise;
  const parts: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    parts.push(...items.map((item) => ('str' in item ? item.str : '')));
  }
  await task.destroy();
  return parts.join(' ').replaceAll(/\s+/g, ' ');
}
