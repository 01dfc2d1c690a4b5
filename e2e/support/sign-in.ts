import type { Page } from '@playwright/test';
import type { Account } from './signed-in.ts';

/** Fills in the sign-in form that is on the screen and sends it. */
export async function signInOn(page: Page, { userName, password }: Account): Promise<void> {
  await page.getByLabel('Username').fill(userName);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** What the browser stores of the session . */
export function stored(page: Page): Promise<{ token: string | null; user: string | null }> {
  return page.evaluate(() => ({ token: localStorage.getItem('token'), user: localStorage.getItem('user') }));
}

export const NOTHING_STORED = { token: null, user: null };

/** Opens the account menu and logs out. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
}
