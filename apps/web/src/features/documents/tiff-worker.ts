import { openTiff } from './tiff-decoder.ts';
import type { TiffDecoder, TiffPicture } from './tiff-decoder.ts';

/** A file to open, or the number of a page of the file that is open. */
export type TiffQuestion = ArrayBuffer | number;
export type TiffReply =
  | { readonly kind: 'opened'; readonly pageCount: number }
  | { readonly kind: 'page'; readonly picture: TiffPicture }
  | { readonly kind: 'failed' };

// Decoding takes long and may not end for a damaged file: neither holds up the page.
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
