import { randomUUID } from 'node:crypto';
import { groupCreate } from '@portal/contract/dictation-groups';
import { dictationGet, dictationsOfPatient } from '@portal/contract/dictations';
import { templateCreate, type Template } from '@portal/contract/templates';
import type { Page } from '@playwright/test';
import { newDictation, newPractice, practiceToday, type Practice } from '../support/dictation-records.ts';
import { button, nameOf } from '../support/dictation-screens.ts';
import { heading } from '../support/page.ts';
import { newPatient, uniqueName } from '../support/records.ts';
import { row } from '../support/table.ts';
import type { Api } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

let practice: Practice;
let template: Template;
test.beforeAll(async ({ api }) => {
  practice = await newPractice(api);
  template = await needleTemplate(api);
});

/** A template with a required consent and a text that includes the needle gauge. */
async function needleTemplate(api: Api): Promise<Template> {
  const content = {
    version: 1,
    sections: [
      {
        id: randomUUID(),
        title: 'Procedure Details',
        fields: [
          { id: 'consent', label: 'Consent', type: 'checkbox', required: true },
          { id: 'gauge', label: 'Needle gauge', type: 'text' },
          {
            id: 'technique',
            label: 'Technique',
            type: 'textarea',
            dependencyType: 'dynamic_text',
            defaultTemplate: 'A {{gauge}}-gauge needle was placed.',
          },
        ],
      },
    ],
  };
  const body = {
    name: `Needle ${uniqueName()}`,
    procedureType: 'Injection',
    templateContent: JSON.stringify(content),
  };
  return api.succeed(templateCreate, { body }, await api.superToken());
}

/** Opens a new dictation for a new patient; `written` reads the patient's saved dictations. */
async function openNew(api: Api, page: Page) {
  const patient = await newPatient(api);
  const query = new URLSearchParams({
    template: template.id,
    providerId: practice.provider.user.id,
    locationId: practice.office.id,
    date: practiceToday(),
    patientId: patient.id,
  });
  await page.goto(`/dictations/new?${query.toString()}`);
  await expect(heading(page, 'New Dictation')).toBeVisible();
  const token = await api.superToken();
  return { written: () => api.succeed(dictationsOfPatient, { params: { id: patient.id } }, token) };
}

const saved = (api: Api, formData: Record<string, string | boolean> = { consent: true }) =>
  newDictation(api, practice, { templateId: template.id, formData });

test.describe('signing with something to check', () => {
  test('asks first in the editor, jumps to the field, and signs once it is filled in', async ({
    openAs,
    api,
  }) => {
    const { page } = await openAs(practice.provider);
    const { written } = await openNew(api, page);
    await page.getByRole('checkbox', { name: 'Consent' }).check();
    await button(page, 'Submit & Sign').click();
    const dialog = page.getByRole('alertdialog', { name: 'Sign without correcting this?' });
    expect(await written()).toEqual([]);
    await dialog.getByRole('button', { name: 'Needle gauge is empty in Technique.' }).click();
    await expect(dialog).toBeHidden();
    const gauge = page.getByRole('textbox', { name: 'Needle gauge' });
    await expect(gauge).toBeFocused();
    await gauge.fill('22');
    await button(page, 'Submit & Sign').click();
    await page.waitForURL('**/dictations');
    expect(await written()).toMatchObject([{ status: 'Signed' }]);
  });

  test('signs anyway on confirmation', async ({ openAs, api }) => {
    const { page } = await openAs(practice.provider);
    const { written } = await openNew(api, page);
    await page.getByRole('checkbox', { name: 'Consent' }).check();
    await button(page, 'Submit & Sign').click();
    await button(page, 'Sign Anyway').click();
    await page.waitForURL('**/dictations');
    expect(await written()).toMatchObject([{ status: 'Signed' }]);
  });

  test('asks in the pending panel and in a group, which links to the field', async ({ openAs, api }) => {
    const [blank, whole] = [await saved(api), await saved(api, { consent: true, gauge: '25' })];
    const token = await api.superToken();
    const group = { dictationIds: [blank.id, whole.id], groupName: uniqueName() };
    const { id } = await api.succeed(groupCreate, { body: group }, token);
    const { page } = await openAs(practice.provider);
    await page.goto('/dictations');
    await button(page, `Sign ${nameOf(whole)}`).click();
    const ask = page.getByRole('alertdialog', { name: 'Sign this dictation?' });
    await expect(ask.getByRole('button', { name: 'Sign', exact: true })).toBeEnabled();
    await ask.getByRole('button', { name: 'Cancel' }).click();
    for (const dictation of [blank, whole]) {
      await button(page, `Mark reviewed ${nameOf(dictation)}`).click();
      await expect(
        row(page, 'Pending Dictations', dictation.patientName).getByText('Completed', { exact: true }),
      ).toBeVisible();
    }
    await page.goto(`/dictations?group=${id}`);
    await button(page, 'Sign All Completed').click();
    const all = page.getByRole('alertdialog', { name: 'Sign all completed?' });
    await expect(all.getByText(nameOf(blank))).toBeVisible();
    await expect(all.getByText(whole.patientName)).toHaveCount(0);
    await expect(button(page, 'Sign 2 dictations Anyway')).toBeVisible();
    await all.getByRole('link', { name: 'Needle gauge is empty in Technique.' }).click();
    await page.waitForURL(`**/dictations/${blank.id}/edit#gauge`);
    await expect(page.getByRole('textbox', { name: 'Needle gauge' })).toBeFocused();
  });
});

test.describe('a no-show', () => {
  test('requires no template fields and restores the entries with another option', async ({
    openAs,
    api,
  }) => {
    const { page } = await openAs(practice.provider);
    const { written } = await openNew(api, page);
    const gauge = page.getByRole('textbox', { name: 'Needle gauge' });
    await gauge.fill('22');
    const option = page.getByRole('combobox', { name: 'Billing Option' });
    await option.selectOption('noshow-provider');
    await expect(gauge).toBeHidden();
    await expect(page.getByText('No procedure codes for a no-show')).toBeVisible();
    await option.selectOption('standard');
    await expect(gauge).toHaveValue('22');
    await option.selectOption('noshow-patient');
    await button(page, 'Submit & Sign').click();
    await page.waitForURL('**/dictations');
    const [signed] = await written();
    expect(
      await api.succeed(dictationGet, { params: { id: signed?.id ?? '' } }, await api.superToken()),
    ).toMatchObject({ status: 'Signed', billingOption: 'noshow-patient', billingCodes: [] });
  });
});
