import { dictationBatchStatus, dictationGet, dictationPending } from '@portal/contract/dictations';
import type { Dictation } from '@portal/contract/dictations';
import { templateToggle } from '@portal/contract/templates';
import type { Patient } from '@portal/contract/patients';
import { dictationTemplates } from '@portal/contract/templates';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  newDictation,
  newPractice,
  newTemplate,
  practiceToday,
  type Practice,
} from '../run/dictation-records.ts';
import { client, heading, openAs, useBrowser, visit } from '../run/page.ts';
import { newPatient, readyUser, superToken, uniqueName } from '../run/records.ts';
import { answer } from '../run/requests.ts';
import { columns, columnTexts, range, row, search } from '../run/table.ts';
import { toast, underToast } from '../run/toasts.ts';

useBrowser();

let practice: Practice;
beforeAll(async () => {
  practice = await newPractice();
});

const us = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const nameOf = ({ patientName, templateName }: Dictation) => `${patientName} – ${templateName}`;

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** The provider's token, past the screens. */
const providerToken = async () => {
  const { userName, password } = practice.provider;
  return (await client().signIn(userName, password)).token;
};

/** As it is stored now. */
const statusOf = async ({ id }: Dictation) =>
  (await client().succeed(dictationGet, { params: { id } }, await superToken())).status;

/** A note can be signed once it was on screen for a moment. */
const signable = (page: Page) => button(page, 'Submit & Sign').and(page.locator(':enabled')).waitFor();

async function openSession(page: Page): Promise<void> {
  await page.goto('/dictations');
  await heading(page, 'Dictations');
  await page.getByRole('combobox', { name: 'Location' }).waitFor();
}

describe('spec 2 §2 Dictation list and session screen', () => {
  it('decisions 53 keeps provider, location and date; tiles and keys start a note with them; the default template comes first', async () => {
    const { page } = await openAs(practice.provider);
    const [injection, block] = practice.templates;
    await openSession(page);
    await page.getByText('Choose provider, location and date of the session first.').waitFor();
    await expect.poll(() => page.getByRole('link', { name: injection.name }).count()).toBe(0);
    const saved = page.waitForResponse(
      (response) =>
        response.url().endsWith('/api/dictation/session') && response.request().method() === 'POST',
    );
    await choose(page, 'Location', practice.office.name);
    await saved;
    await page.reload();
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Location' }).innerText())
      .toBe(practice.office.name);
    const addressOf = (template: string) =>
      `?${new URLSearchParams({
        template,
        providerId: practice.provider.user.id,
        locationId: practice.office.id,
        date: practiceToday(),
      }).toString()}`;
    const tile = page.getByRole('listitem').filter({ hasText: injection.name });
    await expect
      .poll(() => tile.getByRole('link').getAttribute('href'))
      .toBe(`/dictations/new${addressOf(injection.id)}`);
    await page.getByRole('combobox', { name: 'Other template' }).fill(block.name);
    await page.getByRole('option', { name: block.name }).click();
    await expect.poll(() => new URL(page.url()).search).toBe(addressOf(block.id));
    await openSession(page);
    await tile.getByRole('button', { name: `${injection.name}: your default template` }).click();
    await tile.getByRole('button', { pressed: true }).waitFor();
    await page.locator('h1').click();
    // A key is a template's own quick access order: the default template comes first and has none, because its order is 900.
    const templates = await client().succeed(dictationTemplates, {}, await providerToken());
    const third = templates.find(({ quickAccessOrder }) => quickAccessOrder === 3);
    await page
      .locator('[aria-keyshortcuts="3"]')
      .getByText(third?.name ?? '')
      .waitFor();
    await expect.poll(() => tile.getByRole('link').getAttribute('aria-keyshortcuts')).toBeNull();
    await page.keyboard.press('3');
    await expect.poll(() => new URL(page.url()).search).toBe(addressOf(third?.id ?? ''));
    expect(new URL(page.url()).pathname).toBe('/dictations/new');
  });

  it('pending: saved and completed ones wait for their provider, who marks them reviewed, edits and signs them', async () => {
    const [saved, other] = [await newDictation(practice), await newDictation(practice)];
    const { page } = await openAs(practice.provider);
    await openSession(page);
    const pending = row(page, 'Pending Dictations', saved.patientName);
    await expect
      .poll(() => pending.getByRole('link', { name: `Edit ${nameOf(saved)}` }).getAttribute('href'))
      .toBe(`/dictations/${saved.id}/edit`);
    await button(page, `Mark reviewed ${nameOf(saved)}`).click();
    await pending.getByText('Completed', { exact: true }).waitFor();
    await answer(page, '**/api/dictation/*/sign', { status: 500 });
    await button(page, `Sign ${nameOf(saved)}`).click();
    const dialog = page.getByRole('alertdialog');
    await button(page, 'Sign').click();
    await dialog.getByText('Failed to sign dictation').waitFor();
    await page.unrouteAll();
    await button(page, 'Sign').click();
    await page
      .getByText(`${nameOf(saved)}: signed`)
      .first()
      .waitFor();
    await pending.waitFor({ state: 'detached' });
    expect(
      await client().succeed(dictationGet, { params: { id: saved.id } }, await superToken()),
    ).toMatchObject({ status: 'Signed', signature: { name: expect.stringContaining('Paula') } });
    await row(page, 'Pending Dictations', other.patientName).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(/^Sign /);
    const { page: staff } = await openAs('assistant');
    await openSession(staff);
    await expect.poll(() => staff.getByRole('heading', { name: /^Pending Dictations/ }).count()).toBe(0);
  });

  it('decisions 56 finds old ones by patient, template, provider, status and dates; prints and moves those chosen', async () => {
    const dictation = await newDictation(practice, { templateId: practice.templates[1].id });
    const { page } = await openAs(practice.provider);
    await page.goto('/dictations?tab=find');
    await range(page, 'Dictations').waitFor();
    await expect
      .poll(async () => (await columns(page, 'Dictations')).filter((text) => text !== 'Location'))
      .toEqual(['', 'Patient', 'Template', 'Provider', 'Procedure Date', 'Status', 'Created', 'Actions']);
    await button(page, 'Print Selected').click();
    await page.getByText('Please select dictations to print').first().waitFor();
    await choose(page, 'Template', practice.templates[1].name);
    await choose(page, 'Status', 'Saved');
    await page.getByRole('textbox', { name: 'Start Date' }).fill(us(practiceToday()));
    await search(page, 'Search patient', dictation.patientMRN);
    await expect
      .poll(() => columnTexts(page, 'Dictations', 'Patient'))
      .toEqual([expect.stringContaining(dictation.patientName)]);
    await page.reload();
    await page.getByRole('checkbox', { name: `Select ${nameOf(dictation)}` }).check();
    const saved = page.waitForEvent('download');
    await button(page, 'Print Selected').click();
    expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
    await button(page, 'Change Status').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change Status' }).click();
    await page.getByText('1 dictation is Completed now').first().waitFor();
    await button(page, 'Clear Filters').click();
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=find');
  });
});

