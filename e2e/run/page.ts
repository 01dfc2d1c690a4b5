import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import { launchBrowser } from './chromium.ts';

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
export const PASSWORD = 'Demo-Portal-2026';
export type DemoAccount = 'superadmin' | 'admin' | 'physician' | 'midlevel' | 'assistant' | 'staff';

export interface PageOptions {
  readonly viewport?: { width: number; height: number };
  readonly colorScheme?: 'light' | 'dark';
}

/** Whatever a page complains about in its console; a test may expect entries, the rest fail it. */
export interface Journey {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly complaints: string[];
}

let browser: Browser | undefined;

/** One browser for a test file. Call it at the top of each. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await launchBrowser(inject('chromium'));
  });
  afterAll(async () => {
    await browser?.close();
    browser = undefined;
  });
}

/** A fresh, signed-out browser profile for one test. */
export async function openPage({
  viewport = DESKTOP,
  colorScheme = 'light',
}: PageOptions = {}): Promise<Journey> {
  if (browser === undefined) throw new Error('Call useBrowser() at the top of the test file');
  const context = await browser.newContext({
    viewport,
    colorScheme,
    baseURL: inject('portalUrl'),
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return { page, context, complaints };
}

/** A page on which the account is already signed in; the form itself is tried in sign-in.test.ts. */
export async function openAs(
  userName: DemoAccount | { userName: string; password: string },
  options: PageOptions = {},
): Promise<Journey> {
  const journey = await openPage(options);
  const credentials = typeof userName === 'string' ? { userName, password: PASSWORD } : userName;
  const session = await signInByApi(credentials.userName, credentials.password);
  await journey.context.addInitScript(
    ({ token, user, origin }) => {
      if (location.origin !== origin || sessionStorage.getItem('e2e') !== null) return;
      sessionStorage.setItem('e2e', 'signed in');
      localStorage.setItem('token', token);
      localStorage.setItem('user', user);
    },
    { ...session, origin: inject('portalUrl') },
  );
  return journey;
}

/** Calls the API as the given token's owner, for arranging and for attacks past the screens. */
export async function api(
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${inject('portalUrl')}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, body: parsed };
}

/** Signs in through the API; returns what the browser would store. */
export async function signInByApi(
  userName: string,
  password = PASSWORD,
): Promise<{ token: string; user: string }> {
  const response = await fetch(`${inject('portalUrl')}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: userName, password }),
  });
  const body: unknown = await response.json();
  if (
    typeof body !== 'object' ||
    body === null ||
    !('token' in body) ||
    typeof body.token !== 'string' ||
    !('user' in body)
  ) {
    throw new Error(`${userName} could not sign in: ${response.status}`);
  }
  return { token: body.token, user: JSON.stringify(body.user) };
}

/** Waits until the page's heading says so. */
export async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}
