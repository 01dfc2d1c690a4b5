import { z } from 'zod';

/** A file response, used instead of JSON: a PDF, a CSV or a stored document. */
export interface FileToSend {
  /** All bytes, or a stream of them. If the stream fails partway, the connection is closed. */
  readonly content: Uint8Array | AsyncIterable<Uint8Array | string>;
  /** One of the endpoint's `mediaTypes`. Default: the only one. */
  readonly contentType?: string;
  /** The suggested file name, sent in `Content-Disposition`. */
  readonly fileName: string;
  /** In bytes; optional for streams of unknown length. */
  readonly size?: number;
  /** True to display the file instead of downloading it. */
  readonly isInline?: boolean;
  /** True for what everyone may see and never changes at its address: caches keep it. */
  readonly isImmutable?: boolean;
}

/** A file as the client receives it. `fileName` is null if the header has no name. */
export interface ReceivedFile {
  readonly blob: Blob;
  readonly fileName: string | null;
}

/** The response of endpoints that return a file; `fileOf` declares it. */
export const file = z.instanceof(Blob);

/** For endpoints that return a file of one of these media types. */
export const fileOf = (...mediaTypes: readonly string[]) => ({ response: file, mediaTypes }) as const;
export const csvFile = fileOf('text/csv; charset=utf-8');
export const pdfFile = fileOf('application/pdf');