describe('/dictations/new without a template that can be used', () => {
  it('offers the templates, keeps the patient of the address, and leads to the note', async () => {
    const { page } = await openAs(practice.provider);
    const patient = await newPatient();
    const [template] = practice.templates;
    for (const address of ['/dictations/new', '/dictations/new?template=']) {
      await page.goto(address);
      await heading(page, 'New Dictation');
      await page.getByText('Choose a template to start a dictation.').waitFor();
      await expect.poll(() => page.getByText('Failed to load data').count()).toBe(0);
    }
    await page.goto(`/dictations/new?patientId=${patient.id}`);
    await choose(page, 'Location', practice.office.name);
    await page.getByRole('link', { name: template.name }).click();
    await page.waitForURL(`**/dictations/new?template=${template.id}**patientId=${patient.id}`);
    await page.getByRole('region', { name: 'Procedure Details' }).waitFor();
  });

  it('says so of a template that does not exist or is not active, and offers the others', async () => {
    const { page } = await openAs(practice.provider);
    const gone = await newTemplate(`Gone ${uniqueName()}`);
    await client().succeed(templateToggle, { params: { id: gone.id } }, await superToken());
    for (const id of [gone.id, '00000000-0000-7000-8000-000000000000', 'nonsense']) {
      await page.goto(`/dictations/new?template=${id}`);
      await page.getByText('This template does not exist or is not active. Choose another one.').waitFor();
    }
    await page.getByRole('link', { name: 'Choose a template' }).click();
    await page.getByText('Choose a template to start a dictation.').waitFor();
  });
});

