import { onTestFinished, vi } from 'vitest';
import type { TiffQuestion, TiffReply } from '../tiff-worker.ts';

/** Width and height of every page, in pixels at 200 dpi. */
const SIZE = { width: 400, height: 100 };

/**
 * Fakes the browser features that scans need and the test environment lacks: the decoder worker and canvas drawing. A scan
 * without pages cannot be opened.
 */
export function stubScans(pages: readonly ('page' | 'damaged' | 'kind')[]) {
  let running = 0;
  const scrollTo = vi.fn<(to: ScrollToOptions) => void>();
  const replyTo = (question: TiffQuestion): TiffReply => {
    if (typeof question !== 'number')
      return pages.length === 0
        ? { kind: 'failed', reason: null }
        : { kind: 'opened', pageCount: pages.length };
    const page = pages[question - 1];
    if (page === 'kind') return { kind: 'failed', reason: 'its colors (CIE Lab) are not supported' };
    if (page !== 'page') return { kind: 'failed', reason: null };
    const pixels = new Uint8ClampedArray(SIZE.width * SIZE.height * 4);
    return { kind: 'page', picture: { ...SIZE, pixels, dpi: 200, stretch: 1, isMirrored: false, turn: 0 } };
  };

  class FakeWorker extends EventTarget {
    #isRunning = true;
    constructor() {
      super();
      running += 1;
    }
    postMessage(question: TiffQuestion): void {
      queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: replyTo(question) })));
    }
    terminate(): void {
      if (this.#isRunning) running -= 1;
      this.#isRunning = false;
    }
  }
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('ImageData', vi.fn());
  vi.stubGlobal('createImageBitmap', async () => ({ close: () => undefined }));
  const drawing = { translate: vi.fn(), rotate: vi.fn(), scale: vi.fn(), drawImage: vi.fn() };
  const { prototype } = HTMLCanvasElement;
  const own = Object.getOwnPropertyDescriptor(prototype, 'getContext') ?? {};
  Object.defineProperty(prototype, 'getContext', { ...own, value: () => drawing });
  Object.assign(HTMLElement.prototype, { scrollTo });
  onTestFinished(() => {
    Object.defineProperty(prototype, 'getContext', own);
    Reflect.deleteProperty(HTMLElement.prototype, 'scrollTo');
  });
  return { /** Number of decoders that were not terminated. */ running: () => running, scrollTo };
}
