import type { Page } from '@playwright/test';
import { visit } from '../support/page.ts';
import { newOffice, newPatient, newUser, uniqueName } from '../support/records.ts';
import { addressOf, recordsToShow, SCREENS } from '../support/screens.ts';
import { settled } from '../support/settled.ts';
import { range } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

/** Common widths of screens, in px, down to a small tablet. On the smallest, a table may scroll sideways. */
const WIDTHS = [1440, 1280, 1024, 768] as const;
const SCROLLS_BELOW = 1024;

interface Measured {
  readonly name: string;
  /** In px: of the table, and of the place in which it scrolls. */
  readonly width: number;
  readonly room: number;
  /** Whether the Actions column is in sight without scrolling. */
  readonly showsActions: boolean;
}

/** Measures the tables of a page. */
function measure(page: Page): Promise<Measured[]> {
  return page.locator('main table').evaluateAll((tables) =>
    tables
      .filter((table) => table.checkVisibility())
      .map((table) => {
        let place = table.parentElement ?? table;
        while (getComputedStyle(place).overflowX === 'visible' && place.parentElement !== null)
          place = place.parentElement;
        const actions = table.querySelector('thead .list-actions');
        return {
          name: table.getAttribute('aria-label') ?? 'table without a name',
          width: table.scrollWidth,
          room: place.clientWidth,
          showsActions:
            actions === null ||
            actions.getBoundingClientRect().right <= place.getBoundingClientRect().right + 1,
        };
      }),
  );
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
    test(`fits the screen and shows its actions: ${area}`, async ({ page }) => {
      test.setTimeout(180_000);
      await page.addInitScript(() => {
        window.print = () => undefined;
      });
      for (const screen of screens) {
        await visit(page, addressOf(screen, records));
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await settled(page);
          await expect(async () => {
            const tables = await measure(page);
            const cut = tables.filter(
              ({ room, ...table }) => width >= SCROLLS_BELOW && table.width > room + 1,
            );
            expect(cut, `${screen} at ${width} px is wider than its place`).toEqual([]);
            const hidden = tables.filter(({ showsActions }) => !showsActions);
            expect(hidden, `${screen} at ${width} px hides its actions`).toEqual([]);
          }).toPass({ timeout: 5000 });
          if ((await page.locator('main table').count()) === 0) break;
        }
      }
    });
  }

  test('still fits when rows of others make it scroll', async ({ page, api }) => {
    const city = uniqueName('V');
    const add = (count: number) => Promise.all(Array.from({ length: count }, () => newOffice(api, { city })));
    await page.setViewportSize({ width: 1440, height: 900 });
    await add(2);
    await visit(page, `/offices?search=${city}`);
    await expect(range(page, 'Offices').filter({ hasText: '1–2 of 2' })).toBeVisible();
    await add(23);
    await expect(range(page, 'Offices').filter({ hasText: '1–20 of 25' })).toBeVisible();
    await settled(page);
    for (const { name, width, room } of await measure(page))
      expect(width, `${name} is wider than its place`).toBeLessThanOrEqual(room + 1);
  });
});
