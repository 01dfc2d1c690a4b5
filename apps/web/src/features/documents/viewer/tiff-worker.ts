import { BigTiffError, openTiff, type TiffDecoder, type TiffPicture } from './tiff-decoder.ts';
import { TiffKindError } from './tiff-kinds.ts';

/** A file to open, or a page number of the open file. */
export type TiffQuestion = ArrayBuffer | number;
export type TiffReply =
  | { readonly kind: 'opened'; readonly pageCount: number }
  | { readonly kind: 'page'; readonly picture: TiffPicture }
  | { readonly kind: 'bigTiff' }
  /** The reason is null if the content could not be read. */
  | { readonly kind: 'failed'; readonly reason: string | null };

const UNREADABLE = { kind: 'failed', reason: null } as const;

// Runs in a worker because decoding is slow and may never finish for a damaged file.
let open: TiffDecoder | null = null;

addEventListener('message', ({ data }: MessageEvent<TiffQuestion>) => {
  const reply = answer(data);
  const transfer = reply.kind === 'page' ? [reply.picture.pixels.buffer] : [];
  postMessage(reply, { transfer });
});

function answer(question: TiffQuestion): TiffReply {
  try {
    if (typeof question !== 'number') {
      open = openTiff(question);
      return { kind: 'opened', pageCount: open.pageCount };
    }
    return open === null ? UNREADABLE : { kind: 'page', picture: open.page(question) };
  } catch (error) {
    if (error instanceof BigTiffError) return { kind: 'bigTiff' };
    return error instanceof TiffKindError ? { kind: 'failed', reason: error.message } : UNREADABLE;
  }
}
