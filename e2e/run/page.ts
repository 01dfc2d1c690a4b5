import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { launchBrowser } from './chromium.ts';
import { createClient, DEMO_PASSWORD, type Client } from './client.ts';

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
export const PASSWORD = DEMO_PASSWORD;
export type DemoAccount = 'superadmin' | 'admin' | 'physician' | 'midlevel' | 'assistant' | 'staff';
export interface Account {
  readonly userName: string;
  readonly password: string;
}

export interface PageOptions {
  readonly viewport?: { width: number; height: number };
  readonly colorScheme?: 'light' | 'dark';
}

export interface Journey {
  readonly page: Page;
  readonly context: BrowserContext;
  /**
   * What the page complains about in its console and what it throws. Anything but refused and failed calls fails the test
   * that caused it.
   */
  readonly complaints: string[];
}

/**
 * Chromium's line for an answer that is no success, and the portal's own for a 403 and for a live connection that cannot be had:
 * journeys that stop the network or move the clock lose it.
 */
const EXPECTED = /^Failed to load resource|^403 (GET|POST|PUT|PATCH|DELETE) \/|^Live connection: /;

let browser: Browser | undefined;
/** What is open; the journeys of one test are closed with it. */
const open = new Set<{ readonly journey: Journey; readonly closesWithTest: boolean }>();

/** One browser for a test file. Call it at the top of each. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await launchBrowser(inject('chromium'));
  });
  afterEach(async () => {
    const complaints: string[] = [];
    for (const entry of open) {
      complaints.push(...entry.journey.complaints.splice(0).filter((text) => !EXPECTED.test(text)));
      if (!entry.closesWithTest) continue;
      open.delete(entry);
      await entry.journey.context.close();
    }
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    open.clear();
    await browser?.close();
    browser = undefined;
  });
}

/** A fresh, signed-out browser profile for one test. */
export function openPage(options: PageOptions = {}): Promise<Journey> {
  return newJourney(options, true);
}

/** A page on which the account is already signed in; the form itself is tried in sign-in.test.ts. */
export async function openAs(
  account: DemoAccount | Account,
  options: PageOptions = {},
): Promise<Journey & { readonly token: string }> {
  return signIn(await newJourney(options, true), account);
}

/** One signed-in page for the tests of a describe block, which use it one after the other. */
export function usePage(account: DemoAccount | Account, options: PageOptions = {}): () => Page {
  let page: Page | undefined;
  beforeAll(async () => {
    page = (await signIn(await newJourney(options, false), account)).page;
  });
  afterAll(() => page?.context().close());
  return () => {
    if (page === undefined) throw new Error('The page is open while tests run only');
    return page;
  };
}

/** The portal's API, past its screens. */
export function client(): Client {
  return createClient(inject('portalUrl'));
}

/**
 * Leads a page that stands on another screen of the portal to an address without loading everything anew, as a link would; any
 * other page opens the address, because nothing would tell when the same screen has followed it. The portal may show what it
 * read within the last seconds.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const { origin, pathname } = new URL(page.url(), inject('portalUrl'));
  if (origin !== inject('portalUrl') || pathname === '/login' || pathname === path.split('?')[0]) {
    await page.goto(path);
    return;
  }
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Waits until the page's heading says so. */
export async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

async function newJourney(
  { viewport = DESKTOP, colorScheme = 'light' }: PageOptions,
  closesWithTest: boolean,
): Promise<Journey> {
  if (browser === undefined) throw new Error('Call useBrowser() at the top of the test file');
  const context = await browser.newContext({
    viewport,
    colorScheme,
    baseURL: inject('portalUrl'),
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
  });
  const complaints: string[] = [];
  context.on('weberror', (failure) => complaints.push(failure.error().message));
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  context.setDefaultTimeout(15_000);
  const journey = { page: await context.newPage(), context, complaints };
  open.add({ journey, closesWithTest });
  return journey;
}

async function signIn(
  journey: Journey,
  account: DemoAccount | Account,
): Promise<Journey & { readonly token: string }> {
  const { userName, password } =
    typeof account === 'string' ? { userName: account, password: PASSWORD } : account;
  const { token, user } = await client().signIn(userName, password);
  await journey.context.addInitScript(
    ({ stored, origin }) => {
      if (location.origin !== origin || sessionStorage.getItem('e2e') !== null) return;
      sessionStorage.setItem('e2e', 'signed in');
      localStorage.setItem('token', stored.token);
      localStorage.setItem('user', stored.user);
    },
    { stored: { token, user: JSON.stringify(user) }, origin: inject('portalUrl') },
  );
  return { ...journey, token };
}
