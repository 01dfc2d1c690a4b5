import axe from 'axe-core';
import type { Page } from '@playwright/test';
import { addFakeSpeech, failSpeech, speak, speechBar } from '../support/fake-speech.ts';
import { DESKTOP, PHONE, visit } from '../support/page.ts';
import { readyUser } from '../support/records.ts';
import { addressOf, recordsToShow, SCREENS } from '../support/screens.ts';
import { settled } from '../support/settled.ts';
import { makeThemesFail, showToast, underToast } from '../support/toasts.ts';
import { expect, test } from '../support/test.ts';
import { smallTargets } from '../support/touch-targets.ts';
import { requireTwoFactor } from '../support/two-factor.ts';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

const SIZES = [
  { size: 'desktop', viewport: DESKTOP },
  { size: 'phone', viewport: PHONE },
] as const;

/** Checks again after a finding: some elements become scrollable only after a resize. */
async function expectNoProblem(page: Page, screen: string): Promise<void> {
  await expect(async () => expect(await look(page), screen).toEqual([])).toPass({ timeout: 60_000 });
}

/** All checks in the light scheme. In the dark scheme only colors differ. On a phone, also the size of touch targets. */
async function look(page: Page): Promise<string[]> {
  const path = new URL(page.url()).pathname;
  const found = await violations(page, `${path} light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  found.push(...(await violations(page, `${path} dark`, ['color-contrast'])));
  await page.emulateMedia({ colorScheme: 'light' });
  if (page.viewportSize()?.width === PHONE.width)
    found.push(...(await smallTargets(page)).map((target) => `${path} has a target below 44 px: ${target}`));
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

/** Adds axe to every document the page loads. Its own adapter would send it again for each check, which is slower. */
async function withAxe(page: Page): Promise<void> {
  await page.addInitScript(axe.source);
}

/**
 * Navigates to a screen like a link, which takes half the time of a page load, and waits until its title has replaced the previous
 * one. Similar screens may reuse the title's element; then the next one is loaded with a page load.
 */
async function change(page: Page, path: string): Promise<void> {
  await page
    .locator('main h1')
    .evaluateAll((titles) => titles.forEach((title) => title.setAttribute('data-left', '')));
  await visit(page, path);
  const left = page.locator('main h1[data-left]').first();
  await left.waitFor({ state: 'detached', timeout: 2000 }).catch(() => page.goto(path));
}

test.describe('every screen', () => {
  test.describe.configure({ mode: 'parallel' });
  test.use({ account: 'superadmin' });

  let records: ReadonlyMap<string, string>;
  test.beforeAll(async ({ api }) => {
    records = await recordsToShow(api);
  });

  for (const [area, screens] of Object.entries(SCREENS)) {
    test(`axe finds no violations, nothing scrolls sideways and a toast covers nothing: ${area}`, async ({
      page,
    }) => {
      test.setTimeout(180_000);
      // The print screen would open the browser's print dialog.
      await page.addInitScript(() => {
        window.print = () => undefined;
      });
      await withAxe(page);
      await makeThemesFail(page);
      for (const screen of screens) {
        await page.setViewportSize(DESKTOP);
        await change(page, addressOf(screen, records));
        for (const { size, viewport } of SIZES) {
          await page.setViewportSize(viewport);
          await settled(page);
          const covered = (await showToast(page)) ? await underToast(page) : [];
          expect(covered, `${screen} on a ${size}`).toEqual([]);
          await expectNoProblem(page, `${screen} on a ${size}`);
        }
      }
    });
  }
});

test('axe works: it finds an image without alt text and low-contrast text', async ({ openPage }) => {
  const { page } = await openPage();
  await withAxe(page);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await page.evaluate(() => {
    document.body.append(document.createElement('img'));
    const text = document.createElement('p');
    text.style.cssText = 'color: #ddd; background: #fff';
    text.textContent = 'Pale';
    document.body.append(text);
  });
  const found = (await look(page)).join('\n');
  expect(found).toContain('/login light image-alt: body > img');
  expect(found).toContain('/login dark color-contrast: ');
});

for (const { size, viewport } of SIZES) {
  test.describe(`on a ${size}`, () => {
    test.use({ viewport });

    test('axe finds no violations on the sign-in screen', async ({ page }) => {
      await withAxe(page);
      await page.goto('/login');
      await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
      await expectNoProblem(page, 'Sign-in');
    });

    test('axe finds no violations on the access-denied screen', async ({ openAs }) => {
      const { page } = await openAs('staff', { viewport });
      await withAxe(page);
      await page.goto('/offices');
      await expect(page.getByText('Access Denied')).toBeVisible();
      await expectNoProblem(page, 'Access denied');
    });

    test('axe finds no violations in the search of everything and in the list of keys', async ({
      openAs,
    }) => {
      const { page } = await openAs('staff', { viewport });
      await withAxe(page);
      await page.goto('/patients');
      await expect(page.getByRole('heading', { level: 1, name: 'Patients' })).toBeVisible();
      await page.keyboard.press('ControlOrMeta+k');
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectNoProblem(page, 'Search of everything');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await expectNoProblem(page, 'Keys');
    });

    test('axe finds no violations in the list of text shortcuts', async ({ openAs }) => {
      const { page } = await openAs('physician', { viewport });
      await withAxe(page);
      await page.goto('/messages/new');
      const message = page.getByRole('textbox', { name: 'Message' });
      await message.pressSequentially('.r');
      await expect(page.getByRole('listbox', { name: 'Text shortcuts' })).toBeVisible();
      await expectNoProblem(page, 'Text shortcuts');
    });

    test('axe finds no violations while somebody speaks', async ({ openAs }) => {
      const { page } = await openAs('staff', { viewport });
      await withAxe(page);
      await addFakeSpeech(page);
      await page.goto('/messages/new');
      await page.getByRole('textbox', { name: 'Message' }).click();
      await page.keyboard.press('Alt+KeyM');
      await expect(speechBar(page)).toContainText('Listening in Message');
      await speechBar(page).getByRole('switch', { name: 'Commands' }).click();
      await speak(page, 'fifteen milligrams');
      await speak(page, 'portal sign');
      await speak(page, 'and then', false);
      await expect(page.getByText(/^Spoken amounts/u)).toBeVisible();
      await expectNoProblem(page, 'Speech');
      await failSpeech(page, 'audio-capture');
      await expect(speechBar(page).getByRole('button', { name: 'Copy' })).toBeVisible();
      await expectNoProblem(page, 'Speech that failed');
    });

    test('axe finds no violations while two-factor authentication is required', async ({ openAs, api }) => {
      const { page } = await openAs(await readyUser(api, { role: 'MedicalAssistant' }), { viewport });
      await withAxe(page);
      try {
        await requireTwoFactor(api, ['MedicalAssistant'], 14);
        await page.goto('/profile');
        await expect(page.getByText('Your role requires two-factor authentication.')).toBeVisible();
        await expect(page.getByRole('button', { name: 'Set Up' })).toBeVisible();
        await expectNoProblem(page, 'Notice');
        await requireTwoFactor(api, ['MedicalAssistant'], 0);
        await page.waitForURL('**/set-up-two-factor');
        await expect(page.getByRole('button', { name: 'Set Up' })).toBeVisible();
        await expectNoProblem(page, 'Required setup');
      } finally {
        await requireTwoFactor(api, [], 14);
      }
    });
  });
}
