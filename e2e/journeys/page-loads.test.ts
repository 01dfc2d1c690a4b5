import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { askedLate, askedTwice, countRounds, isCall, type Rounds } from '../support/rounds.ts';
import { answer, hold } from '../support/requests.ts';
import { openGroups } from '../support/menu.ts';
import { settled } from '../support/settled.ts';
import type { DemoAccount } from '../support/signed-in.ts';
import { expect, test } from '../support/test.ts';

/** Lists whose records are opened from a row. */
const RECORDS: Readonly<Record<string, RegExp>> = {
  '/patients': /^\/patients\/[\da-f-]{36}$/,
  '/dictations?tab=find': /^\/dictations\/[\da-f-]{36}/,
  '/documents': /^\/documents\/[\da-f-]{36}$/,
  '/orders': /^\/orders\/[\da-f-]{36}$/,
  '/messages': /^\/messages\/[\da-f-]{36}$/,
};

/** A record's link in the first row of a list that has one. */
async function recordLink(page: Page, pattern: RegExp): Promise<string> {
  const links = await page
    .locator('main tbody a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const found = links.find((link) => pattern.test(link));
  if (found === undefined) throw new Error(`No record on the page: ${links.join(' ')}`);
  return found;
}

/** The pages of the account's menu. */
async function menuOf(page: Page): Promise<string[]> {
  const links = page.locator('nav[aria-label="Main"] a').filter({ visible: true });
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
}

/** What may wait for another answer, because it is not known before. */
const LATER: readonly RegExp[] = [
  // What kind of file it is, unless the document is opened from a list.
  /^GET \/api\/document\/[\da-f-]{36}\/view$/,
  // Today, in the practice's time zone.
  /^GET \/api\/dictation\/group\/date\//,
  /^GET \/api\/charges\/unsigned\?startDate=/,
  /^GET \/api\/(timecard|audit)\/.*date=\d{4}-\d\d-\d\d/i,
  // A form that opens once its record is there prepares for the end of the session.
  /\/form-key$/,
];

/** What a page does that it should not: reads that were sent twice or late. */
const faultsOf = (name: string, rounds: Rounds): string[] => [
  ...askedTwice(rounds).map((call) => `${name} asks twice: ${call}`),
  ...askedLate(rounds)
    .filter((call) => !LATER.some((pattern) => pattern.test(call)))
    .map((call) => `${name} asks late: ${call}`),
];

test('every page of the menu asks in one round, and for nothing twice', async ({ openAs }) => {
  test.setTimeout(300_000);
  const { page } = await openAs('superadmin');
  await page.goto('/');
  await settled(page);
  await openGroups(page);
  const pages = await menuOf(page);
  expect(pages.length).toBeGreaterThan(20);
  const rounds = await countRounds(page);
  const faults: string[] = [];
  for (const path of pages) faults.push(...faultsOf(path, await rounds.open(path)));
  expect(faults).toEqual([]);
});

test('a record asks in one round, from its list and after a reload', async ({ openAs }) => {
  test.setTimeout(300_000);
  const { page } = await openAs('physician');
  await page.goto('/');
  await settled(page);
  const rounds = await countRounds(page);
  const faults = faultsOf('/pill-count', await rounds.open('/pill-count'));
  for (const [list, pattern] of Object.entries(RECORDS)) {
    faults.push(...faultsOf(list, await rounds.open(list)));
    const path = await recordLink(page, pattern);
    const [first = [], ...later] = await rounds.follow(path);
    expect(first.length, path).toBeGreaterThan(0);
    const late = later.flat().filter((call) => !call.endsWith('/form-key'));
    faults.push(...late.map((call) => `${path} from its list asks late: ${call}`));
    faults.push(...faultsOf(path, await rounds.open(path)));
  }
  expect(faults).toEqual([]);
});

function print(name: string, counted: Rounds, ms: number): void {
  const figures = [
    counted.flat().length,
    counted.filter((round) => round.some((call) => call.startsWith('GET '))).length,
    askedTwice(counted).length,
    Math.round(ms),
  ];
  process.stdout.write(`${name.padEnd(32)}${figures.map((figure) => String(figure).padStart(8)).join('')}\n`);
}

test.describe('while the session is checked', () => {
  test.use({ account: 'staff' });

  test('nothing of the page is shown, and an ended session leads to sign-in', async ({ page }) => {
    await page.goto('/patients');
    await settled(page);
    const check = await hold(page, '**/api/auth/session');
    const list = page.waitForResponse(/\/api\/patient\?/);
    await page.reload();
    // The page has its data, and is still hidden.
    await list;
    await expect(page.getByText('Loading Medical Portal...')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Patients', includeHidden: true })).toBeHidden();
    await expect(page.getByRole('button', { name: /Account menu/, includeHidden: true })).toBeHidden();
    await check.release();
    await expect(page.getByRole('table', { name: 'Patients' })).toBeVisible();

    await answer(page, '**/api/auth/session', {
      status: 401,
      json: { message: 'Your session has ended.', code: 'SESSION_ENDED' },
    });
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('table', { name: 'Patients', includeHidden: true })).toBeHidden();
  });

  test('a right that is gone leads to Access Denied, without a message about refused calls', async ({
    page,
  }) => {
    await page.goto('/patients');
    await settled(page);
    const refused = { status: 403, json: { message: 'You may not.', code: 'FORBIDDEN' } };
    await answer(page, /\/api\/patient\?/, refused);
    await answer(page, '**/api/auth/permissions', { json: [] });
    await page.reload();
    await expect(page.getByText(/^Access Denied/)).toBeVisible();
    await expect(page.getByText('You may not.')).toHaveCount(0);
  });
});

test('behind a slow line: calls, rounds and time of each page', { tag: '@perf' }, async ({ openAs }) => {
  test.setTimeout(1_800_000);
  const LATENCY_MS = 200;
  const account: DemoAccount = 'physician';
  const { page } = await openAs(account);
  const slow = await openAs(account);
  await slow.page.route(isCall, async (route) => {
    await wait(LATENCY_MS);
    await route.continue();
  });
  await slow.page.goto('/');
  await settled(slow.page);
  const rounds = await countRounds(page);
  await page.goto('/');
  await settled(page);
  const timed = async (load: () => Promise<unknown>) => {
    const start = performance.now();
    await load();
    await settled(slow.page);
    return performance.now() - start;
  };
  process.stdout.write(`\n${'page'.padEnd(32)}   calls  rounds   twice      ms\n`);
  print('reload /', await rounds.open('/'), await timed(() => slow.page.goto('/')));
  for (const [list, pattern] of Object.entries(RECORDS)) {
    print(`reload ${list}`, await rounds.open(list), await timed(() => slow.page.goto(list)));
    const path = await recordLink(page, pattern);
    const link = slow.page.locator(`main a[href="${path}"]`).first();
    const kind = path.replace(/[\da-f-]{36}.*/, ':id');
    print(
      `open ${kind} from the list`,
      await rounds.follow(path),
      await timed(async () => {
        await link.click();
        await link.waitFor({ state: 'detached' });
      }),
    );
    print(`reload ${kind}`, await rounds.open(path), await timed(() => slow.page.goto(path)));
  }
});
