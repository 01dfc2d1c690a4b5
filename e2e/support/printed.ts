import type { Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A printed page; the sizes are in points (1/72 inch). */
export interface PrintedSheet {
  readonly width: number;
  readonly height: number;
  readonly text: string;
  /** How far the text reaches to the right. */
  readonly right: number;
}

/** What the browser prints of a page, with the paper that the page asks for. */
export async function printed(page: Page): Promise<readonly PrintedSheet[]> {
  const task = getDocument({
    data: Uint8Array.from(await page.pdf({ preferCSSPageSize: true })),
    verbosity: 0,
  });
  const document = await task.promise;
  const sheets: PrintedSheet[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const sheet = await document.getPage(number);
    const { width, height } = sheet.getViewport({ scale: 1 });
    const { items } = await sheet.getTextContent();
    const texts = items.filter((item) => 'str' in item);
    // pdf.js reports the gap between two columns as a space as wide as the gap, or wider.
    const words = texts.filter(({ str }) => str.trim() !== '');
    sheets.push({
      width,
      height,
      text: texts
        .map(({ str }) => str)
        .join(' ')
        .replaceAll(/\s+/g, ' '),
      right: Math.max(0, ...words.map((item) => Number(item.transform[4]) + item.width)),
    });
  }
  await task.destroy();
  return sheets;
}
