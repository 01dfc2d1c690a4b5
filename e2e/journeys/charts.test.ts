import { chargeTotals } from '@portal/contract/charges';
import { messageAges, messageCreate } from '@portal/contract/messages';
import type { Page } from '@playwright/test';
import { printed } from '../support/printed.ts';
import { range } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

const CALLERS = 'How long have callers waited?';
const MESSAGES = 'Phone Messages';

const picture = (page: Page, title: string) => page.getByRole('region', { name: title });
const bars = (page: Page, title: string) => picture(page, title).locator('[data-series-place="0"]');

test.describe('pictures', () => {
  test.use({ account: 'superadmin' });

  test('a bar of the dashboard opens the messages that it counts, by click, by key and from the table', async ({
    page,
    api,
  }) => {
    const token = await api.superToken();
    const body = { category: 'Medical', callerName: 'Waiting Caller', message: 'Call back' } as const;
    await api.succeed(messageCreate, { body }, token);
    const [today] = await api.succeed(messageAges, {}, token);
    const all = new RegExp(`of ${today?.count ?? 0}$`);
    const isOpen = async () => {
      await page.waitForURL(/\/messages\?status=Open&startDate=[\d-]+$/);
      await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Open');
      await expect(range(page, MESSAGES)).toHaveText(all);
    };

    // The list that is left has the same picture.
    const goBackToDashboard = async () => {
      await page.goBack();
      await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible();
    };

    await test.step('click', async () => {
      await page.goto('/');
      await bars(page, CALLERS).first().click();
      await isOpen();
    });
    await test.step('key', async () => {
      await goBackToDashboard();
      await expect(bars(page, CALLERS).first()).toBeVisible();
      await picture(page, CALLERS).getByRole('button').focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await isOpen();
    });
    await test.step('table', async () => {
      await goBackToDashboard();
      await picture(page, CALLERS)
        .getByRole('button', { name: `Show as table: ${CALLERS}` })
        .click();
      await expect(bars(page, CALLERS)).toHaveCount(0);
      await picture(page, CALLERS)
        .getByRole('link', { name: `Today: ${today?.count ?? 0}` })
        .click();
      await isOpen();
    });
  });

  test('the statistics of charges open the notes of a provider, and print with their numbers', async ({
    page,
    api,
  }) => {
    const title = 'Whose notes are they?';
    const totals = await api.succeed(chargeTotals, { query: {} }, await api.superToken());
    const [first] = totals.providers;
    await page.goto('/charges?tab=statistics');
    await expect(bars(page, title).first()).toBeVisible();
    const sheets = await printed(page);
    const text = sheets.map((sheet) => sheet.text).join(' ');
    for (const { providerName, notes } of totals.providers) {
      expect(text).toContain(providerName);
      expect(text).toContain(String(notes));
    }
    await bars(page, title).first().click();
    await page.waitForURL(/\/charges\?tab=all&providerId=/);
    await expect(page.getByRole('tab', { name: `All (${first?.notes ?? 0})` })).toBeVisible();
  });
});
