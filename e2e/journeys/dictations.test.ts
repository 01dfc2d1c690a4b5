import { dictationGet } from '@portal/contract/dictations';
import { dictationTemplates, templateToggle } from '@portal/contract/templates';
import { formatDateUs } from '@portal/domain/date';
import {
  newDictation,
  newPractice,
  newTemplate,
  practiceToday,
  type Practice,
} from '../support/dictation-records.ts';
import { button, choose, nameOf, openSession } from '../support/dictation-screens.ts';
import { heading } from '../support/page.ts';
import { newPatient, uniqueName } from '../support/records.ts';
import { columnCells, range, row, search } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

let practice: Practice;
test.beforeAll(async ({ api }) => {
  practice = await newPractice(api);
});

test.describe('dictation list and session screen', () => {
  test('saves the session, starts dictations by tile and key, and lists the default template first', async ({
    openAs,
    api,
  }) => {
    const { provider, office, templates } = await newPractice(api);
    const [injection, block] = templates;
    const { page, token } = await openAs(provider);
    await openSession(page);
    await expect(page.getByText('Select a provider, location, and session date to start.')).toBeVisible();
    await expect(page.getByRole('link', { name: injection.name })).toHaveCount(0);
    const saved = page.waitForResponse(
      (response) =>
        response.url().endsWith('/api/dictation/session') && response.request().method() === 'POST',
    );
    await choose(page, 'Location', office.name);
    await saved;
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Location' })).toHaveText(office.name);

    const addressOf = (template: string) =>
      `/dictations/new?${new URLSearchParams({
        template,
        providerId: provider.user.id,
        locationId: office.id,
        date: practiceToday(),
      }).toString()}`;
    const tile = page.getByRole('listitem').filter({ hasText: injection.name });
    await expect(tile.getByRole('link')).toHaveAttribute('href', addressOf(injection.id));
    await page.getByRole('combobox', { name: 'Other template' }).fill(block.name);
    await page.getByRole('option', { name: block.name }).click();
    await expect(page).toHaveURL(addressOf(block.id));

    await openSession(page);
    await tile.getByRole('button', { name: `${injection.name}: your default template` }).click();
    await expect(tile.getByRole('button', { pressed: true })).toBeVisible();
    await page.locator('h1').focus();
    // The key is the quick access order. The default template comes first but has no key, because its order is 900.
    const offered = await api.succeed(dictationTemplates, {}, token);
    const third = offered.find(({ quickAccessOrder }) => quickAccessOrder === 3);
    await expect(page.locator('[aria-keyshortcuts="3"]')).toContainText(third?.name ?? 'a third template');
    await expect(tile.getByRole('link')).not.toHaveAttribute('aria-keyshortcuts');
    await page.keyboard.press('3');
    await expect(page).toHaveURL(addressOf(third?.id ?? ''));
  });

  test('lists saved and completed dictations for their provider to mark reviewed, edit, and sign', async ({
    openAs,
    api,
  }) => {
    const [saved, other] = [await newDictation(api, practice), await newDictation(api, practice)];
    const { page } = await openAs(practice.provider);
    await openSession(page);
    const pending = row(page, 'Pending Dictations', saved.patientName);
    await expect(pending.getByRole('link', { name: `Edit ${nameOf(saved)}` })).toHaveAttribute(
      'href',
      `/dictations/${saved.id}/edit`,
    );
    await button(page, `Mark reviewed ${nameOf(saved)}`).click();
    await expect(pending.getByText('Completed', { exact: true })).toBeVisible();
    await button(page, `Sign ${nameOf(saved)}`).click();
    await button(page, 'Sign').click();
    await expect(page.getByText(`${nameOf(saved)} signed`).first()).toBeVisible();
    await expect(pending).toBeHidden();
    expect(
      await api.succeed(dictationGet, { params: { id: saved.id } }, await api.superToken()),
    ).toMatchObject({ status: 'Signed', signature: { name: expect.stringContaining('Paula') } });
    await expect(row(page, 'Pending Dictations', other.patientName)).toBeVisible();
    await expect(page.locator(':focus')).toHaveAttribute('aria-label', /^Sign /);
    const { page: staff } = await openAs('assistant');
    await openSession(staff);
    await expect(staff.getByRole('heading', { name: /^Pending Dictations/ })).toHaveCount(0);
  });

  test('finds dictations by filters and search, and prints and changes the selected ones', async ({
    openAs,
    api,
  }) => {
    const dictation = await newDictation(api, practice, { templateId: practice.templates[1].id });
    const { page } = await openAs(practice.provider);
    await page.goto('/dictations?tab=find');
    await expect(range(page, 'Dictations')).toBeVisible();
    await choose(page, 'Template', practice.templates[1].name);
    await choose(page, 'Status', 'Saved');
    await page.getByRole('textbox', { name: 'Start Date' }).fill(formatDateUs(practiceToday()));
    await search(page, 'Search patient', dictation.patientMRN);
    await expect(columnCells(page, 'Dictations', 'Patient')).toContainText([dictation.patientName]);
    await expect(range(page, 'Dictations')).toHaveText('1–1 of 1');
    await page.reload();
    await page.getByRole('checkbox', { name: `Select ${nameOf(dictation)}` }).check();
    const saved = page.waitForEvent('download');
    await button(page, 'Print Selected').click();
    expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
    await button(page, 'Change Status').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change Status' }).click();
    await expect(page.getByText('1 dictation changed to Completed').first()).toBeVisible();
    await button(page, 'Clear Filters').click();
    await expect(page).toHaveURL('/dictations?tab=find');
  });
});

test.describe('a new dictation without a usable template', () => {
  test('reports the template, offers others, keeps the patient from the URL, and opens the editor', async ({
    openAs,
    api,
  }) => {
    const { page } = await openAs(practice.provider);
    const patient = await newPatient(api);
    const [template] = practice.templates;
    const gone = await newTemplate(api, `Gone ${uniqueName()}`);
    await api.succeed(templateToggle, { params: { id: gone.id } }, await api.superToken());
    for (const id of [gone.id, '00000000-0000-7000-8000-000000000000', 'nonsense']) {
      await page.goto(`/dictations/new?template=${id}`);
      await expect(
        page.getByText('This template does not exist or is not active. Choose another one.'),
      ).toBeVisible();
    }
    await page.getByRole('link', { name: 'Choose a template' }).click();
    await expect(page.getByText('Choose a template to start a dictation.')).toBeVisible();
    await page.goto(`/dictations/new?template=&patientId=${patient.id}`);
    await expect(heading(page, 'New Dictation')).toBeVisible();
    await expect(page.getByText('Choose a template to start a dictation.')).toBeVisible();
    await choose(page, 'Location', practice.office.name);
    await expect(page.getByText('Failed to load data')).toHaveCount(0);
    await page.getByRole('link', { name: template.name }).click();
    await page.waitForURL(`**/dictations/new?template=${template.id}**patientId=${patient.id}`);
    await expect(page.getByRole('region', { name: 'Procedure Details' })).toBeVisible();
  });
});
