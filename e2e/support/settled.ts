import type { Page } from '@playwright/test';

/** Waits until a screen shows what it loads: its heading, no placeholders, nothing busy, its fonts. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.waitForFunction(
    () => document.querySelector('.MuiSkeleton-root, [aria-busy="true"], [role="progressbar"]') === null,
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
