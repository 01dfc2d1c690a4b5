import type { Page } from '@playwright/test';
import { heading } from '../support/page.ts';
import { newPatient, readyUser, uniqueName } from '../support/records.ts';
import { signInOn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const keptDraft = (page: Page) =>
  page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().includes('/form-drafts/'),
  );
const drafts = (page: Page) => page.getByRole('dialog', { name: 'Drafts' });

test('a registration that a phone message interrupts is continued from the drafts', async ({
  api,
  openAs,
}) => {
  const user = await readyUser(api, { role: 'Staff' });
  const { page } = await openAs(user);
  const lastName = uniqueName();
  await page.goto('/patients/new');
  await page.getByLabel('First Name').fill('Ida');
  await page.getByLabel('Last Name').fill(lastName);
  await page.getByLabel('Social Security Number', { exact: true }).fill('219-09-9955');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Phone Messages/ })
    .click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expect(question).toContainText('The social security number is not kept.');
  await question.getByRole('button', { name: 'Keep as draft' }).click();
  await expect(heading(page, 'Phone Messages')).toBeVisible();

  await button(page, 'Drafts, 1').click();
  await button(page, `Continue New Patient, ${lastName}, Ida`).click();
  await expect(heading(page, 'New Patient')).toBeVisible();
  await expect(page.getByText(/^Restored from your draft of/)).toBeVisible();
  await expect(page.getByLabel('Last Name')).toHaveValue(lastName);
  await expect(page.getByLabel('Social Security Number', { exact: true })).toHaveValue('');
  await expect(button(page, /^Drafts/)).toBeHidden();
  await page.getByLabel('Date of Birth').fill('01/05/1980');
  await button(page, 'Add Patient').click();
  await expect(page.getByText(/^Patient added/).first()).toBeVisible();
  await expect(button(page, /^Drafts/)).toBeHidden();
});

test('what was typed survives a closed tab, and is offered in the form on another computer', async ({
  api,
  openAs,
  browser,
}) => {
  const { id } = await newPatient(api, { city: 'Annapolis' });
  const user = await readyUser(api, { role: 'Staff' });
  const { page } = await openAs(user);
  await page.goto(`/patients/${id}/edit`);
  const kept = keptDraft(page);
  await page.getByLabel('City').fill('Havre de Grace');
  await kept;

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  await page.close({ runBeforeUnload: false });
  const other = await context.newPage();
  await other.goto('/login');
  await signInOn(other, user);
  await button(other, 'Drafts, 1').click();
  await expect(drafts(other).getByRole('listitem')).toHaveCount(1);
  await other.keyboard.press('Escape');
  await other.goto(`/patients/${id}/edit`);
  await button(other, 'Continue').click();
  await expect(other.getByLabel('City')).toHaveValue('Havre de Grace');
  await context.close();
});

test('a registration that the end of the session interrupts goes on after signing in again, as one draft', async ({
  api,
  openAs,
}) => {
  const user = await readyUser(api, { role: 'Staff' });
  const { page } = await openAs(user);
  const lastName = uniqueName();
  await page.clock.install();
  const prepared = page.waitForResponse(/\/form-key$/);
  await page.goto('/patients/new');
  const kept = keptDraft(page);
  await page.getByLabel('First Name').fill('Ida');
  await page.getByLabel('Last Name').fill(lastName);
  await Promise.all([kept, prepared]);

  await page.clock.fastForward('16:00');
  await page.waitForURL('**/login');
  await signInOn(page, user);
  await page.waitForURL('**/patients/new');
  await expect(page.getByText('Your unsaved changes have been restored.')).toBeVisible();
  await expect(page.getByLabel('Last Name')).toHaveValue(lastName);
  await expect(button(page, /^Drafts/)).toBeHidden();
  await page.getByLabel('Date of Birth').fill('01/05/1980');
  await button(page, 'Add Patient').click();
  await expect(page.getByText(/^Patient added/).first()).toBeVisible();
  await expect(button(page, /^Drafts/)).toBeHidden();
});
