import type { SignedInContext } from '#request/context.ts';
import type { createDictationPdf, DictationSheet } from './dictation-pdf.ts';

const DICTATION_PDF = {
  file: new URL('./dictation-pdf.ts', import.meta.url).href,
  name: 'createDictationPdf',
};

/** Draws the dictations as one PDF in a worker thread. */
export const drawDictations = (
  { deps, now, signal }: SignedInContext,
  sheets: readonly DictationSheet[],
): Promise<Uint8Array> => deps.threads.run<typeof createDictationPdf>(DICTATION_PDF, { sheets, now }, signal);
