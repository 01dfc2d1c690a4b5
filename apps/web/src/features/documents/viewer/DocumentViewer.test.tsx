import type { Document } from '@portal/contract/documents';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createFakeServer, type Answer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { aDocument, fileAnswer, watchSaves } from '../test/document-fixtures.ts';
import { DocumentPage } from '../DocumentPage.tsx';
import { stubScans } from './test/fake-scans.ts';

const WHOLE_GIF = 'GIF89a;';
const picture = aDocument({ fileName: 'wound.gif', fileType: 'gif' });
const scan = aDocument({ fileName: 'fax.tif', fileType: 'tif' });
const VIEW = `GET /document/${picture.id}/view`;

/** Width of the viewer, which the test environment does not lay out. */
function stubRoom(width: number): void {
  class FixedSize {
    readonly #listener: ResizeObserverCallback;
    constructor(listener: ResizeObserverCallback) {
      this.#listener = listener;
    }
    observe(target: Element): void {
      const entry = {
        target,
        contentRect: new DOMRect(0, 0, width, 0),
        borderBoxSize: [],
        contentBoxSize: [],
        devicePixelContentBoxSize: [],
      };
      this.#listener([entry], this);
    }
    unobserve(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal('ResizeObserver', FixedSize);
}

async function open(document: Document, content: Answer | (() => Promise<Answer>)) {
  stubRoom(600);
  const server = createFakeServer();
  server.on(`GET /document/${document.id}`, { body: document });
  server.on(`GET /document/${document.id}/download`, fileAnswer('content', document.fileName));
  server.on(VIEW, content);
  const page = await showPage({
    server,
    pages: { '/documents/:id': DocumentPage },
    at: `/documents/${document.id}`,
    permissions: ['Document.View'],
  });
  return { ...page, server };
}
const region = () => screen.findByRole('region', { name: 'Content' });
const inViewer = async () => within(await region());
const percent = () => screen.getByLabelText('Zoom').textContent;

/** Simulates the loaded image with a natural width in px. */
async function loaded(naturalWidth: number) {
  const image = await screen.findByAltText<HTMLImageElement>('wound.gif');
  Object.defineProperty(image, 'naturalWidth', { value: naturalWidth });
  fireEvent.load(image);
  return image;
}

const openScan = async (pages: Parameters<typeof stubScans>[0]) => {
  const scans = stubScans(pages);
  return { scans, ...(await open(scan, fileAnswer('scan'))) };
};

describe('document content', () => {
  it('shows a loading placeholder next to the details', async () => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    await open(picture, () => promise);
    const viewer = await inViewer();
    expect(await viewer.findByLabelText('Loading')).toBeTruthy();
    expect(screen.getByText('wound.gif', { selector: 'h1' })).toBeTruthy();
    resolve(fileAnswer(WHOLE_GIF));
    expect(await viewer.findByAltText('wound.gif')).toBeTruthy();
    expect(viewer.queryByLabelText('Loading')).toBeNull();
  });

  it('fetches the content once per visit', async () => {
    const { server } = await open(picture, fileAnswer(WHOLE_GIF));
    await loaded(300);
    expect(server.countOf(VIEW)).toBe(1);
  });

  it.each([
    [{ status: 500 }, 'Failed to fetch document'],
    [{ status: 409, body: { code: 'FILE_DAMAGED', message: 'The stored file is damaged.' } }, 'is damaged.'],
  ])('%j shows an error instead of the content and can be retried', async (answer, text) => {
    const { server, user } = await open(picture, answer);
    const viewer = await inViewer();
    expect(await viewer.findByText(text, { exact: false })).toBeTruthy();
    server.on(VIEW, fileAnswer(WHOLE_GIF));
    await user.click(viewer.getByText('Retry'));
    expect(await viewer.findByAltText('wound.gif')).toBeTruthy();
  });

  it('offers other file types for download without fetching them', async () => {
    const saved = watchSaves();
    const { server, user } = await open(aDocument(), { status: 500 });
    const viewer = await inViewer();
    expect(viewer.getByText(/This file type \(Word document\) cannot be shown here/)).toBeTruthy();
    await user.click(viewer.getByText('Download'));
    await waitFor(() => expect(saved).toEqual(['letter.docx']));
    expect(server.countOf(VIEW)).toBe(0);
  });
});

describe('image', () => {
  it('fits the viewer and zooms in steps', async () => {
    const { user } = await open(picture, fileAnswer(WHOLE_GIF));
    const image = await loaded(1200);
    await waitFor(() => expect(percent()).toBe('50%'));
    expect(image.style.width).toBe('600px');
    expect(screen.getByText('Fit width')).toHaveProperty('disabled', true);
    await user.click(screen.getByLabelText('Zoom in'));
    expect(percent()).toBe('75%');
    expect(image.style.width).toBe('900px');
    await user.click(screen.getByText('Fit width'));
    expect(percent()).toBe('50%');
  });

  it('has no zoom before its size is known', async () => {
    await open(picture, fileAnswer(WHOLE_GIF));
    await screen.findByAltText('wound.gif');
    expect(percent()).toBe('');
    expect(screen.getByLabelText('Zoom in')).toHaveProperty('disabled', true);
    expect(screen.getByLabelText('Zoom out')).toHaveProperty('disabled', true);
  });

  it('has the place of a page before it is drawn, so that nothing jumps', async () => {
    await open(picture, fileAnswer(WHOLE_GIF));
    const image = await screen.findByAltText('wound.gif');
    const place = () => image.parentElement?.parentElement?.style.minHeight;
    expect(place()).toBe('640px');
    await loaded(300);
    expect(place()).toBe('0px');
  });

  it('is not called damaged but offered for download if the browser cannot show it', async () => {
    await open(picture, fileAnswer(WHOLE_GIF));
    fireEvent.error(await screen.findByAltText('wound.gif'));
    const viewer = await inViewer();
    expect(await viewer.findByText(/^This browser cannot show this file/)).toBeTruthy();
    expect(viewer.queryByText(/damaged/)).toBeNull();
    expect(viewer.getByText('Download')).toBeTruthy();
    expect(screen.queryByAltText('wound.gif')).toBeNull();
  });

  it('is shown with a warning if truncated', async () => {
    await open(picture, fileAnswer('GIF89a'));
    const viewer = await inViewer();
    expect(await viewer.findByText(/^The end of this file is missing/)).toBeTruthy();
    expect(viewer.getByAltText('wound.gif')).toBeTruthy();
  });
});

describe('scan', () => {
  it('is shown page by page, each from its top', async () => {
    const { user, scans } = await openScan(['page', 'page']);
    expect(await screen.findByText('Page 1 of 2')).toBeTruthy();
    expect(screen.getByLabelText('Previous page')).toHaveProperty('disabled', true);
    await user.click(screen.getByLabelText('Next page'));
    expect(await screen.findByText('Page 2 of 2')).toBeTruthy();
    expect(screen.getByLabelText('fax.tif, page 2')).toBeTruthy();
    expect(scans.scrollTo).toHaveBeenCalledWith({ top: 0 });
    expect(screen.getByLabelText('Next page')).toHaveProperty('disabled', true);
    expect(screen.getByLabelText('Previous page')).toHaveProperty('disabled', false);
  });

  it('has its paper size at 100 percent', async () => {
    // 400 pixels at 200 dpi are 2 inches, or 192 CSS px.
    await openScan(['page']);
    await waitFor(() => expect(percent()).toBe('100%'));
    expect(screen.getByLabelText('fax.tif, page 1').style.width).toBe('192px');
  });

  it('says which page cannot be shown and why, and keeps the other pages', async () => {
    const { user } = await openScan(['page', 'damaged', 'kind', 'page']);
    await screen.findByText('Page 1 of 4');
    await user.click(screen.getByLabelText('Next page'));
    expect(
      await screen.findByText(/^Page 2 cannot be shown here: its content could not be read/),
    ).toBeTruthy();
    await user.click(screen.getByLabelText('Next page'));
    expect(await screen.findByText(/^Page 3 cannot be shown here: its colors \(CIE Lab\)/)).toBeTruthy();
    await user.click(screen.getByLabelText('Next page'));
    expect(await screen.findByLabelText('fax.tif, page 4')).toBeTruthy();
    expect(screen.queryByText(/cannot be shown/)).toBeNull();
    expect(screen.queryByText(/damaged/)).toBeNull();
  });

  it('is offered for download if it cannot be opened', async () => {
    const { scans } = await openScan([]);
    const viewer = await inViewer();
    expect(await viewer.findByText(/^This file could not be read/)).toBeTruthy();
    expect(viewer.getByText('Download')).toBeTruthy();
    expect(scans.running()).toBe(0);
  });

  it('terminates its decoder when the page is left', async () => {
    const { scans, router } = await openScan(['page']);
    await screen.findByText('Page 1 of 1');
    expect(scans.running()).toBe(1);
    await router.navigate('/documents');
    await waitFor(() => expect(scans.running()).toBe(0));
  });
});

const bytes = (text: string, encoding: 'latin1' | 'utf16le' | 'utf8') =>
  Uint8Array.from(Buffer.from(text, encoding));

describe('text', () => {
  const notes = aDocument({ fileName: 'notes.txt', fileType: 'txt' });
  it.each([
    ['UTF-8', bytes('Take 5 µg', 'utf8'), false],
    ['UTF-16', bytes('\ufeffTake 5 µg', 'utf16le'), false],
    ['Windows-1252', bytes('Take 5 µg', 'latin1'), true],
  ])('in %s is shown, with what was assumed', async (_encoding, content, isAssumed) => {
    await open(notes, fileAnswer(content));
    const viewer = await inViewer();
    expect(await viewer.findByText('Take 5 µg')).toBeTruthy();
    expect(viewer.queryByText(/It is shown as Windows-1252/) !== null).toBe(isAssumed);
  });

  it('is shown in part if it is very long', async () => {
    await open(notes, fileAnswer(`${'a'.repeat(500_000)}END`));
    const viewer = await inViewer();
    expect(await viewer.findByText(/^Only the first 500,000 characters are shown/)).toBeTruthy();
    expect(viewer.queryByText(/END/)).toBeNull();
  });
});
