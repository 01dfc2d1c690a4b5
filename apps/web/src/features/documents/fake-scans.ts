import { onTestFinished, vi } from 'vitest';
import type { TiffQuestion, TiffReply } from './tiff-worker.ts';

/** Width and height of every page, in points at 200 per inch. */
const SIZE = { width: 400, height: 100 };

/**
 * Stands in for what a browser has to show scans and a page without one has not: the worker that decodes them, and drawing. A scan without
 * pages cannot be opened.
 */
export function stubScans(pages: readonly ('page' | 'damaged')[]) {
  let running = 0;
  const scrollTo = vi.fn<(to: ScrollToOptions) => void>();
  const replyTo = (question: TiffQuestion): TiffReply => {
    if (typeof question !== 'number')
      return pages.length === 0 ? { kind: 'failed' } : { kind: 'opened', pageCount: pages.length };
    if (pages[question - 1] !== 'page') return { kind: 'failed' };
    const pixels = new Uint8ClampedArray(SIZE.width * SIZE.height * 4);
    return { kind: 'page', picture: { ...SIZE, pixels, dpi: 200, stretch: 1, turn: 0 } };
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
  const drawing = { translate: vi.fn(), rotate: vi.fn(), drawImage: vi.fn() };
  const { prototype } = HTMLCanvasElement;
  const own = Object.getOwnPropertyDescriptor(prototype, 'getContext') ?? {};
  Object.defineProperty(prototype, 'getContext', { ...own, value: () => drawing });
  Object.assign(HTMLElement.prototype, { scrollTo });
  onTestFinished(() => {
    Object.defineProperty(prototype, 'getContext', own);
    Reflect.deleteProperty(HTMLElement.prototype, 'scrollTo');
  });
  return { /** Decoders that were not ended. */ running: () => running, scrollTo };
}
