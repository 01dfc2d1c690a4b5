import { pdfjs } from 'react-pdf';

pdfjs.GlobalWorkerOptions.workerSrc = new URL(
  'pdfjs-dist/build/pdf.worker.min.mjs',
  import.meta.url,
).toString();

/** Where the build puts the engine's fonts, character maps and decoders. */
const FILES = `/assets/pdfjs-${pdfjs.version}`;

/**
 * How PDFs are opened. Everything comes from the portal itself. Without WebAssembly, which the content security policy
 * forbids, scans are decoded by plain script.
 */
export const PDF_OPTIONS = {
  cMapUrl: `${FILES}/cmaps/`,
  standardFontDataUrl: `${FILES}/standard_fonts/`,
  iccUrl: `${FILES}/iccs/`,
  wasmUrl: `${FILES}/wasm/`,
  useWasm: false,
  enableXfa: false,
} as const;

export { pdfjs };
