import type { Locator, Page } from '@playwright/test';

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/**
 * Leads a page that stands on another screen of the portal to an address without loading everything anew, as a link would; any
 * other page opens the address, because nothing would tell when the same screen has followed it. The portal may show what it
 * read within the last seconds.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const { protocol, pathname } = new URL(page.url());
  if (protocol !== 'http:' || pathname === '/login' || pathname === path.split('?')[0]) {
    await page.goto(path);
    return;
  }
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** The page's title on the screen. */
export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });
