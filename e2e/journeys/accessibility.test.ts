import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP, openAs, openPage, PHONE, useBrowser } from '../run/page.ts';
import { everyScreen } from '../run/screens.ts';

useBrowser();

const LOOKS = [
  { name: 'desktop, light', viewport: DESKTOP, colorScheme: 'light' },
  { name: 'desktop, dark', viewport: DESKTOP, colorScheme: 'dark' },
  { name: 'phone, light', viewport: PHONE, colorScheme: 'light' },
  { name: 'phone, dark', viewport: PHONE, colorScheme: 'dark' },
] as const;

/** Opens a screen and waits until it shows what it loads. */
async function settle(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
}

async function problems(page: Page, path: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${path} ${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }));
  if (scrollWidth > clientWidth) found.push(`${path} scrolls sideways: ${scrollWidth} > ${clientWidth}`);
  return found;
}

describe.each(LOOKS)('accessibility ($name)', ({ viewport, colorScheme }) => {
  it('axe finds nothing on any screen, and nothing scrolls sideways', { timeout: 180_000 }, async () => {
    const { page, complaints } = await openAs('superadmin', { viewport, colorScheme });
    // The print screen would open the browser's dialog.
    await page.addInitScript(() => {
      window.print = () => undefined;
    });
    const found: string[] = [];
    for (const path of await everyScreen()) {
      await settle(page, path);
      found.push(...(await problems(page, path)));
    }
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('axe finds nothing on the sign-in screen', async () => {
    const { page } = await openPage({ viewport, colorScheme });
    await settle(page, '/login');
    expect(await problems(page, '/login')).toEqual([]);
  });

  it('axe finds nothing on the access-denied screen', async () => {
    const { page } = await openAs('staff', { viewport, colorScheme });
    await page.goto('/offices');
    await page.getByText('Access Denied').waitFor();
    expect(await problems(page, '/offices')).toEqual([]);
  });
});
