import type { Locator, Page } from '@playwright/test';

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/**
 * Navigates to another screen within the app, like a link. On the same screen or outside the app it loads the page,
 * because nothing would show when the navigation is done. The portal may show data cached for a few seconds.
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

/** The page’s main heading. */
export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** Picks an option of a radio group. */
export const pick = (page: Page, label: string, option: string): Promise<void> =>
  page.getByRole('radiogroup', { name: label }).getByRole('radio', { name: option, exact: true }).check();
