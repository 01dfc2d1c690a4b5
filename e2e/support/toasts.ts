import type { Page } from '@playwright/test';
import { answer } from './requests.ts';

/** Makes saving a theme fail from now on. Every screen with a top bar then shows a toast that stays. */
export const makeThemesFail = (page: Page) => answer(page, '**/api/user/preferences', { status: 500 });

const FAILED = 'Your preference could not be saved';

/** The visible toast with this text. */
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text);

/** Shows a toast unless one is visible. Returns false when the screen has no top bar. */
export async function showToast(page: Page): Promise<boolean> {
  const theme = page.getByRole('banner').getByRole('button', { name: 'Theme', exact: true });
  if ((await theme.count()) === 0) return false;
  if ((await toast(page, FAILED).count()) > 0) return true;
  await theme.click();
  await page.getByRole('menuitemradio', { name: 'Match system' }).click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await toast(page, FAILED).waitFor();
  return true;
}

/** Controls and the title that the toast covers at any scroll position, as messages. */
export async function underToast(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const box = document.querySelector('section[aria-label="Messages"] [class*="MuiAlert-root"]');
    const bar = document.querySelector('header[class*="MuiAppBar-root"]');
    if (box === null || bar === null) return ['There is no toast'];
    const CONTROLS =
      'a[href], button, input, select, textarea, summary, [role="button"], [role="combobox"], [role="tab"], [tabindex="0"], nav[aria-label^="Pages of"]';
    window.scrollTo(0, 0);
    const area = box.getBoundingClientRect();
    const isUnder = ({ left, right, top, bottom }: DOMRect) =>
      left < area.right && right > area.left && top < area.bottom && bottom > area.top;
    const found = [...document.querySelectorAll(CONTROLS)]
      .filter((control) => !box.contains(control) && control.checkVisibility())
      .filter((control) => isUnder(control.getBoundingClientRect()))
      .map((control) => `A toast covers ${control.outerHTML.slice(0, 200)}`);
    const title = document.querySelector('section[aria-label="Messages"]')?.previousElementSibling;
    if (!title || title.clientWidth < Math.min(title.scrollWidth, 90)) found.push('A toast covers the title');
    // The page scrolls below the top bar, which never moves.
    for (const top of [0, document.documentElement.scrollHeight]) {
      window.scrollTo(0, top);
      const [inner, outer] = [box.getBoundingClientRect(), bar.getBoundingClientRect()];
      const isInside =
        inner.left >= outer.left &&
        inner.right <= outer.right &&
        inner.top >= Math.max(0, outer.top) &&
        inner.bottom <= outer.bottom;
      if (!isInside) found.push(`A toast leaves the top bar when scrolled to ${top}`);
    }
    window.scrollTo(0, 0);
    return found;
  });
}
