import type { Page } from '@playwright/test';
import { listProblems } from '../support/list-measure.ts';
import { visit } from '../support/page.ts';
import { newOffice, newPatient, newUser, uniqueName } from '../support/records.ts';
import { addressOf, recordsToShow, SCREENS } from '../support/screens.ts';
import { settled } from '../support/settled.ts';
import { range } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

/** Common sizes of screens, in px: a desktop, a laptop, a small tablet, on which a table may scroll sideways, and a phone. */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 900 },
  { width: 768, height: 900 },
  { width: 390, height: 844 },
] as const;

/** Everything fits, in both densities. */
async function expectFit(page: Page, screen: string): Promise<void> {
  for (const density of ['comfortable', 'compact']) {
    await page.evaluate((value) => {
      document.documentElement.dataset['density'] = value;
    }, density);
    await expect(async () => {
      expect(await listProblems(page), `${screen}, ${density}`).toEqual([]);
    }).toPass({ timeout: 15_000 });
  }
}

test.describe('every list', () => {
  test.describe.configure({ mode: 'parallel' });
  test.use({ account: 'superadmin' });

  let records: ReadonlyMap<string, string>;
  test.beforeAll(async ({ api }) => {
    records = await recordsToShow(api);
    // The first ones of their lists, with texts that have no place to break.
    await newOffice(api, {
      name: `Aaaaaa${uniqueName()}${'aeiou'.repeat(12)}`,
      address: 'aeiou'.repeat(20),
      city: 'aeiou'.repeat(10),
    });
    await newPatient(api, { firstName: 'aeiou'.repeat(10), lastName: `Aaaaaa${'aeiou'.repeat(7)}` });
    await newUser(api, { firstName: 'Aaron', lastName: `Aaaaaa${'aeiou'.repeat(7)}${uniqueName()}` });
  });

  for (const [area, screens] of Object.entries(SCREENS)) {
    test(`fits the screen, in rows of two lines, with its actions in sight: ${area}`, async ({ page }) => {
      test.setTimeout(300_000);
      await page.addInitScript(() => {
        window.print = () => undefined;
      });
      for (const screen of screens) {
        await visit(page, addressOf(screen, records));
        await settled(page);
        if ((await page.locator('main .list-table').count()) === 0) continue;
        for (const size of SIZES) {
          await page.setViewportSize(size);
          await settled(page);
          await expectFit(page, `${screen} at ${size.width} px`);
        }
        await page.setViewportSize(SIZES[0]);
      }
    });
  }

  test('still fits when rows of others make it scroll, and keeps its columns in place', async ({
    page,
    api,
  }) => {
    const city = uniqueName('V');
    const add = (count: number) => Promise.all(Array.from({ length: count }, () => newOffice(api, { city })));
    await page.setViewportSize({ width: 1440, height: 900 });
    await add(2);
    await visit(page, `/offices?search=${city}`);
    await expect(range(page, 'Offices').filter({ hasText: '1–2 of 2' })).toBeVisible();
    const widths = () =>
      page.locator('main th.list-head').evaluateAll((cells) => cells.map(({ clientWidth }) => clientWidth));
    const before = await widths();
    await add(23);
    await expect(range(page, 'Offices').filter({ hasText: '1–20 of 25' })).toBeVisible();
    await settled(page);
    await expectFit(page, 'offices');
    expect(await widths()).toEqual(before);
  });

  test('shows the first record of a phone in the upper half of the screen', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ['/patients', '/orders', '/messages', '/documents', '/users', '/offices']) {
      await visit(page, path);
      await settled(page);
      await expect
        .poll(async () => (await page.locator('main .list-card').first().boundingBox())?.y ?? 844, {
          message: path,
        })
        .toBeLessThan(422);
    }
  });

  test('fits with one column, without rows, and says how many there are', async ({ page }) => {
    await visit(page, '/orders?hide=type,patient,diagnosis,orderDate,status,priority,orderedBy');
    await settled(page);
    await expectFit(page, 'one column');
    await visit(page, '/users?search=nobody-of-this-name');
    await expect(page.getByText('No users found matching your search')).toBeVisible();
    await expectFit(page, 'no rows');
  });
});
