import { pdfjs } from 'react-pdf';

pdfjs.GlobalWorkerOptions.workerSrc = new URL(
  'pdfjs-dist/build/pdf.worker.min.mjs',
  import.meta.url,
).toString();

/** The path of the engine's fonts, character maps and decoders in the build. */
const FILES = `/assets/pdfjs-${pdfjs.version}`;

/**
 * Options for opening PDFs. All assets are served by the portal. WebAssembly is off because the content security policy
 * forbids it; scans are decoded in JavaScript instead.
 */
export const PDF_OPTIONS = {
  cMapUrl: `${FILES}/cmaps/`,
  standardFontDataUrl: `${FILES}/standard_fonts/`,
  iccUrl: `${FILES}/iccs/`,
  wasmUrl: `${FILES}/wasm/`,
  useWasm: false,
  enableXfa: false,
  // By default, the engine leaves out what it cannot read and does not say so.
  stopAtErrors: true,
} as const;

/** Options for a file that has errors: what can be drawn is drawn. */
export const LENIENT_PDF_OPTIONS = { ...PDF_OPTIONS, stopAtErrors: false } as const;

export { pdfjs };
