import { practice } from '@portal/contract/system';
import type { Page } from '@playwright/test';
import { heading, visit } from '../support/page.ts';
import { newPatient, uniqueName } from '../support/records.ts';
import { answer } from '../support/requests.ts';
import { choosePageSize, columnCells, columnHeaders, range, row, search, sortBy } from '../support/table.ts';
import type { Api } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

const UNKNOWN = '99999999-9999-4999-8999-999999999999';
const find = (page: Page, text: string) => search(page, 'Search patients', text);

async function openList(page: Page): Promise<void> {
  await visit(page, '/patients');
  await expect(heading(page, 'Patients')).toBeVisible();
  await expect(range(page, 'Patients')).toHaveText(/^1–20 of /);
}

/** The practice's today, that many years and days ago, YYYY-MM-DD. */
async function yearsAgo(api: Api, years: number, days = 0): Promise<string> {
  const { today } = await api.succeed(practice, {}, await api.superToken());
  const date = new Date(`${today}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() - years);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}

test.describe('Patients /patients', () => {
  test.use({ account: 'staff' });

  test('has title, Add Patient, the search box and the columns in their order', async ({ page }) => {
    await openList(page);
    await expect(page.getByRole('link', { name: 'Add Patient' })).toHaveAttribute('href', '/patients/new');
    await expect(page.getByPlaceholder('Search by MRN, name, or phone...')).toBeVisible();
    await expect(columnHeaders(page, 'Patients')).toHaveText([
      'MRN',
      'Name',
      'Age',
      'Phone',
      'Email',
      'Insurance',
      'Status',
      'Actions',
    ]);
  });

  test('breaks a long name without spaces instead of pushing the other columns out of sight', async ({
    page,
    api,
  }) => {
    const lastName = uniqueName('Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft');
    await newPatient(api, { firstName: 'Abel', lastName });
    await openList(page);
    await find(page, lastName);
    await expect(row(page, 'Patients', lastName)).toBeVisible();
    const hiddenWidth = () =>
      page
        .getByRole('table', { name: 'Patients' })
        .evaluate(
          ({ parentElement: scroller }) => (scroller?.scrollWidth ?? 0) - (scroller?.clientWidth ?? 0),
        );
    await expect.poll(hiddenWidth).toBe(0);
  });

  test('computes the age from the date of birth, formats the phone, and writes N/A for no insurance', async ({
    page,
    api,
  }) => {
    const lastName = uniqueName();
    const [dateOfBirth, dayLater] = [await yearsAgo(api, 40), await yearsAgo(api, 40, -1)];
    const first = await newPatient(api, {
      firstName: 'Abel',
      lastName,
      dateOfBirth,
      phone: '(555) 123-4567',
    });
    await newPatient(api, { firstName: 'Bert', lastName, dateOfBirth: dayLater, insuranceProvider: 'Aetna' });
    await openList(page);
    await find(page, lastName);
    await expect(page.getByText('1–2 of 2').first()).toBeVisible();
    const cells = async (name: string) =>
      (await row(page, 'Patients', name).getByRole('cell').allInnerTexts()).map((text) => text.trim());
    await expect
      .poll(() => cells('Abel'))
      .toEqual([`Abel ${lastName}`, '40', '(555) 123-4567', '', 'N/A', 'Active', '']);
    await expect.poll(() => cells('Bert')).toEqual([`Bert ${lastName}`, '39', '', '', 'Aetna', 'Active', '']);
    const link = (name: RegExp) => row(page, 'Patients', 'Abel').getByRole('link', { name });
    const path = `/patients/${first.id}`;
    await expect(link(/^View /)).toHaveAttribute('href', path);
    await expect(link(/^Edit /)).toHaveAttribute('href', `${path}/edit`);
    await expect(link(/^Print /)).toHaveAttribute('href', `${path}/print`);
  });

  test('rows are not text-selectable', async ({ page }) => {
    await openList(page);
    const cell = page.getByRole('table', { name: 'Patients' }).getByRole('cell').first();
    await expect.poll(() => cell.evaluate((element) => getComputedStyle(element).userSelect)).toBe('none');
  });

  test('searches by the Search button or Enter, by MRN, name and phone', async ({ page, api }) => {
    const { medicalRecordNumber, lastName } = await newPatient(api, {
      firstName: 'Odo',
      phone: '5557013344',
      dateOfBirth: '1931-07-19',
    });
    await openList(page);
    const box = page.getByRole('textbox', { name: 'Search patients' });
    for (const text of [medicalRecordNumber, `${lastName} Od`, '(555) 701-3344', '07/19/1931']) {
      await box.fill(text);
      await box.press('Enter');
      await expect(columnCells(page, 'Patients', 'MRN')).toHaveText([medicalRecordNumber]);
    }
    await box.fill('nobody-of-that-name');
    await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement);
    await expect(columnCells(page, 'Patients', 'MRN')).toHaveText([medicalRecordNumber]);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByText('No patients found matching your search criteria')).toBeVisible();
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await expect(range(page, 'Patients').filter({ hasText: '1–20 of' })).toBeVisible();
  });

  test('the server sorts, by mrn, name, age, phone, email, insurance and status', async ({ page }) => {
    const asked = new Set<string>();
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/patient')
        asked.add(`${searchParams.get('orderBy')} ${searchParams.get('sortDirection')}`);
    });
    await page.goto('/patients');
    for (const header of ['MRN', 'Age', 'Phone', 'Email', 'Insurance', 'Status', 'Name']) {
      const head = page.getByRole('columnheader', { name: header, exact: true });
      await sortBy(head, 'ascending');
      await sortBy(head, 'descending');
    }
    const keys = ['mrn', 'name', 'age', 'phone', 'email', 'insurance', 'status'];
    expect([...asked].toSorted()).toEqual(keys.flatMap((key) => [`${key} asc`, `${key} desc`]).toSorted());
    await openList(page);
    await page.getByRole('button', { name: 'Age', exact: true }).click();
    const ages = async () => (await columnCells(page, 'Patients', 'Age').allInnerTexts()).map(Number);
    await expect
      .poll(async () => (await ages()).every((age, at, all) => at === 0 || age >= (all[at - 1] ?? 0)))
      .toBe(true);
  });

  test('shows 20 rows, offers 10, 20 and 50; the address keeps where one is', async ({ page }) => {
    await openList(page);
    await page.getByRole('navigation', { name: 'Pages of Patients' }).getByRole('combobox').click();
    await expect(page.getByRole('option')).toHaveText(['10', '20', '50']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Go to next page' }).click();
    await expect(range(page, 'Patients').filter({ hasText: '21–40 of' })).toBeVisible();
    await choosePageSize(page, 'Patients', 10);
    await expect(range(page, 'Patients').filter({ hasText: '1–10 of' })).toBeVisible();
    await page.getByRole('button', { name: 'Go to next page' }).click();
    await expect(range(page, 'Patients').filter({ hasText: '11–20 of' })).toBeVisible();
    const shown = columnCells(page, 'Patients', 'MRN');
    await expect(shown).toHaveCount(10);
    const before = await shown.allInnerTexts();
    await page.reload();
    await expect(shown).toHaveText(before);
    await row(page, 'Patients', before[0] ?? '')
      .getByRole('link', { name: /^View / })
      .click();
    await expect(page.getByText(`MRN ${before[0]}`)).toBeVisible();
    await page.goBack();
    await expect(shown).toHaveText(before);
  });

  test('/patients/search is the list with the search box focused', async ({ page }) => {
    await visit(page, '/profile');
    await expect(heading(page, 'Profile')).toBeVisible();
    await visit(page, '/patients/search');
    await expect(heading(page, 'Patients')).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Search patients');
  });

  test('says "Failed to fetch patients", and tries again on Retry', async ({ page }) => {
    await answer(page, '**/api/patient?**', { status: 500 });
    await page.goto('/patients');
    await expect(page.getByText('Failed to fetch patients')).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(range(page, 'Patients')).toBeVisible();
  });
});

test.describe('patient detail /patients/{id}', () => {
  test.use({ account: 'staff' });

  test('shows an active badge, age, US dates and phone, N/A for what is missing; the tab names nobody', async ({
    page,
    api,
  }) => {
    const patient = await newPatient(api, {
      firstName: 'Cora',
      phone: '15551234567',
      dateOfBirth: await yearsAgo(api, 61),
    });
    await visit(page, `/patients/${patient.id}`);
    await expect(heading(page, `Cora ${patient.lastName}`)).toBeVisible();
    await expect(page).toHaveTitle('Patient | Medical Portal');
    await expect(page.locator('main header').getByText('Active', { exact: true })).toBeVisible();
    await expect(page.getByText(`MRN ${patient.medicalRecordNumber}, age 61`)).toBeVisible();
    const value = (label: string) =>
      page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]');
    const [year = '', month = '', day = ''] = patient.dateOfBirth.split('-');
    await expect(value('Date of Birth')).toHaveText(`${month}/${day}/${year}`);
    await expect(value('Phone')).toHaveText('1 (555) 123-4567');
    await expect(value('Email')).toHaveText('N/A');
    await expect(value('Insurance Provider')).toHaveText('N/A');
    await expect(value('Social Security Number')).toHaveText('N/A');
    await expect(page.getByRole('button', { name: 'Deactivate' })).toHaveCount(0);
  });

  test('masks the social security number except the last 4 digits; showing it is asked for', async ({
    page,
    api,
  }) => {
    const patient = await newPatient(api, { socialSecurityNumber: '219-09-9941' });
    await visit(page, `/patients/${patient.id}`);
    await expect(page.getByText('***-**-9941')).toBeVisible();
    expect(await page.content()).not.toContain('219-09');
    await page.getByRole('button', { name: 'Show social security number' }).click();
    await expect(page.getByText('219-09-9941')).toBeVisible();
    await page.getByRole('button', { name: 'Hide social security number' }).click();
    await expect(page.getByText('***-**-9941')).toBeVisible();
  });

  for (const [phone, expected] of [
    ['5551234567', '(555) 123-4567'],
    ['15551234567', '1 (555) 123-4567'],
    ['1234567', '123-4567'],
    ['555123456789', '(555) 123-4567 ext. 89'],
    ['(555) 123-4567 x89', '(555) 123-4567 ext. 89'],
    ['5551234567 extension 12', '(555) 123-4567 ext. 12'],
    ['12345', '12345'],
  ] as const) {
    test(`shows the phone ${phone} as ${expected}`, async ({ page, api }) => {
      const patient = await newPatient(api);
      await answer(page, `**/api/patient/${patient.id}**`, { json: { ...patient, phone } });
      await page.goto(`/patients/${patient.id}`);
      await expect(page.locator('dd').getByText(expected, { exact: true })).toBeVisible();
    });
  }

  test('says "Patient not found" and "Failed to load patient details"', async ({ page, api }) => {
    await visit(page, `/patients/${UNKNOWN}`);
    await expect(page.getByText('Patient not found')).toBeVisible();
    const patient = await newPatient(api);
    await answer(page, `**/api/patient/${patient.id}**`, { status: 500 });
    await visit(page, `/patients/${patient.id}`);
    await expect(page.getByText('Failed to load patient details')).toBeVisible();
  });
});

test.describe('deactivating and reactivating a patient', () => {
  test('asks for a reason; the patient leaves the list unless inactive ones are shown, and comes back', async ({
    openAs,
    api,
  }) => {
    const patient = await newPatient(api, { firstName: 'Dora' });
    const { page } = await openAs('admin');
    await page.goto(`/patients/${patient.id}`);
    await page.getByRole('button', { name: 'Deactivate' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Deactivate patient' });
    await dialog.getByLabel('Reason').fill('short');
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await expect(dialog.getByText('Give a reason of at least 10 characters')).toBeVisible();
    await dialog.getByLabel('Reason').fill('Moved to another state');
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await expect(page.locator('main header').getByText('Inactive', { exact: true })).toBeVisible();

    await visit(page, `/patients?search=${patient.lastName}`);
    await expect(page.getByText('No patients found matching your search criteria')).toBeVisible();
    await page.getByLabel('Show inactive').click();
    await expect(row(page, 'Patients', 'Dora').getByText('Inactive')).toBeVisible();
    await row(page, 'Patients', 'Dora')
      .getByRole('link', { name: /^View / })
      .click();
    await page.getByRole('button', { name: 'Reactivate' }).click();
    const again = page.getByRole('alertdialog', { name: 'Reactivate patient' });
    await again.getByLabel('Reason').fill('Came back to town');
    await again.getByRole('button', { name: 'Reactivate' }).click();
    await expect(page.locator('main header').getByText('Active', { exact: true })).toBeVisible();
  });
});

test.describe('print view /patients/{id}/print', () => {
  test('stands outside the main layout, shows the whole number and opens the dialog 500 ms after load', async ({
    openAs,
    api,
  }) => {
    const patient = await newPatient(api, { firstName: 'Edna', socialSecurityNumber: '219-09-9942' });
    const { page } = await openAs('assistant');
    await page.addInitScript(() => {
      const times: Record<string, number> = {};
      Reflect.set(window, 'times', times);
      window.print = () => {
        times['prints'] = (times['prints'] ?? 0) + 1;
        times['printed'] = performance.now();
      };
      new MutationObserver(() => {
        if (document.querySelector('h1')?.textContent?.startsWith('Edna'))
          times['shown'] ??= performance.now();
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`/patients/${patient.id}/print`);
    await expect(heading(page, `Edna ${patient.lastName}`)).toBeVisible();
    await expect(page.getByText('219-09-9942')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await page.waitForFunction(() => 'printed' in Reflect.get(window, 'times'));
    const {
      prints,
      shown = 0,
      printed = 0,
    } = await page.evaluate((): Record<string, number> => Reflect.get(window, 'times'));
    expect(prints).toBe(1);
    expect(shown).toBeGreaterThan(0);
    expect(printed - shown).toBeGreaterThanOrEqual(495);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('link', { name: 'Back to patient' }).click();
    await expect(page.getByText('***-**-9942')).toBeVisible();
  });

  test('says "No patient data found", and does not print', async ({ openAs, api }) => {
    const patient = await newPatient(api);
    const { page } = await openAs('assistant');
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '');
    });
    await page.clock.install();
    await answer(page, '**/api/patient/*/print', { status: 500 });
    await page.goto(`/patients/${patient.id}/print`);
    await expect(page.getByText('No patient data found')).toBeVisible();
    await page.clock.fastForward(2000);
    await expect(page.locator('html[data-printed]')).toHaveCount(0);
  });
});
