import {
  dictationBatchStatus,
  dictationGet,
  dictationPending,
  type Dictation,
} from '@portal/contract/dictations';
import type { Patient } from '@portal/contract/patients';
import { formatDateUs } from '@portal/domain/date';
import type { Page } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { newDictation, newPractice, practiceToday } from '../support/dictation-records.ts';
import { button, choose, nameOf, openSession, waitUntilSignable } from '../support/dictation-screens.ts';
import { heading } from '../support/page.ts';
import { newPatient, readyUser } from '../support/records.ts';
import { columnCells, row } from '../support/table.ts';
import { expect, test } from '../support/test.ts';
import { toast, underToast } from '../support/toasts.ts';

/** The saved status. */
const statusOf = async (api: Api, { id }: Dictation) =>
  (await api.succeed(dictationGet, { params: { id } }, await api.superToken())).status;

/** Expects autosaved text to be restored after a reload. */
async function reloadRestores(page: Page, { lastName }: Patient, text: string): Promise<void> {
  await expect(page.getByText(/^All changes autosaved/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Your unsaved changes were restored/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Technique' })).toHaveValue(text);
  await expect(page.getByRole('combobox', { name: 'Patient' })).toHaveValue(new RegExp(lastName));
}

/** Selects a patient with the keyboard. */
async function choosePatient(page: Page, { lastName, medicalRecordNumber }: Patient): Promise<void> {
  // Wait for the next dictation.
  await expect(page.getByRole('combobox', { name: 'Patient' })).toHaveValue('');
  await page.keyboard.press('F4');
  await page.keyboard.type(medicalRecordNumber);
  await expect(page.getByRole('option', { name: new RegExp(lastName) })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

test.describe('a surgery day', () => {
  test('creates dictations from the keyboard, autosaves them, and saves for review', async ({
    openAs,
    api,
  }) => {
    const { provider, office, templates } = await newPractice(api);
    const patients = await Promise.all([newPatient(api), newPatient(api)]);
    const { page } = await openAs(await readyUser(api, { role: 'MedicalAssistant' }));
    await openSession(page);
    await choose(page, 'Provider', `Paula ${provider.user.lastName}, MD`);
    await choose(page, 'Location', office.name);
    await page.getByRole('link', { name: templates[0].name }).press('Enter');
    for (const [index, patient] of patients.entries()) {
      await expect(heading(page, 'New Dictation')).toBeVisible();
      await choosePatient(page, patient);
      await page.keyboard.press('F7');
      await page.keyboard.press('L');
      await page.keyboard.press('Tab');
      await page.keyboard.type(`Note ${index + 1}: under fluoroscopy.`);
      if (index === 1) await reloadRestores(page, patient, 'Note 2: under fluoroscopy.');
      await page.keyboard.press(index === 0 ? 'Control+Alt+Enter' : 'Control+Shift+Enter');
      await expect(page.getByText('Dictation saved for physician review').first()).toBeVisible();
    }
    await expect(heading(page, 'Dictations')).toBeVisible();
    await expect(columnCells(page, 'Recent Dictations', 'Status')).toHaveText(['Saved', 'Saved']);
    await expect(page.getByRole('heading', { name: 'Unfinished Dictations' })).toHaveCount(0);
  });

  test('signs one dictation after another; a click on the toast signs nothing', async ({ openAs, api }) => {
    const own = await newPractice(api);
    const [first, second] = [await newDictation(api, own), await newDictation(api, own)];
    const { page } = await openAs(own.provider);
    await page.goto(`/dictations/${first.id}/edit`);
    await waitUntilSignable(page);
    await button(page, 'Sign & Next Pending').click();
    await page.waitForURL(`**/dictations/${second.id}/edit`);
    // The toast stays while the pointer is over it.
    await toast(page, 'Dictation signed').hover();
    await expect(page.getByRole('textbox', { name: 'Technique' })).toBeVisible();
    await expect(page.locator('h1[data-page-heading]')).toBeFocused();
    await toast(page, 'Dictation signed').click();
    await expect.poll(() => underToast(page)).toEqual([]);
    await waitUntilSignable(page);
    expect([await statusOf(api, first), await statusOf(api, second)]).toEqual(['Signed', 'Saved']);
    await button(page, 'Submit & Sign').click();
    await expect(heading(page, 'Dictations')).toBeVisible();
    expect(await statusOf(api, second)).toBe('Signed');
  });

  test('the provider signs one, then groups, signs, and prints six, and adds an addendum', async ({
    openAs,
    api,
  }) => {
    const own = await newPractice(api);
    const kinds = [...own.templates, ...own.templates, ...own.templates];
    const [first] = await Promise.all(kinds.map(({ id }) => newDictation(api, own, { templateId: id })));
    if (first === undefined) throw new Error('There are six of them');
    const { page, token } = await openAs(own.provider);
    await openSession(page);
    await expect(page.getByRole('heading', { name: 'Pending Dictations (6)' })).toBeVisible();
    await row(page, 'Pending Dictations', first.patientName)
      .getByRole('link', { name: /^Edit/ })
      .press('Enter');
    await expect(heading(page, 'Edit Dictation')).toBeVisible();
    await page.getByRole('textbox', { name: 'Technique' }).fill('Reviewed and corrected.');
    await waitUntilSignable(page);
    await page.keyboard.press('Control+Shift+Enter');
    await expect(page.getByRole('heading', { name: 'Pending Dictations (5)' })).toBeVisible();
    const pending = await api.succeed(dictationPending, { query: {} }, token);
    const body = { dictationIds: pending.map(({ id }) => id), newStatus: 'Completed' as const };
    await api.succeed(dictationBatchStatus, { body }, token);
    await choose(page, 'Location', own.office.name);
    await button(page, 'Create Group').click();
    await page.getByRole('checkbox', { name: 'All 6 ungrouped' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Create Group' }).click();
    await button(page, 'Sign All Completed').click();
    await button(page, 'Sign 5 dictations').click();
    await expect(page.getByText('All dictations in this group are signed.')).toBeVisible();
    await expect(button(page, 'Sign All Completed')).toHaveCount(0);
    await expect(button(page, `Remove from group ${nameOf(first)}`)).toBeDisabled();
    const saved = page.waitForEvent('download');
    await button(page, 'Print All').click();
    expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
    await row(page, 'Dictations in the group', first.patientName)
      .getByRole('link', { name: first.patientName, exact: true })
      .click();
    await expect(heading(page, 'Dictation')).toBeVisible();
    await expect(page.getByText(/^Electronically signed by Paula .*, MD on /)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
    await button(page, 'Add Addendum').click();
    await page.getByRole('textbox', { name: 'Addendum' }).fill('The left side was done second.');
    await page.getByRole('dialog').getByRole('button', { name: 'Add Addendum' }).click();
    await expect(page.getByText('The left side was done second.')).toBeVisible();
  });
});

test.describe('a dictation group', () => {
  test('groups ungrouped dictations, adds and removes one, and keeps them when deleted', async ({
    openAs,
    api,
  }) => {
    const own = await newPractice(api);
    const [first, second, third] = await Promise.all([
      newDictation(api, own),
      newDictation(api, own),
      newDictation(api, own),
    ]);
    const { page } = await openAs(own.provider);
    await openSession(page);
    await choose(page, 'Location', own.office.name);
    await button(page, 'Create Group').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('All 3 ungrouped')).toBeVisible();
    const create = dialog.getByRole('button', { name: 'Create Group' });
    await create.click();
    await expect(dialog.getByText('Please select at least one dictation')).toBeVisible();
    for (const { patientName } of [first, second])
      await dialog.getByRole('checkbox', { name: new RegExp(patientName) }).check();
    await create.click();
    const title = `Group - ${formatDateUs(practiceToday())} (2 procedures)`;
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page).toHaveURL(/group=/);
    await expect(button(page, 'Sign All Completed')).toHaveCount(0);
    await button(page, 'Add Dictations').click();
    await dialog.getByRole('checkbox', { name: new RegExp(third.patientName) }).check();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(row(page, 'Dictations in the group', third.patientName)).toBeVisible();
    await button(page, `Remove from group ${nameOf(third)}`).click();
    await expect(row(page, 'Dictations in the group', third.patientName)).toBeHidden();
    await button(page, 'Delete Group').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Group' }).click();
    await expect(page.getByText('No groups on this date')).toBeVisible();
    expect(
      await api.succeed(dictationGet, { params: { id: first.id } }, await api.superToken()),
    ).toMatchObject({ status: 'Saved', groupId: null });
    await page.goto('/dictations?group=99999999-9999-4999-8999-999999999999');
    await expect(page.getByText('Group not found')).toBeVisible();
  });
});
