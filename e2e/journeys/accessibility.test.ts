import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { client, DESKTOP, openAs, openPage, PHONE, useBrowser } from '../run/page.ts';
import { everyScreen } from '../run/screens.ts';
import { settled } from '../run/settled.ts';

useBrowser();

const SIZES = [
  { size: 'desktop', viewport: DESKTOP },
  { size: 'phone', viewport: PHONE },
] as const;

/** Everything in the light scheme; in the dark one only the colours differ. */
async function problems(page: Page): Promise<string[]> {
  const path = new URL(page.url()).pathname;
  const found = await violations(page, `${path} light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  found.push(...(await violations(page, `${path} dark`, ['color-contrast'])));
  await page.emulateMedia({ colorScheme: 'light' });
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }));
  if (scrollWidth > clientWidth) found.push(`${path} scrolls sideways: ${scrollWidth} > ${clientWidth}`);
  return found;
}

async function violations(page: Page, where: string, rules?: string[]): Promise<string[]> {
  // In legacy mode axe does not open a page of its own for each result, which takes longer than the analysis.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const result = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${where} ${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}

it('axe finds nothing on any screen, in either size and scheme, and nothing scrolls sideways', async () => {
  const { page } = await openAs('superadmin');
  // The print screen would open the browser's dialog.
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  const found: string[] = [];
  for (const path of await everyScreen(client())) {
    await page.setViewportSize(DESKTOP);
    await page.goto(path);
    for (const { size, viewport } of SIZES) {
      await page.setViewportSize(viewport);
      await settled(page);
      found.push(...(await problems(page)).map((problem) => `${size} ${problem}`));
    }
  }
  expect(found).toEqual([]);
  // Some 70 screens four times: no single one may take long, all of them may.
}, 600_000);

describe.each(SIZES)('accessibility on a $size', ({ viewport }) => {
  it('axe finds nothing on the sign-in screen', async () => {
    const { page } = await openPage({ viewport });
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    expect(await problems(page)).toEqual([]);
  });

  it('axe finds nothing on the access-denied screen', async () => {
    const { page } = await openAs('staff', { viewport });
    await page.goto('/offices');
    await page.getByText('Access Denied').waitFor();
    expect(await problems(page)).toEqual([]);
  });
});
