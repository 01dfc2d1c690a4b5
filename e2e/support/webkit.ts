// cspell:ignore displayfd nolisten
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect } from '@playwright/test';
import { Builder, Capabilities } from 'selenium-webdriver';
import { Command, Name } from 'selenium-webdriver/lib/command.js';
import { z } from 'zod';
import { endProgram, startProgram } from './child-programs.ts';
import type { DrivenBrowser } from './driven-browser.ts';
import { DESKTOP } from './page.ts';

/** The height of the browser’s own bar, in px. */
const BAR = 38;

/** Starts the small browser of WebKitGTK, which is Safari’s engine, on a screen in memory. */
export async function startWebKit(): Promise<DrivenBrowser> {
  const screen = startProgram('Xvfb', [
    '-displayfd',
    '3',
    '-nolisten',
    'tcp',
    '-screen',
    '0',
    '1600x1200x24',
  ]);
  const display = await screen.says(/(\d+)\n/);
  const port = await freePort();
  const service = startProgram('WebKitWebDriver', [`--port=${port}`], {
    DISPLAY: `:${display}`,
    TZ: 'America/New_York',
  });
  const address = `http://127.0.0.1:${port}`;
  await expect.poll(() => isReady(address)).toBe(true);
  const driver = await new Builder()
    .usingServer(address)
    .withCapabilities(new Capabilities({ browserName: 'MiniBrowser' }))
    .build();
  await driver
    .manage()
    .window()
    .setRect({ x: 0, y: 0, width: DESKTOP.width, height: DESKTOP.height + BAR });
  return {
    version: z.string().parse((await driver.getCapabilities()).get('browserVersion')),
    open: (url) => driver.get(url),
    reload: () => driver.navigate().refresh(),
    evaluate: async (expression) => z.string().parse(await driver.executeScript(`return ${expression}`)),
    act: async (actions) => {
      await driver.execute(new Command(Name.ACTIONS).setParameter('actions', actions));
    },
    close: async () => {
      await driver.quit();
      await endProgram(service.child);
      await endProgram(screen.child);
    },
  };
}

const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/status`).then(
    ({ ok }) => ok,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
}
