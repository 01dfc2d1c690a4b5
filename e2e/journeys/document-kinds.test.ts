import type { Page } from '@playwright/test';
import { newDocument, pdf, type TestFile } from '../support/documents.ts';
import type { Api } from '../support/api.ts';
import { heading } from '../support/page.ts';
import { newPatient } from '../support/records.ts';
import { IMAGES, PDF_PICTURES, PDF_TEXTS, TEXTS, type Kind } from '../support/sample-kinds.ts';
import { firstExtra, pdfPages, words } from '../support/sample-pdfs.ts';
import { TIFFS } from '../support/sample-tiffs.ts';
import { expect, test } from '../support/test.ts';

test.use({ account: 'admin' });

const content = (page: Page) => page.getByRole('region', { name: 'Document content' });

async function view(page: Page, api: Api, file: TestFile): Promise<void> {
  const patient = await newPatient(api);
  const { id } = await newDocument(api, patient.id, file);
  await page.goto(`/documents/${id}`);
  await expect(heading(page, file.name)).toBeVisible();
}

test.describe('viewing a PDF', () => {
  test('aligns the tops of the content and the details', async ({ page, api }) => {
    await view(page, api, pdf('labs.pdf', 'Potassium 4.1'));
    const top = async (name: string) =>
      (await page.getByRole('region', { name, exact: true }).boundingBox())?.y ?? Number.NaN;
    await expect.poll(async () => (await top('Details')) - (await top('Content'))).toBe(0);
  });

  test('works in a browser that cannot iterate over a stream, as Safari', async ({ page, api }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator);
      Reflect.deleteProperty(ReadableStream.prototype, 'values');
    });
    await view(page, api, pdf('labs.pdf', 'Potassium 4.1'));
    await expect(page.getByText('Potassium 4.1')).toBeVisible();
  });

  test('keeps the picture of a page if its text cannot be selected', async ({ page, api, complaints }) => {
    complaints.allow(/Not in this browser/);
    await page.addInitScript(() => {
      // oxlint-disable-next-line typescript/unbound-method -- called with its element
      const { append } = Element.prototype;
      Element.prototype.append = function refuse(this: Element, ...nodes) {
        if (this.classList.contains('textLayer')) throw new TypeError('Not in this browser');
        append.apply(this, nodes);
      };
    });
    await view(page, api, pdf('labs.pdf', 'Potassium 4.1'));
    await expect(content(page).locator('canvas')).toBeVisible();
    await expect(page.getByText('Page 1 of 1')).toBeVisible();
  });

  test('shows the good pages of a file that has a bad one, and prints all', async ({ page, api }) => {
    const bad = firstExtra(3);
    await view(
      page,
      api,
      pdfPages(
        'bad-page.pdf',
        [
          { content: words('First page') },
          { content: 'q 300 0 0 300 72 300 cm /Im1 Do Q', resources: `/XObject<</Im1 ${bad} 0 R>>` },
          { content: words('Third page') },
        ],
        {
          extra: [
            {
              dict: '<</Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/DCTDecode>>',
              stream: 'no picture',
            },
          ],
        },
      ),
    );
    await expect(page.getByText('First page')).toBeVisible();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByText('Parts of this page may be missing')).toBeVisible();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByText('Third page')).toBeVisible();
    await expect(page.getByText('Parts of this page may be missing')).toBeHidden();
  });
});

/** The color of the picture that is shown, at a place from 0 to 1 across and down. */
const colorAt = (page: Page, place: readonly [number, number]) =>
  content(page)
    .locator('canvas, img')
    .first()
    .evaluate((shown, [across, down]) => {
      if (!(shown instanceof HTMLCanvasElement || shown instanceof HTMLImageElement)) return [];
      const isCanvas = shown instanceof HTMLCanvasElement;
      const [width, height] = isCanvas
        ? [shown.width, shown.height]
        : [shown.naturalWidth, shown.naturalHeight];
      if (width === 0 || height === 0) return [];
      const copy = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
      const context = copy.getContext('2d');
      context?.drawImage(shown, Math.floor(width * across), Math.floor(height * down), 1, 1, 0, 0, 1, 1);
      // A printed red is a little different in each decoder.
      return [...(context?.getImageData(0, 0, 1, 1).data.slice(0, 3) ?? [])].map((value) =>
        Math.round(value / 20),
      );
    }, place);

async function expectShown(page: Page, { file, shows }: Kind): Promise<void> {
  await test.step(file.name, async () => {
    if ('says' in shows) await expect(page.getByText(shows.says)).toBeVisible();
    else if ('text' in shows) await expect(content(page).getByText(shows.text)).toBeVisible();
    else
      await expect
        .poll(() => colorAt(page, shows.at ?? [0.5, 0.5]), { message: file.name })
        .toEqual(shows.color.map((value) => Math.round(value / 20)));
    if (!('says' in shows)) await expect(page.getByText(/cannot be shown|may be missing/)).toHaveCount(0);
  });
}

/** A page that is drawn again shows the same. */
async function expectSameZoomed(page: Page, kind: Kind): Promise<void> {
  const zoomIn = page.getByRole('button', { name: 'Zoom in' });
  if (!('color' in kind.shows) || !(await zoomIn.isEnabled())) return;
  const width = () => content(page).locator('canvas').first().getAttribute('width');
  const before = await width();
  await zoomIn.click();
  await expect.poll(width).not.toBe(before);
  await expectShown(page, kind);
}

test.describe('each kind of file is shown right or refused with its reason', () => {
  for (const [name, kinds] of Object.entries({
    'PDFs of text': PDF_TEXTS,
    'PDFs of pictures': PDF_PICTURES,
    images: IMAGES,
    scans: TIFFS,
    'text files': TEXTS,
  }))
    test(`views ${name}`, async ({ page, api, complaints }) => {
      test.slow();
      // The browser writes a warning about each picture that it cannot show.
      complaints.allow(/ERR_|Failed to load resource/);
      const patient = await newPatient(api);
      for (const kind of kinds) {
        const { id } = await newDocument(api, patient.id, kind.file);
        await page.goto(`/documents/${id}`);
        await expect(heading(page, kind.file.name)).toBeVisible();
        await expectShown(page, kind);
        if (name === 'PDFs of pictures') await expectSameZoomed(page, kind);
      }
    });
});
