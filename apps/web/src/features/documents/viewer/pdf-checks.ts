import type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { z } from 'zod';
import { pdfjs } from './pdf-engine.ts';
import type { ViewerProblem } from './viewer-problem.ts';

/** The page of an XFA form for readers that do not know such forms. */
const PLACEHOLDER = /^\s*please wait/i;

/** Whether a PDF is an XFA form whose pages only hold a placeholder. */
export async function isXfaOnly(pdf: PDFDocumentProxy): Promise<boolean> {
  const { info } = await pdf.getMetadata();
  const { IsXFAPresent: hasXfa, IsAcroFormPresent: hasFields } = Object.fromEntries(Object.entries(info));
  if (hasXfa !== true) return false;
  if (hasFields !== true) return true;
  const { items } = await (await pdf.getPage(1)).getTextContent();
  return PLACEHOLDER.test(items.map((item) => ('str' in item ? item.str : '')).join(''));
}

/** The ids of objects without content. */
const missing = (objects: Iterable<unknown>): readonly string[] =>
  Array.from(objects).flatMap((entry) =>
    Array.isArray(entry) && entry[1] === null ? [String(entry[0])] : [],
  );

/**
 * Whether a drawn page has a picture that could not be decoded. The engine leaves such pictures out. Rejects if the page
 * names a picture that the file does not have: the engine hides that error when it draws, but not when it reads the text.
 */
export async function lacksPictures(page: PDFPageProxy): Promise<boolean> {
  await page.getTextContent();
  if (missing(page.objs).length > 0) return true;
  const shared = missing(page.commonObjs);
  if (shared.length === 0) return false;
  const { argsArray } = await page.getOperatorList();
  return argsArray.flat().some((argument) => shared.includes(String(argument)));
}

/** A stream of the engine's worker that ends with an error (`StreamKind.ERROR` of pdfjs-dist 6.5.438). */
const failedStream = z.object({ stream: z.literal(5) });

/**
 * Calls back when a page of the document ends early because of an error, for example in a color, pattern or shading. The engine draws
 * what came before and hides the error, which only its worker's messages contain.
 */
export function watchCutPages(task: PDFDocumentLoadingTask, onCut: () => void): void {
  const worker: unknown = Reflect.get(task, '_worker');
  if (!(worker instanceof pdfjs.PDFWorker)) return;
  const { port } = worker;
  if (port instanceof EventTarget)
    port.addEventListener('message', (event) => {
      if (event instanceof MessageEvent && failedStream.safeParse(event.data).success) onCut();
    });
}

/** Why a PDF could not be opened. */
export const problemOf = (error: unknown): ViewerProblem =>
  error instanceof Error && error.name === 'InvalidPDFException' ? 'unreadable' : 'browser';
