import type { Page } from '@playwright/test';
import { heading } from '../support/page.ts';
import { newPatient, uniqueName } from '../support/records.ts';
import { hold } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function fillRequired(page: Page, lastName: string): Promise<void> {
  await page.getByLabel('First Name').fill('Ursula');
  await page.getByLabel('Last Name').fill(lastName);
  await page.getByLabel('Date of Birth').fill('03/04/1975');
}

/** The record's own data. The header has the phone, too. */
const overview = (page: Page) => page.getByRole('tabpanel', { name: 'Overview' });

test.describe('creating a patient /patients/new', () => {
  test.use({ account: 'staff' });

  test('formats input and shows errors; shows the MRN after saving, redirects to /patients after 3 seconds, and "Open patient" opens the record', async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto('/patients/new');
    const lastName = uniqueName();
    await fillRequired(page, lastName);
    const field = (label: string) => page.getByLabel(label, { exact: true });
    await field('Social Security Number').pressSequentially('219099943');
    await expect(field('Social Security Number')).toHaveValue('219-09-9943');
    await field('Phone').pressSequentially('5556120944x89');
    await expect(field('Phone')).toHaveValue('(555) 612-0944 ext. 89');
    await field('ZIP Code').pressSequentially('214012417');
    await expect(field('ZIP Code')).toHaveValue('21401-2417');
    await field('Email').fill('no address');
    await press(page, 'Add Patient');
    await expect(page.getByText('Enter a valid email address')).toBeVisible();
    await field('Email').fill('ursula@example.com');
    const { release } = await hold(page, '**/api/patient');
    await press(page, 'Add Patient');
    await expect(page.locator('button[type=submit]:disabled')).toBeVisible();
    // Before the save takes too long.
    await page.clock.pauseAt(Date.now() + 20_000);
    await release();
    const message = page.getByRole('alert').filter({ hasText: 'Patient added' });
    // The clock is paused except for these steps.
    await expect
      .poll(async () => {
        await page.clock.runFor(20);
        return message.count();
      })
      .toBe(1);
    const mrn = /\(MRN\): (\d+)\./.exec(await message.innerText())?.[1] ?? '';
    expect(mrn).toMatch(/^\d{6,}$/);
    await page.clock.runFor(2900);
    await expect(page).toHaveURL('/patients/new');
    await page.clock.runFor(100);
    await page.waitForURL('**/patients');
    await page.clock.resume();
    await expect(heading(page, 'Patients')).toBeVisible();
    await page.getByRole('button', { name: 'Open patient' }).click();
    await expect(heading(page, `Ursula ${lastName}`)).toBeVisible();
    await expect(page.getByText(`MRN ${mrn}`)).toBeVisible();
    for (const text of ['03/04/1975', '***-**-9943', '(555) 612-0944 ext. 89', '21401-2417'])
      await expect(overview(page).getByText(text, { exact: true })).toBeVisible();
  });

  test('shows a likely duplicate before saving and never blocks', async ({ page, api }) => {
    const { lastName } = await newPatient(api, { firstName: 'Ursula', dateOfBirth: '1975-03-04' });
    await page.goto('/patients/new');
    await fillRequired(page, lastName);
    await press(page, 'Add Patient');
    const dialog = page.getByRole('dialog', { name: 'Possible duplicate' });
    await expect(dialog.getByText('Same name and birth date')).toBeVisible();
    await dialog.getByRole('button', { name: 'Go back' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('Last Name')).toHaveValue(lastName);
    await press(page, 'Add Patient');
    await dialog.getByRole('button', { name: 'Save anyway' }).click();
    await expect(page.getByText('Patient added').first()).toBeVisible();
    await page.getByRole('link', { name: 'Go to patients' }).click();
    await expect(heading(page, 'Patients')).toBeVisible();
  });
});

test.describe('editing a patient /patients/{id}/edit', () => {
  test.use({ account: 'staff' });

  test('shows the full SSN and the read-only MRN; asks before discarding changes; shows saved values on the detail page', async ({
    page,
    api,
  }) => {
    const patient = await newPatient(api, { socialSecurityNumber: '219-09-9944', phone: '5551234567' });
    await page.goto(`/patients/${patient.id}`);
    const edit = page.getByRole('link', { name: 'Edit', exact: true });
    await edit.click();
    await expect(page.getByLabel('Social Security Number', { exact: true })).toHaveValue('219-09-9944');
    const phone = page.getByLabel('Phone', { exact: true });
    await expect(phone).toHaveValue('(555) 123-4567');
    const mrn = page.getByLabel('Medical Record Number');
    await expect(mrn).toHaveValue(patient.medicalRecordNumber);
    await expect(mrn).not.toBeEditable();

    const city = page.getByLabel('City');
    await city.fill('Havre de Grace');
    await page.goBack();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(question).toBeHidden();
    await expect(city).toHaveValue('Havre de Grace');
    const mayClose = () =>
      page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
    await expect.poll(mayClose).toBe(false);
    await phone.fill('(555) 765-4321 x7');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await press(page, 'Save');
    // Only digits are sent.
    expect((await sent).postDataJSON()).toMatchObject({ phone: '55576543217', version: patient.version });
    for (const text of ['Havre de Grace', '(555) 765-4321 ext. 7', '***-**-9944'])
      await expect(overview(page).getByText(text)).toBeVisible();

    await edit.click();
    await city.fill('Unsaved');
    await page.goBack();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(heading(page, `Ada ${patient.lastName}`)).toBeVisible();
    await expect(page.getByText('Havre de Grace')).toBeVisible();
  });

  test('a stale save shows another user’s changes; "Use theirs" discards mine', async ({
    page,
    openAs,
    api,
  }) => {
    const patient = await newPatient(api);
    const { page: other } = await openAs('assistant');
    for (const one of [page, other]) {
      await one.goto(`/patients/${patient.id}/edit`);
      await expect(one.getByLabel('City')).toBeVisible();
    }
    await other.getByLabel('City').fill('Towson');
    await press(other, 'Save');
    await other.waitForURL(`**/patients/${patient.id}`);
    await page.getByLabel('City').fill('Dundalk');
    await page.getByLabel('Address').fill('1 Kept Lane');
    await press(page, 'Save');
    await expect(page.getByText('They saved: Towson')).toBeVisible();
    await expect(page.getByText('You have: Dundalk')).toBeVisible();
    await expect(page.getByLabel('Address')).toHaveValue('1 Kept Lane');
    await page.getByRole('button', { name: 'Use theirs' }).click();
    await expect(page.getByLabel('City')).toHaveValue('Towson');
    await expect(page.getByLabel('Address')).toHaveValue('');
    await page.getByLabel('ZIP Code').fill('21204');
    await press(page, 'Save');
    await page.waitForURL(`**/patients/${patient.id}`);
    await expect(page.getByText('21204')).toBeVisible();
  });
});
