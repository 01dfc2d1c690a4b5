import { pictureOf } from './canvas-picture.ts';
import { PDF_OPTIONS, pdfjs } from './pdf-engine.ts';
import type { PageSize } from './print-sheet.ts';

/** Dots per inch of printed pages: small print of a lab report stays readable. */
const PRINT_DPI = 200;
/** Of a page's coordinates. */
const POINTS_PER_INCH = 72;

/**
 * The pages of a PDF as pictures for printing, and the paper's size. Pages that lie across are turned, so that all fit one
 * paper. Rejects for files that are damaged or protected by a password.
 */
export async function pdfPages(file: Blob): Promise<{ readonly pages: Blob[]; readonly size: PageSize }> {
  const task = pdfjs.getDocument({ ...PDF_OPTIONS, data: new Uint8Array(await file.arrayBuffer()) });
  try {
    const pdf = await task.promise;
    const first = (await pdf.getPage(1)).getViewport({ scale: 1 });
    const isAcross = first.width > first.height;
    const pages: Blob[] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const turn = width > height === isAcross ? 0 : 90;
      const viewport = page.getViewport({
        scale: PRINT_DPI / POINTS_PER_INCH,
        rotation: (page.rotate + turn) % 360,
      });
      const canvas = document.createElement('canvas');
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      await page.render({ canvas, viewport, intent: 'print' }).promise;
      pages.push(await pictureOf(canvas));
      page.cleanup();
    }
    return { pages, size: { width: first.width, height: first.height } };
  } finally {
    await task.destroy();
  }
}
