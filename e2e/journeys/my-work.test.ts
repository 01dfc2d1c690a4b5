import { messageAssign, messageCreate } from '@portal/contract/messages';
import { orderCreate } from '@portal/contract/orders';
import type { Page } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { newDictation, newPractice, practiceToday } from '../support/dictation-records.ts';
import { heading, PHONE } from '../support/page.ts';
import { newPatient, readyUser, uniqueName } from '../support/records.ts';
import { expect, test } from '../support/test.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'My Work' });
const list = (page: Page, name: RegExp) => panel(page).getByRole('region', { name });
const menu = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

/** Creates a message and assigns it. */
async function assignMessage(api: Api, userId: string, callerName: string, patientId?: string) {
  const token = await api.superToken();
  const body = { category: 'Medical', callerName, message: 'Asks for a refill', patientId } as const;
  const { id, version } = await api.succeed(messageCreate, { body }, token);
  await api.succeed(messageAssign, { params: { id }, body: { userId, version } }, token);
}

test.describe('My Work', () => {
  test('a medical assistant sees an assigned message without reloading, and opens it', async ({
    openAs,
    api,
  }) => {
    const nurse = await readyUser(api, { role: 'MedicalAssistant' });
    const { page } = await openAs(nurse);
    await page.goto('/');
    await expect(panel(page).getByRole('link', { name: 'Not clocked in' })).toBeVisible();
    await expect(list(page, /^My open messages/)).toContainText('Phone messages assigned to you appear here');
    await expect(list(page, /^Awaiting my signature/)).toHaveCount(0);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    const caller = `Call ${uniqueName()}`;
    await assignMessage(api, nurse.user.id, caller);
    await expect(menu(page, /^Phone Messages 1 open and assigned to you$/)).toBeVisible();
    await list(page, /^My open messages 1$/)
      .getByRole('link', { name: `${caller}, Medical` })
      .click();
    await page.waitForURL('**/messages/*');
    await expect(page.getByText(caller).first()).toBeVisible();
  });

  test('a physician sees what to sign and STAT orders, with counts in the menu', async ({ openAs, api }) => {
    const practice = await newPractice(api);
    const { user } = practice.provider;
    const dictation = await newDictation(api, practice);
    const patient = await newPatient(api);
    const body = {
      patientId: patient.id,
      type: 'MRI',
      diagnosis: 'M54.16 Lumbar radiculopathy',
      orderDate: practiceToday(),
      isStat: true,
      orderedByUserId: user.id,
    } as const;
    await api.succeed(orderCreate, { body }, await api.superToken());
    const { page } = await openAs(practice.provider);
    await page.goto('/');
    await expect(menu(page, /^Dictations 1 awaiting your signature$/)).toBeVisible();
    await expect(menu(page, /^Medical Orders 1 of your orders STAT or overdue$/)).toBeVisible();
    await expect(list(page, /^My STAT and overdue orders 1$/)).toContainText(patient.lastName);
    await list(page, /^Awaiting my signature 1$/)
      .getByRole('link', { name: dictation.patientName })
      .click();
    await expect(heading(page, 'Dictation')).toBeAttached();
    await expect(page.getByText(dictation.templateName).first()).toBeVisible();
  });
});

test.describe('the overview of a patient', () => {
  test('begins with what is open, and the patient stays in sight on a phone', async ({ openAs, api }) => {
    const practice = await newPractice(api);
    const twin = { firstName: 'Twin', lastName: uniqueName(), dateOfBirth: '1975-03-04' };
    const patient = await newPatient(api, twin);
    const other = await newPatient(api, twin);
    await newDictation(api, practice, { patientId: patient.id });
    const caller = `Call ${uniqueName()}`;
    await assignMessage(api, practice.provider.user.id, caller, patient.id);
    const { page } = await openAs(practice.provider);
    await page.setViewportSize(PHONE);
    await page.goto(`/patients/${patient.id}`);
    const glance = page.getByRole('region', { name: 'Needs Attention' });
    await expect(glance.getByRole('link', { name: `Medical, ${caller}` })).toBeVisible();
    await expect(glance.getByRole('region', { name: /^Unsigned dictations 1$/ })).toBeVisible();
    await expect(glance.getByRole('region', { name: /^Open orders/ })).toContainText('No open orders');
    await expect(page.getByRole('alert')).toContainText(`MRN ${other.medicalRecordNumber}`);
    const identity = page.getByText(
      new RegExp(`^DOB 03/04/1975, age \\d+, MRN ${patient.medicalRecordNumber}$`),
    );
    await page.getByText('Insurance Policy Number').scrollIntoViewIfNeeded();
    await expect(identity).toBeInViewport();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Timeline' })).toBeVisible();
    await expect(identity).toBeInViewport();
  });
});
