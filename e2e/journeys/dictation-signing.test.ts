import { randomUUID } from 'node:crypto';
import { groupCreate } from '@portal/contract/dictation-groups';
import { dictationGet, dictationsOfPatient } from '@portal/contract/dictations';
import { templateCreate, type Template } from '@portal/contract/templates';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newDictation, newPractice, practiceToday, type Practice } from '../run/dictation-records.ts';
import { client, heading, openAs, useBrowser } from '../run/page.ts';
import { newPatient, superToken, uniqueName } from '../run/records.ts';

useBrowser();

let practice: Practice;
let template: Template;
beforeAll(async () => {
  practice = await newPractice();
  template = await needleTemplate();
});

/** A template with a required consent and a text that names the needle. */
async function needleTemplate(): Promise<Template> {
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
  return client().succeed(templateCreate, { body }, await superToken());
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openNew(page: Page) {
  const patient = await newPatient();
  const query = new URLSearchParams({
    template: template.id,
    providerId: practice.provider.user.id,
    locationId: practice.office.id,
    date: practiceToday(),
    patientId: patient.id,
  });
  await page.goto(`/dictations/new?${query.toString()}`);
  await heading(page, 'New Dictation');
  const token = await superToken();
  return {
    written: () => client().succeed(dictationsOfPatient, { params: { id: patient.id } }, token),
  };
}

const saved = (formData: Record<string, string | boolean> = { consent: true }) =>
  newDictation(practice, {
    templateId: template.id,
    formData,
  });

describe('signing with empty places', () => {
  it('the editor asks first, leads to the field, and signs once it is filled in', async () => {
    const { page } = await openAs(practice.provider);
    const { written } = await openNew(page);
    await page.getByRole('checkbox', { name: 'Consent' }).check();
    await button(page, 'Submit & Sign').click();
    const dialog = page.getByRole('alertdialog', { name: 'Sign with empty places?' });
    await dialog.getByText('Needle gauge, in Technique').waitFor();
    expect(await written()).toEqual([]);
    await dialog.getByRole('button', { name: 'Needle gauge' }).click();
    await dialog.waitFor({ state: 'detached' });
    const gauge = page.getByRole('textbox', { name: 'Needle gauge' });
    await expect.poll(() => gauge.evaluate((box) => box === document.activeElement)).toBe(true);
    await gauge.fill('22');
    await button(page, 'Submit & Sign').click();
    await page.waitForURL('**/dictations');
    expect(await written()).toMatchObject([{ status: 'Signed' }]);
  });

  it('the note can be signed all the same', async () => {
    const { page } = await openAs(practice.provider);
    const { written } = await openNew(page);
    await page.getByRole('checkbox', { name: 'Consent' }).check();
    await button(page, 'Submit & Sign').click();
    await button(page, 'Sign Anyway').click();
    await page.waitForURL('**/dictations');
    expect(await written()).toMatchObject([{ status: 'Signed' }]);
  });

  it('the pending panel and a group say which notes have them, with a way to the field', async () => {
    const [hole, whole] = [await saved(), await saved({ consent: true, gauge: '25' })];
    const token = await superToken();
    const group = { dictationIds: [hole.id, whole.id], groupName: uniqueName() };
    const { id } = await client().succeed(groupCreate, { body: group }, token);
    const { page } = await openAs(practice.provider);
    await page.goto('/dictations');
    await page.getByRole('button', { name: `Sign ${whole.patientName} – ${template.name}` }).click();
    const ask = page.getByRole('alertdialog', { name: 'Sign this dictation?' });
    await expect.poll(() => ask.getByRole('button', { name: 'Sign', exact: true }).isEnabled()).toBe(true);
    await ask.getByRole('button', { name: 'Cancel' }).click();
    for (const { patientName } of [hole, whole])
      await page.getByRole('button', { name: `Mark reviewed ${patientName} – ${template.name}` }).click();
    await page.goto(`/dictations?group=${id}`);
    await button(page, 'Sign All Completed').click();
    const all = page.getByRole('alertdialog', { name: 'Sign all completed?' });
    await all.getByText(`${hole.patientName} – ${template.name}`).waitFor();
    await all.getByText('Needle gauge, in Technique').waitFor();
    expect(await all.getByText(whole.patientName).count()).toBe(0);
    await button(page, 'Sign 2 dictations Anyway').waitFor();
    await all.getByRole('link', { name: 'Needle gauge' }).click();
    await page.waitForURL(`**/dictations/${hole.id}/edit#gauge`);
    const gauge = page.getByRole('textbox', { name: 'Needle gauge' });
    await expect.poll(() => gauge.evaluate((box) => box === document.activeElement)).toBe(true);
  });
});

describe('a no-show', () => {
  it('asks for nothing of the template, and its entries come back with another option', async () => {
    const { page } = await openAs(practice.provider);
    const { written } = await openNew(page);
    const gauge = page.getByRole('textbox', { name: 'Needle gauge' });
    await gauge.fill('22');
    const option = page.getByRole('combobox', { name: 'Billing Option' });
    await option.selectOption('noshow-provider');
    await gauge.waitFor({ state: 'detached' });
    await page.getByText('A no-show has no procedure codes').waitFor();
    await option.selectOption('standard');
    await expect.poll(() => gauge.inputValue()).toBe('22');
    await option.selectOption('noshow-patient');
    await button(page, 'Submit & Sign').click();
    await page.waitForURL('**/dictations');
    const [signed] = await written();
    expect(
      await client().succeed(dictationGet, { params: { id: signed?.id ?? '' } }, await superToken()),
    ).toMatchObject({ status: 'Signed', billingOption: 'noshow-patient', billingCodes: [] });
  });
});
