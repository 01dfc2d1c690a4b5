import { pictureOf } from './canvas-picture.ts';
import { PDF_OPTIONS, pdfjs } from './pdf-engine.ts';
import type { PageSize } from './print-sheet.ts';

/** Resolution of printed pages in dpi; keeps the small print of lab reports readable. */
const PRINT_DPI = 200;
/** PDF points per inch. */
const POINTS_PER_INCH = 72;

/**
 * Renders the pages of a PDF as images for printing and returns them with the paper size. Pages with a different
 * orientation than the first are rotated. Rejects for damaged or password-protected files.
 */
export async function pdfPages(file: Blob): Promise<{ readonly pages: Blob[]; readonly size: PageSize }> {
  const task = pdfjs.getDocument({ ...PDF_OPTIONS, data: new Uint8Array(await file.arrayBuffer()) });
  try {
    const pdf = await task.promise;
    const first = (await pdf.getPage(1)).getViewport({ scale: 1 });
    const isLandscape = first.width > first.height;
    const pages: Blob[] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const turn = width > height === isLandscape ? 0 : 90;
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
