import type { Page } from '@playwright/test';
import { openGroups } from '../support/menu.ts';
import { measureClicks, type PageCost } from '../support/page-cost.ts';
import { settled } from '../support/settled.ts';
import type { DemoAccount } from '../support/signed-in.ts';
import { expect, test } from '../support/test.ts';

/** After the first visit of each page. */
const ROUNDS = 7;

const menu = (path: string) => `nav[aria-label="Main"] a[href="${path}"]`;
const tab = (name: string) => `role=tab[name="${name}"]`;

/** Milliseconds on busy cores: the median of the visits after the first, and the first, which also compiles the code. */
const BUDGET = { repeated: 120, first: 180 };
/** A physician's first page with lists, whose code is all new to the browser. */
const FIRST_OF_NOTES = 260;

/** What each account clicks, in order. */
const CLICKS: readonly (readonly [DemoAccount, readonly string[]])[] = [
  [
    'superadmin',
    [
      menu('/users'),
      menu('/patients'),
      menu('/offices'),
      menu('/dictations'),
      tab('Find Dictations'),
      menu('/orders'),
      menu('/messages'),
      menu('/documents'),
      menu('/timecard'),
      'main a[href="/timecard/history"]',
      menu('/timecard/reports'),
      tab('Team Timecards'),
      menu('/timecard/schedules'),
      menu('/audit-logs'),
      menu('/admin/permissions/roles'),
      menu('/admin/permissions/users'),
      menu('/admin/permissions/audit'),
      menu('/admin/templates'),
      menu('/admin/billing-codes'),
      menu('/admin/titles'),
      menu('/admin/dictations'),
    ],
  ],
  ['physician', [menu('/pill-count'), menu('/dictations')]],
];

test('changing pages: CPU time of the main thread', { tag: '@perf' }, async ({ openAs }) => {
  test.setTimeout(1_800_000);
  process.stdout.write(
    `\n${'median of the visits after the first, ms'.padEnd(40)}    all script layout  style    max  first\n`,
  );
  for (const [account, clicks] of CLICKS) {
    const { page, context } = await openAs(account);
    const visits = await visitAll(page, clicks);
    for (const [click, costs] of visits) {
      process.stdout.write(line(click, costs));
      const first = account === 'physician' && click === menu('/dictations') ? FIRST_OF_NOTES : BUDGET.first;
      expect
        .soft(
          median(costs.slice(1), ({ all }) => all),
          click,
        )
        .toBeLessThan(BUDGET.repeated);
      expect.soft(costs[0]?.all, `first visit of ${click}`).toBeLessThan(first);
    }
    await context.close();
  }
});

async function visitAll(page: Page, clicks: readonly string[]) {
  const visits = new Map<string, PageCost[]>(clicks.map((click) => [click, []]));
  // The help is the last page whose code is loaded ahead of time.
  const lastCode = page.waitForResponse(/\/HelpPage-/);
  await page.goto('/');
  await lastCode;
  if (clicks.some((click) => click.includes('/admin/'))) await openGroups(page);
  const measure = await measureClicks(page);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [click, costs] of visits) {
      costs.push(await measure(page.locator(click).filter({ visible: true })));
      await settled(page);
      await expect(page.locator('main [role="alert"]')).toHaveCount(0);
    }
  }
  return visits;
}

function median(costs: readonly PageCost[], of: (cost: PageCost) => number): number {
  return costs.map(of).toSorted((a, b) => a - b)[Math.floor(costs.length / 2)] ?? 0;
}

function line(click: string, [first, ...costs]: readonly PageCost[]): string {
  const figures = [
    median(costs, ({ all }) => all),
    median(costs, ({ script }) => script),
    median(costs, ({ layout }) => layout),
    median(costs, ({ style }) => style),
    Math.max(...costs.map(({ all }) => all)),
    first?.all ?? 0,
  ];
  // The path or the name of the tab.
  const name = click.split('"').at(-2) ?? click;
  return `${name.padEnd(40)}${figures.map((figure) => figure.toFixed(0).padStart(7)).join('')}\n`;
}
