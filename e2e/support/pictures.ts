import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test';
import { createApi, type Api } from './api.ts';
import { startPortal, type PortalProcess } from './portal-process.ts';
import { SIGNED_OUT, storageStateOf, type DemoAccount } from './signed-in.ts';
import { PLACEHOLDERS, settled } from './settled.ts';
import { fromSetup } from './test.ts';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** A portal of one test, so that its pictures do not show what other tests did, and pages of it that stand still. */
export interface Studio {
  readonly api: Api;
  /** Opens a page without a session, or signed in. */
  readonly open: (account: DemoAccount | null, options: BrowserContextOptions) => Promise<Page>;
}

/** Runs with a portal that has a copy of the prepared data and whose clock is stopped, then stops it. */
export async function inStudio(browser: Browser, work: (studio: Studio) => Promise<void>): Promise<void> {
  const portal = await startPortal(fromSetup('JOURNEYS_DATA'));
  try {
    await work(studioOf(browser, portal));
  } finally {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await portal.stop();
  }
}

function studioOf(browser: Browser, { url }: PortalProcess): Studio {
  const api = createApi(url);
  return {
    api,
    open: async (account, options) => {
      const storageState = account === null ? SIGNED_OUT : storageStateOf(url, await api.signIn(account));
      const context = await browser.newContext({ ...options, baseURL: url, storageState });
      await context.clock.setFixedTime(fromSetup('JOURNEYS_TIME'));
      await context.addInitScript(() => {
        // The print screen would open the browser's print dialog.
        window.print = () => undefined;
      });
      return context.newPage();
    },
  };
}

/** Frames in a row without a placeholder: a page that was just opened shows its own after the first. */
const CALM_FRAMES = 12;

/** Waits until the page looks as it will stay, with the pointer and the focus out of the way. */
export async function atRest(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await settled(page);
  await page.evaluate(
    async ({ placeholders, frames }) => {
      for (let calm = 0; calm < frames;) {
        await new Promise((resolve) => {
          requestAnimationFrame(resolve);
        });
        calm = document.querySelector(placeholders) === null ? calm + 1 : 0;
      }
      await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    },
    { placeholders: PLACEHOLDERS, frames: CALM_FRAMES },
  );
}

/** Writes a WebP of what is in sight of the page, or of a part of it with some room around it. Returns its size in px. */
export async function saveWebp(
  page: Page,
  path: string,
  { of, room = 0 }: { readonly of?: Locator; readonly room?: number } = {},
): Promise<{ readonly width: number; readonly height: number }> {
  await page.addStyleTag({ content: '*, ::before, ::after { caret-color: transparent !important }' });
  const sight = page.viewportSize() ?? { width: 0, height: 0 };
  const box = (await of?.boundingBox()) ?? { x: 0, y: 0, ...sight };
  const [left, top] = [Math.max(0, Math.floor(box.x - room)), Math.max(0, Math.floor(box.y - room))];
  const width = Math.min(sight.width, Math.ceil(box.x + box.width + room)) - left;
  const height = Math.min(sight.height, Math.ceil(box.y + box.height + room)) - top;
  const chrome = await page.context().newCDPSession(page);
  const { data } = await chrome.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 85,
    clip: { x: left, y: top, width, height, scale: 1 },
  });
  await chrome.detach();
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, Buffer.from(data, 'base64'));
  return { width, height };
}
