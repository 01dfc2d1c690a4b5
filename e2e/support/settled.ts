import type { Page } from '@playwright/test';

/** Waits until a screen has loaded: heading, no skeletons or progress indicators, fonts. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  // The page of components shows a placeholder as an example.
  // The check of the audit log, which starts with the portal, takes long on a busy machine.
  await page.waitForFunction(
    () =>
      document.querySelector(
        '.MuiSkeleton-root:not([data-example]), .list-skeleton, [aria-busy="true"], [role="progressbar"]',
      ) === null,
    undefined,
    { timeout: 60_000 },
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
