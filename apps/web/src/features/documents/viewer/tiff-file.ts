import { pictureOf } from './canvas-picture.ts';
import { failedPage } from './failed-page.ts';
import type { TiffPicture } from './tiff-decoder.ts';
import type { TiffQuestion, TiffReply } from './tiff-worker.ts';
import type { PageSize } from './print-sheet.ts';
import { missingPage, NotPrintableError, PROBLEMS, type ViewerProblem } from './viewer-problem.ts';

/** A TIFF file that is open in a worker. */
export interface TiffFile {
  readonly pageCount: number;
  /** Decodes a page, from 1. Rejects with PageError if it cannot be shown. */
  readonly page: (number: number) => Promise<TiffPicture>;
  /** Terminates its worker. */
  readonly close: () => void;
}

/** A page that cannot be shown. */
export class PageError extends Error {
  /** Why, for `missingPage`; undefined if its content could not be read. */
  readonly reason: string | undefined;
  constructor(reason: string | null) {
    super('The page cannot be shown');
    this.reason = reason ?? undefined;
  }
}

/** A file that cannot be opened. */
export class TiffFileError extends Error {
  readonly problem: ViewerProblem;
  constructor(problem: ViewerProblem) {
    super(PROBLEMS[problem]);
    this.problem = problem;
  }
}

const SCREEN_DPI = 96;
const POINTS_PER_INCH = 72;

/** Opens a TIFF file in a separate worker. Rejects with TiffFileError, or if `signal` aborts. */
export async function openTiffFile(blob: Blob, signal: AbortSignal): Promise<TiffFile> {
  const worker = new Worker(new URL('tiff-worker.ts', import.meta.url), { type: 'module' });
  const close = () => worker.terminate();
  signal.addEventListener('abort', close);
  const waiting: ((reply: TiffReply) => void)[] = [];
  worker.addEventListener('message', ({ data }: MessageEvent<TiffReply>) => waiting.shift()?.(data));
  worker.addEventListener('error', () => {
    for (const settle of waiting.splice(0)) settle({ kind: 'failed', reason: null });
  });
  const send = (question: TiffQuestion, transfer: Transferable[] = []) =>
    new Promise<TiffReply>((resolve) => {
      waiting.push(resolve);
      worker.postMessage(question, transfer);
    });
  const file = await blob.arrayBuffer();
  signal.throwIfAborted();
  const opened = await send(file, [file]);
  if (opened.kind !== 'opened') {
    close();
    throw new TiffFileError(opened.kind === 'bigTiff' ? 'bigTiff' : 'unreadable');
  }
  return {
    pageCount: opened.pageCount,
    page: async (number) => {
      const reply = await send(number);
      if (reply.kind !== 'page') throw new PageError(reply.kind === 'failed' ? reply.reason : null);
      return reply.picture;
    },
    close,
  };
}

/** Draws a page upright and with the correct aspect ratio. */
export async function drawTiffPage(canvas: HTMLCanvasElement, picture: TiffPicture): Promise<void> {
  const { width, height, pixels, stretch, isMirrored, turn } = picture;
  const drawn = { width: width * Math.max(1, 1 / stretch), height: height * Math.max(1, stretch) };
  const isSideways = turn === 90 || turn === 270;
  canvas.width = Math.round(isSideways ? drawn.height : drawn.width);
  canvas.height = Math.round(isSideways ? drawn.width : drawn.height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The page is too large to be drawn');
  const bitmap = await createImageBitmap(new ImageData(pixels, width, height));
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turn * Math.PI) / 180);
  if (isMirrored) context.scale(-1, 1);
  context.drawImage(bitmap, -drawn.width / 2, -drawn.height / 2, drawn.width, drawn.height);
  bitmap.close();
}

/** Paper width of a drawn page in inches; null if unknown. */
const paperWidth = (canvas: HTMLCanvasElement, { dpi, stretch }: TiffPicture): number | null =>
  dpi === null ? null : canvas.width / (dpi * Math.max(1, 1 / stretch));

/** Width of a drawn page at 100%, in CSS px, matching the size on paper. */
export const screenWidth = (canvas: HTMLCanvasElement, picture: TiffPicture): number =>
  (paperWidth(canvas, picture) ?? canvas.width / SCREEN_DPI) * SCREEN_DPI;

/**
 * Renders the pages of a TIFF file as images for printing, with the paper size. A page that cannot be shown says so.
 * Rejects with NotPrintableError for files that cannot be opened.
 */
export async function tiffPages(blob: Blob): Promise<{ readonly pages: Blob[]; readonly size: PageSize }> {
  const file = await openToPrint(blob);
  try {
    const pages: Blob[] = [];
    let size: PageSize | null = null;
    for (let number = 1; number <= file.pageCount; number += 1) {
      try {
        const canvas = document.createElement('canvas');
        const picture = await file.page(number);
        await drawTiffPage(canvas, picture);
        size ??= sizeOf(canvas, picture);
        pages.push(await pictureOf(canvas));
      } catch (error) {
        const reason = error instanceof PageError ? error.reason : undefined;
        pages.push(await pictureOf(failedPage(missingPage(number, reason))));
      }
    }
    return { pages, size: size ?? LETTER };
  } finally {
    file.close();
  }
}

async function openToPrint(blob: Blob): Promise<TiffFile> {
  try {
    return await openTiffFile(blob, new AbortController().signal);
  } catch (error) {
    throw error instanceof TiffFileError ? new NotPrintableError(error.problem) : error;
  }
}

const LETTER: PageSize = { width: 612, height: 792 };

function sizeOf(canvas: HTMLCanvasElement, picture: TiffPicture): PageSize {
  const inches = paperWidth(canvas, picture);
  if (inches === null) return LETTER;
  const width = inches * POINTS_PER_INCH;
  return { width, height: (width * canvas.height) / canvas.width };
}
