import { practice } from '@portal/contract/system';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { client, heading, openAs, useBrowser, usePage, visit } from '../run/page.ts';
import { newPatient, superToken, uniqueName } from '../run/records.ts';
import { answer } from '../run/requests.ts';
import { choosePageSize, columnTexts, columns, range, row, search, sortBy } from '../run/table.ts';

useBrowser();

const UNKNOWN = '99999999-9999-4999-8999-999999999999';
const find = (page: Page, text: string) => search(page, 'Search patients', text);

async function openList(page: Page): Promise<void> {
  await visit(page, '/patients');
  await heading(page, 'Patients');
  await expect.poll(() => range(page, 'Patients').innerText()).toMatch(/^1–20 of /);
}

/** The practice's today, that many years and days ago, YYYY-MM-DD. */
async function yearsAgo(years: number, days = 0): Promise<string> {
  const { today } = await client().succeed(practice, {}, await superToken());
  const date = new Date(`${today}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() - years);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}

describe('spec 1 §2.10 Patients /patients', () => {
  const shared = usePage('staff');

  it('has title, Add Patient, the search box and the columns in their order', async () => {
    const page = shared();
    await openList(page);
    await expect
      .poll(() => page.getByRole('link', { name: 'Add Patient' }).getAttribute('href'))
      .toBe('/patients/new');
    await page.getByPlaceholder('Search by MRN, name, or phone...').waitFor();
    await expect
      .poll(() => columns(page, 'Patients'))
      .toEqual(['MRN', 'Name', 'Age', 'Phone', 'Email', 'Insurance', 'Status', 'Actions']);
  });

  it('breaks a long name without spaces instead of pushing the other columns out of sight', async () => {
    const page = shared();
    const lastName = uniqueName('Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft');
    await newPatient({ firstName: 'Abel', lastName });
    await openList(page);
    await find(page, lastName);
    await row(page, 'Patients', lastName).waitFor();
    const hidden = page
      .getByRole('table', { name: 'Patients' })
      .evaluate(({ parentElement: scroller }) => (scroller?.scrollWidth ?? 0) - (scroller?.clientWidth ?? 0));
    expect(await hidden).toBe(0);
  });

  it('computes the age from the date of birth, formats the phone, and writes N/A for no insurance', async () => {
    const page = shared();
    const lastName = uniqueName();
    const [dateOfBirth, dayLater] = [await yearsAgo(40), await yearsAgo(40, -1)];
    const first = await newPatient({ firstName: 'Abel', lastName, dateOfBirth, phone: '(555) 123-4567' });
    await newPatient({ firstName: 'Bert', lastName, dateOfBirth: dayLater, insuranceProvider: 'Aetna' });
    await openList(page);
    await find(page, lastName);
    await page.getByText('1–2 of 2').first().waitFor();
    const cells = async (name: string) =>
      (await row(page, 'Patients', name).getByRole('cell').allInnerTexts()).map((text) => text.trim());
    await expect
      .poll(() => cells('Abel'))
      .toEqual([`Abel ${lastName}`, '40', '(555) 123-4567', '', 'N/A', 'Active', '']);
    await expect.poll(() => cells('Bert')).toEqual([`Bert ${lastName}`, '39', '', '', 'Aetna', 'Active', '']);
    const links = row(page, 'Patients', 'Abel').getByRole('link');
    await links.last().waitFor();
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    const path = `/patients/${first.id}`;
    expect(hrefs.slice(-3)).toEqual([path, `${path}/edit`, `${path}/print`]);
    const names = await links.evaluateAll((all) => all.map((link) => link.getAttribute('aria-label')));
    expect(names.slice(-3).map((name) => name?.split(' ')[0])).toEqual(['View', 'Edit', 'Print']);
  });

  it('rows are not text-selectable', async () => {
    const cell = shared().getByRole('table', { name: 'Patients' }).getByRole('cell').first();
    await expect.poll(() => cell.evaluate((element) => getComputedStyle(element).userSelect)).toBe('none');
  });

  it('searches by the Search button or Enter, by MRN, name and phone', async () => {
    const page = shared();
    const { medicalRecordNumber, lastName } = await newPatient({
      firstName: 'Odo',
      phone: '5557013344',
      dateOfBirth: '1931-07-19',
    });
    await openList(page);
    const box = page.getByRole('textbox', { name: 'Search patients' });
    for (const text of [medicalRecordNumber, `${lastName} Od`, '(555) 701-3344', '07/19/1931']) {
      await box.fill(text);
      await box.press('Enter');
      await expect.poll(() => columnTexts(page, 'Patients', 'MRN')).toEqual([medicalRecordNumber]);
    }
    await box.fill('nobody-of-that-name');
    await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement);
    await expect.poll(() => columnTexts(page, 'Patients', 'MRN')).toEqual([medicalRecordNumber]);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('No patients found matching your search criteria').waitFor();
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await range(page, 'Patients').filter({ hasText: '1–20 of' }).waitFor();
  });

  it('the server sorts, by mrn, name, age, phone, email, insurance and status', async () => {
    const page = shared();
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
    const ages = async () => (await columnTexts(page, 'Patients', 'Age')).map(Number);
    await expect
      .poll(async () => (await ages()).every((age, at, all) => at === 0 || age >= (all[at - 1] ?? 0)))
      .toBe(true);
  });

  it('spec 1 §2.10, §9 shows 20 rows, offers 10, 20 and 50; the address keeps where one is', async () => {
    const page = shared();
    await openList(page);
    await page.getByRole('navigation', { name: 'Pages of Patients' }).getByRole('combobox').click();
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['10', '20', '50']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Go to next page' }).click();
    await range(page, 'Patients').filter({ hasText: '21–40 of' }).waitFor();
    await choosePageSize(page, 'Patients', 10);
    await range(page, 'Patients').filter({ hasText: '1–10 of' }).waitFor();
    await page.getByRole('button', { name: 'Go to next page' }).click();
    await range(page, 'Patients').filter({ hasText: '11–20 of' }).waitFor();
    const shown = () => columnTexts(page, 'Patients', 'MRN');
    await expect.poll(async () => (await shown()).length).toBe(10);
    const before = await shown();
    await page.reload();
    await expect.poll(shown).toEqual(before);
    await row(page, 'Patients', before[0] ?? '')
      .getByRole('link', { name: /^View / })
      .click();
    await page.getByText(`MRN ${before[0]}`).waitFor();
    await page.goBack();
    await expect.poll(shown).toEqual(before);
  });

  it('decisions 36 /patients/search is the list with the search box focused', async () => {
    const page = shared();
    await visit(page, '/profile');
    await heading(page, 'Profile');
    await visit(page, '/patients/search');
    await heading(page, 'Patients');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Search patients');
  });

  it('spec 1 §8 says "Failed to fetch patients", and tries again on Retry', async () => {
    const page = shared();
    await answer(page, '**/api/patient?**', { status: 500 });
    await page.goto('/patients');
    await page.getByText('Failed to fetch patients').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await range(page, 'Patients').waitFor();
  });
});

describe('spec 1 §2.11 patient detail /patients/{id}', () => {
  const shared = usePage('staff');

  it('shows an active badge, age, US dates and phone, N/A for what is missing; the tab names nobody', async () => {
    const page = shared();
    const patient = await newPatient({
      firstName: 'Cora',
      phone: '15551234567',
      dateOfBirth: await yearsAgo(61),
    });
    await visit(page, `/patients/${patient.id}`);
    await heading(page, `Cora ${patient.lastName}`);
    await expect.poll(() => page.title()).toBe('Patient | Medical Portal');
    await page.locator('main header').getByText('Active', { exact: true }).waitFor();
    await page.getByText(`MRN ${patient.medicalRecordNumber}, age 61`).waitFor();
    const value = (label: string) =>
      page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]');
    const [year = '', month = '', day = ''] = patient.dateOfBirth.split('-');
    await expect.poll(() => value('Date of Birth').innerText()).toBe(`${month}/${day}/${year}`);
    await expect.poll(() => value('Phone').innerText()).toBe('1 (555) 123-4567');
    await expect.poll(() => value('Email').innerText()).toBe('N/A');
    await expect.poll(() => value('Insurance Provider').innerText()).toBe('N/A');
    await expect.poll(() => value('Social Security Number').innerText()).toBe('N/A');
    await expect.poll(() => page.getByRole('button', { name: 'Deactivate' }).count()).toBe(0);
  });

  it('masks the social security number except the last 4 digits; decisions 42 showing it is asked for', async () => {
    const page = shared();
    const patient = await newPatient({ socialSecurityNumber: '219-09-9941' });
    await visit(page, `/patients/${patient.id}`);
    await page.getByText('***-**-9941').waitFor();
    expect(await page.content()).not.toContain('219-09');
    await page.getByRole('button', { name: 'Show social security number' }).click();
    await page.getByText('219-09-9941').waitFor();
    await page.getByRole('button', { name: 'Hide social security number' }).click();
    await page.getByText('***-**-9941').waitFor();
  });

  it.each([
    ['5551234567', '(555) 123-4567'],
    ['15551234567', '1 (555) 123-4567'],
    ['1234567', '123-4567'],
    ['555123456789', '(555) 123-4567 ext. 89'],
    ['(555) 123-4567 x89', '(555) 123-4567 ext. 89'],
    ['5551234567 extension 12', '(555) 123-4567 ext. 12'],
    ['12345', '12345'],
  ])('spec 1 §5 shows the phone %s as %s', async (phone, expected) => {
    const page = shared();
    const patient = await newPatient();
    await answer(page, `**/api/patient/${patient.id}**`, { json: { ...patient, phone } });
    await visit(page, `/patients/${patient.id}`);
    await heading(page, `Ada ${patient.lastName}`);
    await page.locator('dd').getByText(expected, { exact: true }).waitFor();
  });

  it('spec 1 §8 says "Patient not found" and "Failed to load patient details"', async () => {
    const page = shared();
    await visit(page, `/patients/${UNKNOWN}`);
    await page.getByText('Patient not found').waitFor();
    const patient = await newPatient();
    await answer(page, `**/api/patient/${patient.id}**`, { status: 500 });
    await visit(page, `/patients/${patient.id}`);
    await page.getByText('Failed to load patient details').waitFor();
  });
});

describe('decisions 43 deactivating and reactivating a patient', () => {
  it('asks for a reason; the patient leaves the list unless inactive ones are shown, and comes back', async () => {
    const patient = await newPatient({ firstName: 'Dora' });
    const { page } = await openAs('admin');
    await page.goto(`/patients/${patient.id}`);
    await page.getByRole('button', { name: 'Deactivate' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Deactivate patient' });
    await dialog.getByLabel('Reason').fill('short');
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await dialog.getByText('Give a reason of at least 10 characters').waitFor();
    await dialog.getByLabel('Reason').fill('Moved to another state');
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await page.locator('main header').getByText('Inactive', { exact: true }).waitFor();

    await visit(page, `/patients?search=${patient.lastName}`);
    await page.getByText('No patients found matching your search criteria').waitFor();
    await page.getByLabel('Show inactive').click();
    await row(page, 'Patients', 'Dora').getByText('Inactive').waitFor();
    await row(page, 'Patients', 'Dora')
      .getByRole('link', { name: /^View / })
      .click();
    await page.getByRole('button', { name: 'Reactivate' }).click();
    const again = page.getByRole('alertdialog', { name: 'Reactivate patient' });
    await again.getByLabel('Reason').fill('Came back to town');
    await again.getByRole('button', { name: 'Reactivate' }).click();
    await page.locator('main header').getByText('Active', { exact: true }).waitFor();
  });
});

describe('spec 1 §2.11 print view /patients/{id}/print', () => {
  it('stands outside the main layout, shows the whole number and opens the dialog 500 ms after load', async () => {
    const patient = await newPatient({ firstName: 'Edna', socialSecurityNumber: '219-09-9942' });
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
    await heading(page, `Edna ${patient.lastName}`);
    await page.getByText('219-09-9942').waitFor();
    await expect.poll(() => page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
    await page.waitForFunction(() => 'printed' in Reflect.get(window, 'times'));
    const times: unknown = await page.evaluate(() => Reflect.get(window, 'times'));
    expect(times).toMatchObject({ prints: 1, shown: expect.any(Number), printed: expect.any(Number) });
    expect(times).toSatisfy(({ shown, printed }) => printed - shown >= 495 && printed - shown < 3000);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('link', { name: 'Back to patient' }).click();
    await page.getByText('***-**-9942').waitFor();
  });

  it('spec 1 §8 says "No patient data found", and does not print', async () => {
    const patient = await newPatient();
    const { page } = await openAs('assistant');
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '');
    });
    await page.clock.install();
    await answer(page, '**/api/patient/*/print', { status: 500 });
    await page.goto(`/patients/${patient.id}/print`);
    await page.getByText('No patient data found').waitFor();
    await page.clock.fastForward(2000);
    await expect.poll(() => page.locator('html[data-printed]').count()).toBe(0);
  });
});
