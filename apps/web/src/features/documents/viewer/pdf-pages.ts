import type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { pictureOf } from './canvas-picture.ts';
import { failedPage, writeNote } from './failed-page.ts';
import { isXfaOnly, lacksPictures, watchCutPages } from './pdf-checks.ts';
import { LENIENT_PDF_OPTIONS, PDF_OPTIONS, pdfjs } from './pdf-engine.ts';
import type { PageSize } from './print-sheet.ts';
import { MISSING_PARTS, missingPage, NotPrintableError } from './viewer-problem.ts';

/** Resolution of printed pages in dpi; keeps the small print of lab reports readable. */
const PRINT_DPI = 200;
/** PDF points per inch. */
const POINTS_PER_INCH = 72;
const LETTER: PageSize = { width: 612, height: 792 };

/**
 * Renders the pages of a PDF as images for printing and returns them with the paper size. Pages with a different
 * orientation than the first are rotated. A page that is incomplete or cannot be drawn says so. Rejects for files that
 * cannot be read, password-protected files and XFA forms.
 */
export async function pdfPages(file: Blob): Promise<{ readonly pages: Blob[]; readonly size: PageSize }> {
  const tasks: PDFDocumentLoadingTask[] = [];
  const open = async (options: typeof PDF_OPTIONS | typeof LENIENT_PDF_OPTIONS) => {
    const task = pdfjs.getDocument({ ...options, data: new Uint8Array(await file.arrayBuffer()) });
    tasks.push(task);
    return task.promise;
  };
  let opened: Promise<PDFDocumentProxy> | undefined;
  let isCut = false;
  const lenient = () => (opened ??= open(LENIENT_PDF_OPTIONS));
  try {
    const pdf = await open(PDF_OPTIONS);
    watchCutPages(pdf.loadingTask, () => {
      isCut = true;
    });
    const requireWhole = () => {
      if (!isCut) return;
      isCut = false;
      throw new Error('The page ends early');
    };
    if (await isXfaOnly(pdf)) throw new NotPrintableError('form');
    const size = await sizeOf(pdf);
    const pages: Blob[] = [];
    for (let number = 1; number <= pdf.numPages; number += 1)
      pages.push(
        await pictureOf(await drawn(pdf, { lenient, requireWhole }, number, size.width > size.height)),
      );
    return { pages, size };
  } finally {
    await Promise.all(tasks.map((task) => task.destroy()));
  }
}

async function sizeOf(pdf: PDFDocumentProxy): Promise<PageSize> {
  try {
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
    return { width, height };
  } catch {
    return LETTER;
  }
}

async function drawn(
  pdf: PDFDocumentProxy,
  {
    lenient,
    requireWhole,
  }: { readonly lenient: () => Promise<PDFDocumentProxy>; readonly requireWhole: () => void },
  number: number,
  isLandscape: boolean,
): Promise<HTMLCanvasElement> {
  try {
    const page = await pdf.getPage(number);
    const canvas = await draw(page, isLandscape);
    const lacks = await lacksPictures(page);
    requireWhole();
    if (lacks) writeNote(canvas, MISSING_PARTS);
    page.cleanup();
    return canvas;
  } catch {
    return drawnLeniently(lenient, number, isLandscape);
  }
}

async function drawnLeniently(
  open: () => Promise<PDFDocumentProxy>,
  number: number,
  isLandscape: boolean,
): Promise<HTMLCanvasElement> {
  try {
    const page = await (await open()).getPage(number);
    const canvas = await draw(page, isLandscape);
    writeNote(canvas, MISSING_PARTS);
    page.cleanup();
    return canvas;
  } catch {
    return failedPage(missingPage(number));
  }
}

async function draw(page: PDFPageProxy, isLandscape: boolean): Promise<HTMLCanvasElement> {
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
  return canvas;
}
