import type { Locator, Page } from '@playwright/test';

/** Copies a text as another program does, and pastes it with the keyboard. */
export async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.focus();
  await page.keyboard.press('Control+v');
}
