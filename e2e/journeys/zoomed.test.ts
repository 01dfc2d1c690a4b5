import type { Page } from '@playwright/test';
import { visit } from '../support/page.ts';
import { addressOf, recordsToShow, SCREENS } from '../support/screens.ts';
import { settled } from '../support/settled.ts';
import { expect, test } from '../support/test.ts';

/** A screen of 1440 by 900 px at a zoom of 400 % (WCAG 2.2, 1.4.10). */
const ZOOMED = { width: 360, height: 225 };
const FORMS = /\/(new|edit|assign|complete|upload|delete|reset-password|profile|change-password)\b|:\w+$/;

/** The height in px that bars leave for the page, at any scroll position. */
function roomBesideBars(page: Page): Promise<number> {
  return page.evaluate(() => {
    // A dialog covers the page, but is no bar.
    const isBar = (element: Element | null): boolean =>
      element !== null &&
      !element.matches('.MuiModal-root') &&
      (['sticky', 'fixed'].includes(getComputedStyle(element).position) || isBar(element.parentElement));
    const free = [0, document.documentElement.scrollHeight / 2, document.documentElement.scrollHeight].map(
      (top) => {
        window.scrollTo(0, top);
        return Array.from({ length: window.innerHeight }, (_, y) => y).filter(
          (y) => !isBar(document.elementFromPoint(window.innerWidth / 2, y)),
        ).length;
      },
    );
    return Math.min(...free);
  });
}

test.describe('every form at a zoom of 400 %', () => {
  test.describe.configure({ mode: 'parallel' });
  test.use({ account: 'superadmin', viewport: ZOOMED });

  let records: ReadonlyMap<string, string>;
  test.beforeAll(async ({ api }) => {
    records = await recordsToShow(api);
  });

  for (const [area, screens] of Object.entries(SCREENS)) {
    const forms = screens.filter((screen) => FORMS.test(screen));
    if (forms.length === 0) continue;
    test(`has the whole screen: ${area}`, async ({ page }) => {
      test.setTimeout(180_000);
      for (const screen of forms) {
        await visit(page, addressOf(screen, records));
        await settled(page);
        await expect.poll(() => roomBesideBars(page), screen).toBe(ZOOMED.height);
      }
    });
  }
});