describe('spec 2 §8', () => {
  it('what fails says so where it failed; templates, recent ones and the session fail silently', async () => {
    const dictation = await newDictation(practice);
    const { page } = await openAs(practice.provider);
    const fails = (path: string, method?: string) =>
      answer(page, `**/api/dictation${path}`, { status: 500, ...(method === undefined ? {} : { method }) });
    for (const path of ['/pending?**', '/recent?**', '/templates', '/session/current', '/drafts'])
      await fails(path);
    await openSession(page);
    await page.getByText('Failed to load pending dictations').waitFor();
    await page.getByText('Failed to load your unfinished notes').waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(2);
    await page.unrouteAll();
    await openSession(page);
    await choose(page, 'Location', practice.office.name);
    await button(page, 'Create Group').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: new RegExp(dictation.patientName) }).check();
    await fails('/group/validate');
    const create = dialog.getByRole('button', { name: 'Create Group' });
    await create.click();
    await dialog.getByText('Validation failed').waitFor();
    await page.unrouteAll();
    const message = 'These are of two locations.';
    await answer(page, '**/api/dictation/group/validate', { json: { canGroup: false, message } });
    await create.click();
    await dialog.getByText(message).waitFor();
    await page.unrouteAll();
    await fails('/group/create');
    await create.click();
    await dialog.getByText('Failed to create group').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await fails('/batch/print');
    await page.getByRole('checkbox', { name: `Select ${nameOf(dictation)}` }).check();
    await button(page, 'Print Selected (1)').click();
    await page.getByText('Failed to batch print').first().waitFor();
    await fails('/*/print');
    await row(page, 'Recent Dictations', dictation.patientName)
      .getByRole('button', { name: /^Print/ })
      .press('Enter');
    await page.getByText('Failed to print dictation').first().waitFor();
    await fails('?**');
    await page.getByRole('tab', { name: 'Find Dictations' }).click();
    await page.getByText('Failed to load dictations').waitFor();
    await fails('/group/*');
    await page.goto('/dictations?group=99999999-9999-4999-8999-999999999999');
    await page.getByText('Failed to load group').waitFor();
  });
});

describe('spec 2 a surgery day', () => {
  it('without the mouse: one note after the other in the session, kept while typed, saved for review', async () => {
    const { provider, office, templates } = practice;
    const patients = await Promise.all([newPatient(), newPatient()]);
    const { page } = await openAs(await readyUser({ role: 'MedicalAssistant' }));
    await openSession(page);
    await choose(page, 'Provider', `Paula ${provider.user.lastName}, MD`);
    await choose(page, 'Location', office.name);
    await page.getByRole('link', { name: templates[0].name }).press('Enter');
    for (const [index, patient] of patients.entries()) {
      await heading(page, 'New Dictation');
      await choosePatient(page, patient);
      await page.keyboard.press('F7');
      await page.keyboard.press('L');
      await page.keyboard.press('Tab');
      await page.keyboard.type(`Note ${index + 1}: under fluoroscopy.`);
      if (index === 1) await bringsBack(page, patient, 'Note 2: under fluoroscopy.');
      await page.keyboard.press(index === 0 ? 'Control+Alt+Enter' : 'Control+Shift+Enter');
      await page.getByText('Dictation saved for physician review').first().waitFor();
    }
    await heading(page, 'Dictations');
    await expect.poll(() => columnTexts(page, 'Recent Dictations', 'Status')).toEqual(['Saved', 'Saved']);
    await expect.poll(() => page.getByRole('heading', { name: 'Unfinished Notes' }).count()).toBe(0);
  });

  it('one signed after the other: the next one begins at its heading, and a click on the toast signs nothing', async () => {
    const own = await newPractice();
    const [first, second] = [await newDictation(own), await newDictation(own)];
    const { page } = await openAs(own.provider);
    await page.goto(`/dictations/${first.id}/edit`);
    await signable(page);
    await button(page, 'Sign & Next Pending').click();
    await page.waitForURL(`**/dictations/${second.id}/edit`);
    // Under the pointer it stays.
    await toast(page, 'Dictation signed').hover();
    await page.getByRole('textbox', { name: 'Technique' }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.matches('h1[data-page-heading]')))
      .toBe(true);
    await toast(page, 'Dictation signed').click();
    expect(await underToast(page)).toEqual([]);
    await signable(page);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['Signed', 'Saved']);
    await button(page, 'Submit & Sign').click();
    await heading(page, 'Dictations');
    expect(await statusOf(second)).toBe('Signed');
  });

  it('their provider corrects and signs one, groups all six, signs the rest at once, prints them and adds to one', async () => {
    const own = await newPractice();
    const kinds = [...own.templates, ...own.templates, ...own.templates];
    const [first] = await Promise.all(kinds.map(({ id }) => newDictation(own, { templateId: id })));
    if (first === undefined) throw new Error('There are six of them');
    const { page, token } = await openAs(own.provider);
    await openSession(page);
    await page.getByRole('heading', { name: 'Pending Dictations (6)' }).waitFor();
    await row(page, 'Pending Dictations', first.patientName)
      .getByRole('link', { name: /^Edit/ })
      .press('Enter');
    await heading(page, 'Edit Dictation');
    await page.getByRole('textbox', { name: 'Technique' }).fill('Reviewed and corrected.');
    await signable(page);
    await page.keyboard.press('Control+Shift+Enter');
    await page.getByRole('heading', { name: 'Pending Dictations (5)' }).waitFor();
    const pending = await client().succeed(dictationPending, { query: {} }, token);
    const body = { dictationIds: pending.map(({ id }) => id), newStatus: 'Completed' as const };
    await client().succeed(dictationBatchStatus, { body }, token);
    await choose(page, 'Location', own.office.name);
    await button(page, 'Create Group').click();
    await page.getByRole('checkbox', { name: 'All 6 ungrouped' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Create Group' }).click();
    await button(page, 'Sign All Completed').click();
    await button(page, 'Sign 5 dictations').click();
    await page.getByText('All dictations of this group are signed.').waitFor();
    await expect.poll(() => button(page, 'Sign All Completed').count()).toBe(0);
    await expect.poll(() => button(page, `Remove from group ${nameOf(first)}`).isDisabled()).toBe(true);
    const saved = page.waitForEvent('download');
    await button(page, 'Print All').click();
    expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
    await row(page, 'Dictations of the group', first.patientName)
      .getByRole('link', { name: first.patientName, exact: true })
      .click();
    await heading(page, 'Dictation');
    await page.getByText(/^Electronically signed by Paula .*, MD on /).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
    await button(page, 'Add Addendum').click();
    await page.getByRole('textbox', { name: 'Addendum' }).fill('The left side was done second.');
    await page.getByRole('dialog').getByRole('button', { name: 'Add Addendum' }).click();
    await page.getByText('The left side was done second.').waitFor();
  });
});

