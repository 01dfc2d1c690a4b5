import { printed } from '../support/printed.ts';
import { settled } from '../support/settled.ts';
import { expect, test } from '../support/test.ts';

const LETTER = { width: 612, height: 792 };
const LANDSCAPE = { width: 792, height: 612 };
const MARGIN = 36;

/** A list with filters in its address, and what its print must say about them. */
const LISTS = [
  {
    path: '/orders?status=Pending&startDate=2024-01-02',
    filters: 'Status: Pending · Start Date: 01/02/2024',
  },
  { path: '/messages?priority=Urgent&unassigned=true', filters: 'Priority: Urgent · Unassigned Only' },
  { path: '/charges?tab=all', filters: 'Start Date: ' },
  { path: '/audit-logs?entityType=Patient', filters: 'Entity Type: Patient' },
  { path: '/documents?type=LabResult', filters: 'Document Type: Lab Result' },
  { path: '/patients?inactive=true', filters: 'Show inactive' },
  { path: '/users', filters: 'No filters' },
];

const PRINTED_CELLS = 'tr > :not(.list-actions, .list-checkbox)';
const wordsOf = (text: string) => [...new Set(text.split(/[^\p{L}\p{N}]+/u))];

test.describe('the print command of the browser', () => {
  test.use({ account: 'superadmin' });

  test('prints lists in landscape with all columns, the filters in words, and what is missing', async ({
    page,
  }) => {
    test.setTimeout(180_000);
    for (const { path, filters } of LISTS)
      await test.step(path, async () => {
        await page.goto(path);
        await settled(page);
        const cells = await page.getByRole('table').locator(PRINTED_CELLS).allInnerTexts();
        const sheets = await printed(page);
        for (const { width, height, right } of sheets) {
          expect({ width, height }).toEqual(LANDSCAPE);
          expect(right).toBeLessThanOrEqual(LANDSCAPE.width - MARGIN + 1);
        }
        const text = sheets.map((sheet) => sheet.text).join(' ');
        expect(text).toContain(filters);
        const onPaper = text.replaceAll(' ', '');
        const words = wordsOf(cells.join(' '));
        expect(words.filter((word) => !onPaper.includes(word))).toEqual([]);
        expect(sheets.at(-1)?.text).toContain(`Page ${sheets.length} of ${sheets.length}`);
        expect(text).toMatch(/Rows 1–\d+ of .*not printed|All rows of the list: \d+/);
      });
  });

  test('prints the same list from a phone', async ({ page, openAs }) => {
    const path = '/orders?status=Pending';
    await page.goto(path);
    await settled(page);
    const cells = await page.getByRole('table').locator(PRINTED_CELLS).allInnerTexts();
    const words = wordsOf(cells.join(' '));
    const phone = await openAs('superadmin', { viewport: { width: 390, height: 844 } });
    await phone.page.goto(path);
    await settled(phone.page);
    await expect(phone.page.getByRole('table')).toBeHidden();
    const sheets = await printed(phone.page);
    const onPaper = sheets.map(({ text }) => text.replaceAll(' ', ''));
    expect(sheets[0]).toMatchObject(LANDSCAPE);
    expect(words.filter((word) => !onPaper.join('').includes(word))).toEqual([]);
    // Each sheet has rows, not only the line below them, wherever the last row ends.
    for (let lower = 0; lower <= 306; lower += 18) {
      await phone.page.locator('main').evaluate((main, top) => (main.style.paddingTop = `${top}px`), lower);
      for (const { text } of await printed(phone.page))
        expect(text, `${lower} px lower`).toMatch(/ORD-\d{4}/);
    }
    await expect(phone.page.getByRole('table')).toBeHidden();
  });

  test('prints a page without a list in portrait', async ({ page }) => {
    await page.goto('/help');
    await settled(page);
    const [first] = await printed(page);
    expect(first).toMatchObject(LETTER);
  });

  test('prints the light theme, and shows the dark one again', async ({ openAs }) => {
    const { page } = await openAs('superadmin', { colorScheme: 'dark' });
    await page.goto('/patients');
    await settled(page);
    const html = page.locator('html');
    await expect(html).toHaveAttribute('data-dark', '');
    await page.evaluate(() =>
      window.addEventListener('beforeprint', () => {
        const { backgroundColor, color } = getComputedStyle(document.body);
        document.documentElement.dataset['printed'] = `${backgroundColor} ${color}`;
      }),
    );
    await printed(page);
    await expect(html).toHaveAttribute(
      'data-printed',
      /^rgb\(2\d\d, 2\d\d, 2\d\d\) rgb\(\d\d?, \d\d?, \d\d?\)$/,
    );
    await expect(html).toHaveAttribute('data-dark', '');
  });
});
