import type { Page } from '@playwright/test';
import type { Account } from './signed-in.ts';

/** Fills in and submits the visible sign-in form. */
export async function signInOn(page: Page, { userName, password }: Account): Promise<void> {
  await page.getByLabel('Username').fill(userName);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** The session data in the browser’s storage. */
export function stored(page: Page): Promise<{ token: string | null; user: string | null }> {
  return page.evaluate(() => ({ token: localStorage.getItem('token'), user: localStorage.getItem('user') }));
}

export const NOTHING_STORED = { token: null, user: null };

/** Logs out from the account menu. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
}