/** What is typed is kept without being asked to, so a reload brings it back. */
async function bringsBack(page: Page, { lastName }: Patient, text: string): Promise<void> {
  await page.getByText(/^All changes kept/).waitFor();
  await page.reload();
  await page.getByText(/^What you typed and had not saved is here again/).waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: 'Technique' }).inputValue()).toBe(text);
  await expect.poll(() => page.getByRole('combobox', { name: 'Patient' }).inputValue()).toContain(lastName);
}

/** Finds a patient by the keyboard. */
async function choosePatient(page: Page, { lastName, medicalRecordNumber }: Patient): Promise<void> {
  // The next note is there.
  await expect.poll(() => page.getByRole('combobox', { name: 'Patient' }).inputValue()).toBe('');
  await page.keyboard.press('F4');
  await page.keyboard.type(medicalRecordNumber);
  await page.getByRole('option', { name: new RegExp(lastName) }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

describe('spec 2 §2 Dictation group detail panel', () => {
  it('a group is made of the ungrouped ones of a day, takes more and lets go of them; nothing is signed that is not completed; deleting it keeps them', async () => {
    const own = await newPractice();
    const [first, second, third] = await Promise.all([
      newDictation(own),
      newDictation(own),
      newDictation(own),
    ]);
    const { page } = await openAs(own.provider);
    await openSession(page);
    await choose(page, 'Location', own.office.name);
    await button(page, 'Create Group').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('All 3 ungrouped').waitFor();
    await button(page, 'Create Group').last().click();
    await dialog.getByText('Please select at least one dictation').waitFor();
    for (const { patientName } of [first, second])
      await dialog.getByRole('checkbox', { name: new RegExp(patientName) }).check();
    await dialog.getByRole('button', { name: 'Create Group' }).click();
    const title = `Group - ${us(practiceToday())} (2 procedures)`;
    await page.getByRole('heading', { name: title }).waitFor();
    await expect.poll(() => page.url()).toContain('group=');
    await expect.poll(() => button(page, 'Sign All Completed').count()).toBe(0);
    await button(page, 'Add Dictations').click();
    await page.getByRole('checkbox', { name: new RegExp(third.patientName) }).check();
    await button(page, 'Add').click();
    await row(page, 'Dictations of the group', third.patientName).waitFor();
    await button(page, `Remove from group ${nameOf(third)}`).click();
    await row(page, 'Dictations of the group', third.patientName).waitFor({ state: 'detached' });
    await button(page, 'Delete Group').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Group' }).click();
    await page.getByText('No groups on this day').waitFor();
    expect(
      await client().succeed(dictationGet, { params: { id: first.id } }, await superToken()),
    ).toMatchObject({ status: 'Saved', groupId: null });
    await visit(page, '/dictations?group=99999999-9999-4999-8999-999999999999');
    await page.getByText('Group not found').waitFor();
  });
});
