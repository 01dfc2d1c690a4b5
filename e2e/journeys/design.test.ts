import { launchOptionsOf } from '../support/chromium.ts';
import { DESKTOP, heading, PHONE } from '../support/page.ts';
import { atRest } from '../support/pictures.ts';
import { readyUser } from '../support/records.ts';
import { expect, fromSetup, test } from '../support/test.ts';

const chromium = () => ({
  executablePath: fromSetup('JOURNEYS_CHROMIUM'),
  libraries: fromSetup('JOURNEYS_LIBRARIES'),
});

test.use({
  launchOptions: [
    async ({}, use) => {
      const options = launchOptionsOf(chromium());
      // How a computer smooths its letters and draws its scroll bars does not count.
      await use({
        ...options,
        ignoreDefaultArgs: false,
        args: [...(options.args ?? []), '--font-render-hinting=none'],
      });
    },
    { scope: 'worker' },
  ],
});

const LOOKS = [
  { look: 'light', viewport: DESKTOP, colorScheme: 'light', rows: 'Comfortable' },
  { look: 'dark', viewport: DESKTOP, colorScheme: 'dark', rows: 'Comfortable' },
  { look: 'compact', viewport: DESKTOP, colorScheme: 'light', rows: 'Compact' },
  { look: 'phone', viewport: PHONE, colorScheme: 'light', rows: 'Comfortable' },
] as const;

for (const { look, viewport, colorScheme, rows } of LOOKS) {
  test(`the components look as docs/design.md shows them: ${look}`, async ({ openAs, api }) => {
    const { page } = await openAs(await readyUser(api), { viewport, colorScheme });
    await page.goto('/design');
    await expect(heading(page, 'Design')).toBeVisible();
    await page.getByRole('group', { name: 'Row height' }).getByRole('button', { name: rows }).click();
    await expect(page.locator('html')).toHaveAttribute('data-density', rows.toLowerCase());
    // Charts are drawn when they come onto the screen.
    for (const figure of await page.getByRole('region').all()) await figure.scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, 0));
    await atRest(page);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
      .toBeLessThanOrEqual(0);
    // Another Chromium draws the same letters in its own way. The one of the lockfile is always the same.
    if (chromium().executablePath.includes('node_modules'))
      await expect(page).toHaveScreenshot(`design-${look}.png`, { fullPage: true });
  });
}
