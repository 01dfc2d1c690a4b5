import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { createApi, type Api, type SignedIn } from './api.ts';
import { launchOptionsOf } from './chromium.ts';
import { startPortal, type PortalProcess } from './portal-process.ts';
import {
  shareSessions,
  SIGNED_OUT,
  storageStateOf,
  type Account,
  type DemoAccount,
  type StorageState,
} from './signed-in.ts';

export { expect };

interface PageOptions {
  readonly viewport?: { width: number; height: number };
  readonly colorScheme?: 'light' | 'dark';
}

interface Opened {
  readonly page: Page;
  readonly context: BrowserContext;
}

/** Opens a page in a new browser profile without a session. */
export type OpenPage = (options?: PageOptions) => Promise<Opened>;

/**
 * Opens a page in a new signed-in browser profile: a demo account with the worker’s shared session, any other account
 * with a new session.
 */
export type OpenAs = (
  account: DemoAccount | Account,
  options?: PageOptions,
) => Promise<Opened & { readonly token: string }>;

/** Exceptions and console errors of the test’s pages. They fail the test unless it allows them. */
export interface Complaints {
  readonly texts: readonly string[];
  allow(pattern: RegExp): void;
}

interface TestFixtures {
  /** The account of `page`: set it with `test.use({ account: 'staff' })`. Default: signed out. */
  readonly account: DemoAccount | null;
  readonly openPage: OpenPage;
  readonly openAs: OpenAs;
  readonly complaints: Complaints;
}

interface WorkerFixtures {
  /** The worker’s portal. A test that stops it must restart it. */
  readonly portal: PortalProcess;
  /** The portal’s URL without a trailing slash. */
  readonly portalUrl: string;
  readonly api: Api;
  readonly sessionOf: (account: DemoAccount) => Promise<SignedIn>;
}

/**
 * Console errors that journeys cause when they end a session, stop the network or move the clock: Chromium’s lines for
 * a failed response and a refused live connection, and the portal’s lines for a 403, a failed live connection and a read
 * that the screen can do without and that could not reach the server.
 */
const EXPECTED =
  /^Failed to load resource|^WebSocket connection to '[^']+' failed: HTTP Authentication failed|^403 (GET|POST|PUT|PATCH|DELETE) \/|^Live connection: |^[A-Z][a-z ]+: (?:NETWORK|TIMEOUT)$/;

/** Playwright’s test with a portal per worker and signed-in pages. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  launchOptions: [
    async ({}, use) => {
      const executablePath = fromSetup('JOURNEYS_CHROMIUM');
      await use(launchOptionsOf({ executablePath, libraries: fromSetup('JOURNEYS_LIBRARIES') }));
    },
    { scope: 'worker' },
  ],
  portal: [
    async ({}, use) => {
      const portal = await startPortal(fromSetup('JOURNEYS_DATA'));
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  portalUrl: [async ({ portal }, use) => use(portal.url), { scope: 'worker' }],
  api: [async ({ portalUrl }, use) => use(createApi(portalUrl)), { scope: 'worker' }],
  sessionOf: [async ({ api }, use) => use(shareSessions(api)), { scope: 'worker' }],

  account: [null, { option: true }],
  baseURL: async ({ portalUrl }, use) => use(portalUrl),
  storageState: async ({ account, portalUrl, sessionOf }, use) =>
    use(account === null ? SIGNED_OUT : storageStateOf(portalUrl, await sessionOf(account))),

  complaints: [
    async ({ browser }, use) => {
      const texts: string[] = [];
      const allowed = [EXPECTED];
      const listen = (context: BrowserContext) => {
        context.on('weberror', (failure) => texts.push(failure.error().message));
        context.on('console', (message) => {
          if (message.type() === 'error') texts.push(message.text());
        });
      };
      browser.on('context', listen);
      await use({ texts, allow: (pattern) => void allowed.push(pattern) });
      browser.off('context', listen);
      expect(texts.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
  openPage: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) =>
      openIn(contexts, await browser.newContext({ ...options, storageState: SIGNED_OUT })),
    );
    await closeAll(contexts);
  },
  openAs: async ({ browser, portalUrl, api, sessionOf }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (account, options) => {
      const signedIn =
        typeof account === 'string'
          ? await sessionOf(account)
          : await api.signIn(account.userName, account.password);
      const storageState: StorageState = storageStateOf(portalUrl, signedIn);
      const opened = await openIn(contexts, await browser.newContext({ ...options, storageState }));
      return { ...opened, token: signedIn.token };
    });
    await closeAll(contexts);
  },
});

async function openIn(contexts: BrowserContext[], context: BrowserContext): Promise<Opened> {
  contexts.push(context);
  return { context, page: await context.newPage() };
}

async function closeAll(contexts: readonly BrowserContext[]): Promise<void> {
  for (const context of contexts) await context.close();
}

/** A setting of the global setup, such as the prepared data of portals. */
export function fromSetup(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set because the global setup has not run`);
  return value;
}
