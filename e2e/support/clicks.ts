import type { Page } from '@playwright/test';

declare global {
  interface Window {
    pressed?: number;
  }
}

/** Starts to count clicks and taps in the open document. Keys and typing do not count. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    window.pressed = 0;
    addEventListener('pointerdown', () => (window.pressed = (window.pressed ?? 0) + 1), true);
  });
  return () => page.evaluate(() => window.pressed ?? Number.NaN);
}
