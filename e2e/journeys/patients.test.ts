import { practice } from '@portal/contract/system';
import type { Page } from '@playwright/test';
import { heading, visit } from '../support/page.ts';
import { newPatient } from '../support/records.ts';
import { choosePageSize, columnCells, range, row, sortBy } from '../support/table.ts';
import type { Api } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

const mrns = (page: Page) => columnCells(page, 'Patients', 'MRN');

/** The practice's current date minus the given number of years, YYYY-MM-DD. */
async function yearsAgo(api: Api, years: number): Promise<string> {
  const { today } = await api.succeed(practice, {}, await api.superToken());
  const date = new Date(`${today}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date.toISOString().slice(0, 10);
}

test.describe('Patients /patients', () => {
  test.use({ account: 'staff' });

  test('/patients/search focuses the search box; Enter and Search find by MRN, name, phone and date of birth', async ({
    page,
    api,
  }) => {
    const { medicalRecordNumber, lastName } = await newPatient(api, {
      firstName: 'Odo',
      phone: '5557013344',
      dateOfBirth: '1931-07-19',
    });
    await page.goto('/profile');
    await expect(heading(page, 'Profile')).toBeVisible();
    await visit(page, '/patients/search');
    await expect(heading(page, 'Patients')).toBeVisible();
    const box = page.getByRole('textbox', { name: 'Search patients' });
    await expect(box).toBeFocused();
    for (const text of [medicalRecordNumber, `${lastName} Od`, '(555) 701-3344', '07/19/1931', '7/19/31']) {
      const answered = page.waitForResponse(
        (response) => new URL(response.url()).searchParams.get('search') === text,
      );
      await box.fill(text);
      await answered;
      await expect(mrns(page)).toHaveText([medicalRecordNumber]);
      await expect(page).toHaveURL((url) => !url.searchParams.has('search'));
    }
    const cell = row(page, 'Patients', lastName).getByRole('cell').first();
    await expect(cell).toHaveCSS('user-select', 'none');
    await box.fill('nobody-of-that-name');
    await box.press('Enter');
    await expect(page.getByText('No patients found matching your search criteria')).toBeVisible();
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await expect(range(page, 'Patients')).toHaveText(/^1–20 of /);
  });

  test('sorts and pages on the server, and keeps the state in the URL for reload and Back', async ({
    page,
  }) => {
    await page.goto('/patients');
    await expect(range(page, 'Patients')).toHaveText(/^1–20 of /);
    const age = page.getByRole('columnheader', { name: 'Age', exact: true });
    // Patients who have died keep their age, and their place by date of birth.
    const areSorted = (direction: 1 | -1) => async () => {
      const births = (await columnCells(page, 'Patients', 'Date of Birth').allInnerTexts()).map(Date.parse);
      return births.every((one, at) => at === 0 || ((births[at - 1] ?? 0) - one) * direction >= 0);
    };
    await sortBy(age, 'ascending');
    await expect.poll(areSorted(1)).toBe(true);
    await sortBy(age, 'descending');
    await expect.poll(areSorted(-1)).toBe(true);
    await page.getByRole('button', { name: 'Go to next page' }).click();
    await expect(range(page, 'Patients')).toHaveText(/^21–40 of /);
    await choosePageSize(page, 'Patients', 10);
    await expect(range(page, 'Patients')).toHaveText(/^1–10 of /);
    await page.getByRole('button', { name: 'Go to next page' }).click();
    await expect(range(page, 'Patients')).toHaveText(/^11–20 of /);
    await expect(mrns(page)).toHaveCount(10);
    const before = await mrns(page).allInnerTexts();
    await page.reload();
    await expect(mrns(page)).toHaveText(before);
    await expect(age).toHaveAttribute('aria-sort', 'descending');
    await row(page, 'Patients', before[0] ?? '')
      .getByRole('link', { name: /^View / })
      .click();
    await expect(page.getByText(`MRN ${before[0]}`)).toBeVisible();
    await page.goBack();
    await expect(mrns(page)).toHaveText(before);
  });
});

test.describe('patient detail /patients/{id}', () => {
  test.use({ account: 'staff' });

  test('shows age, US dates and phone; the tab title has no name; the social security number is masked until requested', async ({
    page,
    api,
  }) => {
    const patient = await newPatient(api, {
      firstName: 'Cora',
      phone: '(555) 123-4567 x89',
      dateOfBirth: await yearsAgo(api, 61),
      socialSecurityNumber: '219-09-9941',
    });
    await page.goto(`/patients/${patient.id}`);
    await expect(heading(page, `Cora ${patient.lastName}`)).toBeVisible();
    await expect(page).toHaveTitle('Patient | Medical Portal');
    await expect(page.getByText(new RegExp(`age 61, MRN ${patient.medicalRecordNumber}$`))).toBeVisible();
    const [year = '', month = '', day = ''] = patient.dateOfBirth.split('-');
    for (const text of [`${month}/${day}/${year}`, '(555) 123-4567 ext. 89'])
      await expect(page.locator('dd').getByText(text, { exact: true })).toBeVisible();
    await expect(page.getByText('***-**-9941')).toBeVisible();
    expect(await page.content()).not.toContain('219-09');
    await page.getByRole('button', { name: 'Show social security number' }).click();
    await expect(page.getByText('219-09-9941')).toBeVisible();
    await page.getByRole('button', { name: 'Hide social security number' }).click();
    await expect(page.getByText('***-**-9941')).toBeVisible();
  });
});

test.describe('deactivating and reactivating a patient', () => {
  test('asks for a reason; the patient disappears from the list unless inactive ones are shown, and reappears', async ({
    openAs,
    api,
  }) => {
    const patient = await newPatient(api, { firstName: 'Dora' });
    const { page } = await openAs('admin');
    await page.goto(`/patients/${patient.id}`);
    await page.getByRole('button', { name: `Actions for Dora ${patient.lastName}` }).click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Deactivate patient' });
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
    await page.getByRole('button', { name: `Actions for Dora ${patient.lastName}` }).click();
    await page.getByRole('menuitem', { name: 'Reactivate' }).click();
    const again = page.getByRole('alertdialog', { name: 'Reactivate patient' });
    await again.getByLabel('Reason').fill('Came back to town');
    await again.getByRole('button', { name: 'Reactivate' }).click();
    await expect(page.locator('main header').getByText('Active', { exact: true })).toBeVisible();
  });
});

test.describe('print view /patients/{id}/print', () => {
  test('is outside the main layout, shows the full SSN and opens the print dialog 500 ms after load', async ({
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
});
