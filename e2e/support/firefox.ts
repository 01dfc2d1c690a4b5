import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Connection from 'selenium-webdriver/bidi/index.js';
import { z } from 'zod';
import { endProgram, startProgram } from './child-programs.ts';
import type { DrivenBrowser } from './driven-browser.ts';
import { DESKTOP } from './page.ts';

const session = z.object({ capabilities: z.object({ browserVersion: z.string() }) });
const tree = z.object({ contexts: z.tuple([z.object({ context: z.string() })]) });
const evaluated = z.object({ type: z.literal('success'), result: z.object({ value: z.string() }) });

/** Starts Firefox with a new profile. It speaks WebDriver BiDi, so no driver program is needed. */
export async function startFirefox(): Promise<DrivenBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'portal-firefox-'));
  const { child, says } = startProgram(
    'firefox-esr',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    // Firefox refuses a home folder that belongs to another account.
    { HOME: profile, TZ: 'America/New_York' },
  );
  const address = await says(/WebDriver BiDi listening on (ws:\S+)/);
  const connection = new Connection(`${address}/session`);
  const send = async (method: string, params: object): Promise<unknown> => {
    const answer: unknown = await connection.send({ method, params });
    const { type, result, message } = z
      .object({ type: z.string(), result: z.unknown().optional(), message: z.string().optional() })
      .parse(answer);
    if (type !== 'success') throw new Error(`${method}: ${message}`);
    return result;
  };
  await connection.waitForConnection();
  const { capabilities } = session.parse(await send('session.new', { capabilities: {} }));
  const { contexts } = tree.parse(await send('browsingContext.getTree', {}));
  const [{ context }] = contexts;
  await send('browsingContext.setViewport', { context, viewport: DESKTOP });
  return {
    version: capabilities.browserVersion,
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    reload: async () => void (await send('browsingContext.reload', { context, wait: 'complete' })),
    evaluate: async (expression) => {
      const params = { expression, target: { context }, awaitPromise: true };
      return evaluated.parse(await send('script.evaluate', params)).result.value;
    },
    act: async (actions) => void (await send('input.performActions', { context, actions })),
    close: async () => {
      connection.close();
      await endProgram(child);
      await rm(profile, { recursive: true, force: true });
    },
  };
}
