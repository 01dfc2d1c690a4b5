import type { SignedInContext } from '#request/context.ts';
import { findLogoFiles } from '#features/practice/index.ts';
import type { createDictationPdf, DictationSheet } from './dictation-pdf.ts';

const DICTATION_PDF = {
  file: new URL('./dictation-pdf.ts', import.meta.url).href,
  name: 'createDictationPdf',
};

/** Draws the dictations as one PDF in a worker thread. */
export async function drawDictations(
  { deps, now, signal }: SignedInContext,
  sheets: readonly DictationSheet[],
): Promise<Uint8Array> {
  const logos = await findLogoFiles(deps.db, [...new Set(sheets.flatMap(({ logo }) => logo ?? []))]);
  const print = { sheets, logos, now, clock: deps.config.practice };
  return deps.threads.run<typeof createDictationPdf>(DICTATION_PDF, print, signal);
}
