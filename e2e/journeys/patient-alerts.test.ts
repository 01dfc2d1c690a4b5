import type { Page } from '@playwright/test';
import { heading } from '../support/page.ts';
import { newPatient } from '../support/records.ts';
import { expect, test } from '../support/test.ts';

const TEXT = 'Anticoagulant: ask before procedure';

const alerts = (page: Page) => page.getByRole('region', { name: 'Patient alerts' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('an alert is seen where the patient is chosen, also at once elsewhere, until it is ended', async ({
  api,
  openAs,
}) => {
  const patient = await newPatient(api, { firstName: 'Alva' });
  const { page } = await openAs('staff');
  await page.goto(`/patients/${patient.id}`);
  await expect(heading(page, `Alva ${patient.lastName}`)).toBeVisible();
  await button(page, `Actions for Alva ${patient.lastName}`).click();
  await page.getByRole('menuitem', { name: 'Add Alert' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Alert' });
  await dialog.getByLabel('Alert').fill(TEXT);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(alerts(page)).toContainText(TEXT);

  const { page: other } = await openAs('physician');
  await other.goto(`/orders/new?patientId=${patient.id}`);
  await expect(other.getByText(TEXT)).toBeVisible();
  await other.goto(`/patients?search=${patient.medicalRecordNumber}`);
  await expect(other.getByRole('img', { name: `Alert: ${TEXT}` })).toBeVisible();
  await other.goto(`/patients/${patient.id}`);
  await expect(alerts(other)).toContainText(TEXT);

  await button(page, `End alert: ${TEXT}`).click();
  await page
    .getByRole('alertdialog', { name: 'End alert' })
    .getByRole('button', { name: 'End Alert' })
    .click();
  for (const each of [page, other]) {
    await expect(alerts(each)).toBeHidden();
    await expect(each.getByRole('region', { name: 'Ended Alerts' })).toContainText(TEXT);
  }
});
