import { openTiff } from './tiff-decoder.ts';
import type { TiffDecoder, TiffPicture } from './tiff-decoder.ts';

/** A file to open, or a page number of the open file. */
export type TiffQuestion = ArrayBuffer | number;
export type TiffReply =
  | { readonly kind: 'opened'; readonly pageCount: number }
  | { readonly kind: 'page'; readonly picture: TiffPicture }
  | { readonly kind: 'failed' };

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
    return open === null ? { kind: 'failed' } : { kind: 'page', picture: open.page(question) };
  } catch {
    return { kind: 'failed' };
  }
}
