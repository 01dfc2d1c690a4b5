import type { Page } from '@playwright/test';
import { newDocument, pdf, type TestFile } from '../support/documents.ts';
import type { Api } from '../support/api.ts';
import { heading } from '../support/page.ts';
import { newPatient } from '../support/records.ts';
import { firstExtra, pdfPages, words } from '../support/sample-pdfs.ts';
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
