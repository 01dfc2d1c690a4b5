import { z } from 'zod';

/** What a handler answers instead of JSON: a PDF, a CSV, a stored document. */
export interface FileToSend {
  /** All bytes, or a stream of them; what has not left yet when a stream fails breaks the connection off. */
  readonly content: Uint8Array | AsyncIterable<Uint8Array | string>;
  readonly contentType: string;
  /** As it is saved; sent in `Content-Disposition`. */
  readonly fileName: string;
  /** In bytes, where a stream's is known. */
  readonly size?: number;
  /** To be shown rather than saved. */
  readonly isInline?: boolean;
}

/** What the client gets of it. The name is null where a proxy took it off. */
export interface ReceivedFile {
  readonly blob: Blob;
  readonly fileName: string | null;
}

/** The `response` of an endpoint that answers with a file: `response: file`. */
export const file = z.instanceof(Blob);
