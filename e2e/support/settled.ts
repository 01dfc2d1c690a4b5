import type { Page } from '@playwright/test';

/**
 * Placeholders of content that has not arrived. The page of components shows a placeholder as an example. The check of the audit log,
 * which starts with the portal, takes long on a busy machine.
 */
export const PLACEHOLDERS =
  '.MuiSkeleton-root:not([data-example]), .list-skeleton, [aria-busy="true"], [role="progressbar"]';

/** Waits until a screen has loaded: heading, no skeletons or progress indicators, fonts. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.waitForFunction((placeholders) => document.querySelector(placeholders) === null, PLACEHOLDERS, {
    timeout: 60_000,
  });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
