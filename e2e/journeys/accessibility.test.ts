import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { client, DESKTOP, openAs, openPage, PHONE, useBrowser, visit } from '../run/page.ts';
import { everyScreen } from '../run/screens.ts';
import { settled } from '../run/settled.ts';
import { makeThemesFail, showToast, underToast } from '../run/toasts.ts';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

useBrowser();

const SIZES = [
  { size: 'desktop', viewport: DESKTOP },
  { size: 'phone', viewport: PHONE },
] as const;

/** What is wrong with a screen at rest: some parts learn that they scroll only after they were resized. */
async function problems(page: Page): Promise<string[]> {
  const found = await look(page);
  if (found.length === 0) return found;
  await page.waitForTimeout(1000);
  return look(page);
}

/** Everything in the light scheme; in the dark one only the colours differ. */
async function look(page: Page): Promise<string[]> {
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

async function violations(page: Page, where: string, runOnly?: string[]): Promise<string[]> {
  const found = await page.evaluate(
    async (options) => {
      const { violations: broken } = await window.axe.run(document, options);
      return broken.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary ?? ''}`),
      }));
    },
    { resultTypes: ['violations' as const], ...(runOnly === undefined ? {} : { runOnly }) },
  );
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${where} ${id}: ${node}`));
}

/** Brings axe into every document the page loads; by its own adapter it would be sent anew for each look, which takes longer. */
async function withAxe(page: Page): Promise<void> {
  await page.addInitScript(axe.source);
}

/** Goes to a screen by a link's way and waits until it has taken the last one's place. */
async function change(page: Page, path: string): Promise<void> {
  const title = page.locator('main h1').first();
  const last = (await title.count()) === 0 ? null : await title.elementHandle();
  const text = await last?.textContent();
  await visit(page, path);
  if (last === null) return;
  // The last screen stands until the next one's script is there. One of the same title may keep it: that one is loaded anew.
  const options = { timeout: 2000 };
  await page
    .waitForFunction(
      ([node, was]) => !node.isConnected || node.textContent !== was,
      [last, text] as const,
      options,
    )
    .catch(() => page.goto(path));
}

it('axe finds nothing on any screen, in either size and scheme, nothing scrolls sideways, and a toast covers nothing', async () => {
  const { page } = await openAs('superadmin');
  // The print screen would open the browser's dialog.
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await withAxe(page);
  await makeThemesFail(page);
  const found: string[] = [];
  for (const path of await everyScreen(client())) {
    await page.setViewportSize(DESKTOP);
    await change(page, path);
    for (const { size, viewport } of SIZES) {
      await page.setViewportSize(viewport);
      await settled(page);
      if (await showToast(page))
        found.push(...(await underToast(page)).map((problem) => `${size} ${path} ${problem}`));
      found.push(...(await problems(page)).map((problem) => `${size} ${problem}`));
    }
  }
  expect(found).toEqual([]);
  // Some 70 screens four times: no single one may take long, all of them may.
}, 600_000);

it('axe is at work: it finds a picture without a text and pale letters', async () => {
  const { page } = await openPage();
  await withAxe(page);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
  await page.evaluate(() => {
    document.body.append(document.createElement('img'));
    const text = document.createElement('p');
    text.style.cssText = 'color: #ddd; background: #fff';
    text.textContent = 'Pale';
    document.body.append(text);
  });
  const found = (await problems(page)).join('\n');
  expect(found).toContain('/login light image-alt: body > img');
  expect(found).toContain('/login dark color-contrast: ');
});

describe.each(SIZES)('accessibility on a $size', ({ viewport }) => {
  it('axe finds nothing on the sign-in screen', async () => {
    const { page } = await openPage({ viewport });
    await withAxe(page);
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    expect(await problems(page)).toEqual([]);
  });

  it('axe finds nothing on the access-denied screen', async () => {
    const { page } = await openAs('staff', { viewport });
    await withAxe(page);
    await page.goto('/offices');
    await page.getByText('Access Denied').waitFor();
    expect(await problems(page)).toEqual([]);
  });
});
