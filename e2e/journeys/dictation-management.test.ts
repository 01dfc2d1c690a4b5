import { dictationGet, dictationSign } from '@portal/contract/dictations';
import type { Dictation } from '@portal/contract/dictations';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newDictation, newPractice, type Practice } from '../run/dictation-records.ts';
import { client, heading, openAs, useBrowser, visit } from '../run/page.ts';
import { superToken } from '../run/records.ts';
import { columns, columnTexts, row } from '../run/table.ts';

useBrowser();

let practice: Practice;
beforeAll(async () => {
  practice = await newPractice();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const nameOf = ({ patientName, templateName }: Dictation) => `${patientName} – ${templateName}`;

/** A signed dictation of the provider. */
async function signed(): Promise<Dictation> {
  const { id } = await newDictation(practice);
  const { signIn, succeed } = client();
  const { userName, password } = practice.provider;
  const { token } = await signIn(userName, password);
  const { version } = await succeed(dictationGet, { params: { id } }, token);
  return succeed(dictationSign, { params: { id }, body: { version } }, token);
}

describe('spec 2 §2 Dictation Management /admin/dictations', () => {
  it('decisions 57 deactivates, reactivates and deletes forever, but never a signed one', async () => {
    const template = practice.templates[0].name;
    const [test, kept] = [await newDictation(practice), await signed()];
    const { page } = await openAs('admin');
    await page.goto(`/admin/dictations?templateId=${practice.templates[0].id}`);
    await heading(page, 'Dictation Management');
    await row(page, 'Dictations', test.patientName).waitFor();
    await expect
      .poll(() => columns(page, 'Dictations'))
      .toEqual([
        '',
        'Patient',
        'Template',
        'Provider',
        'Procedure Date',
        'Status',
        'Created',
        'Active',
        'Actions',
      ]);
    expect(new Set(await columnTexts(page, 'Dictations', 'Template'))).toEqual(new Set([template]));
    await page.getByRole('checkbox', { name: `Select ${nameOf(test)}` }).check();
    await page.getByRole('checkbox', { name: `Select ${nameOf(kept)}` }).check();
    await page.getByText('2 dictations selected').waitFor();
    await button(page, 'Delete Forever').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(/irreversible/).waitFor();
    await button(page, 'Delete Forever').click();
    await dialog.getByRole('alert').waitFor();
    await button(page, 'Cancel').click();
    await button(page, `Deactivate ${nameOf(test)}`).click();
    await button(page, 'Deactivate').last().click();
    await dialog.waitFor({ state: 'detached' });
    await row(page, 'Dictations', test.patientName).waitFor({ state: 'detached' });
    await page.getByRole('switch', { name: 'Show Inactive' }).click();
    await row(page, 'Dictations', test.patientName).getByText('Inactive').waitFor();
    await expect.poll(() => button(page, `Deactivate ${nameOf(test)}`).isDisabled()).toBe(true);
    await expect.poll(() => button(page, `Delete Forever ${nameOf(kept)}`).isDisabled()).toBe(true);
    await button(page, `Reactivate ${nameOf(test)}`).click();
    await row(page, 'Dictations', test.patientName).getByText('Active', { exact: true }).waitFor();
    await button(page, `Delete Forever ${nameOf(test)}`).click();
    await button(page, 'Delete Forever').last().click();
    await dialog.waitFor({ state: 'detached' });
    await row(page, 'Dictations', test.patientName).waitFor({ state: 'detached' });
    const { status } = await client().send('GET', `/dictation/${test.id}`, { token: await superToken() });
    expect(status).toBe(404);
    await visit(page, `/patients/${kept.patientId}?tab=dictations`);
    await page.getByRole('heading', { level: 1, name: /Ada/ }).waitFor();
    await row(page, 'Dictations', template).waitFor();
  });
});
