import { describe, expect, it } from 'vitest';
import { client, heading, openAs, PATIENCE, useBrowser, usePage } from '../run/page.ts';
import { newPatient, superToken, uniqueName } from '../run/records.ts';
import { choosePageSize, columns, columnTexts, range, row, search } from '../run/table.ts';

useBrowser();
const LIST = 'Patients';

describe('patients list', () => {
  const current = usePage('staff');

  it('spec 1 §2.10 title, Add Patient, search placeholder and the columns in their order', async () => {
    const page = current();
    await page.goto('/patients');
    await heading(page, 'Patients');
    expect(await columns(page, LIST)).toEqual([
      'MRN',
      'Name',
      'Age',
      'Phone',
      'Email',
      'Insurance',
      'Status',
      'Actions',
    ]);
    await page.getByPlaceholder('Search by MRN, name, or phone...').waitFor();
    await range(page, LIST)
      .getByText(/^1–20 of \d+$/)
      .waitFor();
    const select = page.locator('tbody').first();
    expect(await select.evaluate((element) => getComputedStyle(element).userSelect)).toBe('none');
    await page.getByRole('link', { name: 'Add Patient' }).click();
    await page.waitForURL('**/patients/new');
  });

  it('spec 1 §2.10, decisions 41 searches by Enter; the address keeps it through reload and Back', async () => {
    const page = current();
    const patient = await newPatient({ phone: '4105550188' });
    await page.goto('/patients');
    await page.getByPlaceholder('Search by MRN, name, or phone...').fill(patient.lastName.slice(2, 8));
    await page.keyboard.press('Enter');
    await row(page, LIST, patient.lastName).getByText('(410) 555-0188').waitFor();
    await row(page, LIST, patient.lastName).getByText('N/A').waitFor();
    await page.reload();
    await row(page, LIST, patient.lastName).waitFor();
    await row(page, LIST, patient.lastName).getByRole('link', { name: 'View' }).click();
    await page.waitForURL(`**/patients/${patient.id}`);
    await page.goBack();
    await row(page, LIST, patient.lastName).waitFor();
  });

  it('spec 1 §2.10 the server sorts; sizes 10, 20 and 50 start again on the first page', async () => {
    const page = current();
    await page.goto('/patients?page=2');
    const table = page.getByRole('table', { name: LIST, exact: true });
    await range(page, LIST)
      .getByText(/^21–40/)
      .waitFor();
    await choosePageSize(page, LIST, 50);
    await range(page, LIST).getByText(/^1–50/).waitFor();
    const sorted = page.waitForResponse((response) => /api\/patient\?.*orderBy=mrn/.test(response.url()));
    await table.getByRole('button', { name: 'MRN' }).click();
    expect((await sorted).status()).toBe(200);
    await expect
      .poll(async () => {
        const numbers = await columnTexts(page, LIST, 'MRN');
        return numbers.join() === numbers.toSorted().join();
      }, PATIENCE)
      .toBe(true);
  });
});

describe('patient form, detail and print', () => {
  it('spec 1 §2.11, §9 a new patient: refused on the fields, then the MRN, and /patients after 3 seconds', async () => {
    const { page } = await openAs('staff');
    const lastName = uniqueName();
    await page.goto('/patients/new');
    await page.getByRole('button', { name: 'Add Patient' }).click();
    await page.getByText('First name is required').waitFor();
    await page.getByText('Last name is required').waitFor();
    await page.getByText('Date of birth is required').waitFor();
    await page.getByPlaceholder('XXX-XX-XXXX').waitFor();
    await page.getByPlaceholder('(XXX) XXX-XXXX').waitFor();
    await page.getByLabel('First Name').fill('<b>Grace</b>');
    await page.getByLabel('Last Name').fill(lastName);
    await page.getByLabel('Date of Birth').fill('01/01/2999');
    await page.getByPlaceholder('XXX-XX-XXXX').fill('512348765');
    await page.getByRole('button', { name: 'Add Patient' }).click();
    await page
      .getByText(/later than today|in the future/i)
      .first()
      .waitFor();
    await page.getByLabel('Date of Birth').fill('02/29/1980');
    await page.clock.install();
    await page.getByRole('button', { name: 'Add Patient' }).click();
    await page.getByText(/Medical record number \(MRN\): \d{8}/).waitFor();
    await page.clock.runFor(2_500);
    expect(new URL(page.url()).pathname).toBe('/patients/new');
    await page.clock.runFor(1_000);
    await page.waitForURL('**/patients');
    await page.clock.resume();
    await search(page, 'Search patients', lastName);
    // Markup in a name is text.
    await row(page, LIST, lastName).getByText('<b>Grace</b>').waitFor();
  });

  it('spec 1 §2.11 the detail masks all but the last four digits; the edit form shows the full format', async () => {
    const { page } = await openAs('staff');
    const patient = await newPatient({ socialSecurityNumber: '123-45-6789' });
    await page.goto(`/patients/${patient.id}`);
    await heading(page, `Ada ${patient.lastName}`);
    await page.getByText('***-**-6789').waitFor();
    await page.getByText('Active', { exact: true }).first().waitFor();
    expect(await page.title()).not.toContain(patient.lastName);
    await page.getByRole('button', { name: 'Show social security number' }).click();
    await page.getByText('123-45-6789').waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await expect
      .poll(() => page.getByLabel('Social Security Number').first().inputValue(), PATIENCE)
      .toBe('123-45-6789');
    expect(await page.getByLabel('Medical Record Number').inputValue()).toBe(patient.medicalRecordNumber);
    await page.getByLabel('City').fill('Annapolis');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(`**/patients/${patient.id}`);
    await page.getByText('Annapolis').waitFor();
  });

  it('spec 1 §2.11, §9 the print view stands outside the layout and opens the dialog 500 ms after load', async () => {
    const { page } = await openAs('staff');
    const patient = await newPatient({ firstName: '<i>Ada</i>', socialSecurityNumber: '123-45-6789' });
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
    });
    await page.clock.install();
    await page.goto(`/patients/${patient.id}/print`);
    await page.getByText('123-45-6789').waitFor();
    await page.getByText('<i>Ada</i>', { exact: false }).first().waitFor();
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
    await page.clock.runFor(1_000);
    await expect.poll(() => page.locator('html').getAttribute('data-printed'), PATIENCE).toBe('yes');
  });

  it('decisions 43 a likely duplicate is shown before saving and never blocks', async () => {
    const { page } = await openAs('staff');
    const patient = await newPatient();
    await page.goto('/patients/new');
    await page.getByLabel('First Name').fill('Ada');
    await page.getByLabel('Last Name').fill(patient.lastName);
    await page.getByLabel('Date of Birth').fill('02/29/1980');
    await page.getByRole('button', { name: 'Add Patient' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Possible duplicate').waitFor();
    await dialog.getByText(patient.medicalRecordNumber).waitFor();
    await dialog.getByRole('button', { name: 'Save anyway' }).click();
    await page.getByText(/Medical record number \(MRN\): \d{8}/).waitFor();
  });

  it('decisions 43 deactivating asks for a reason; the switch shows inactive ones', async () => {
    const { page } = await openAs('admin');
    const patient = await newPatient();
    await page.goto(`/patients/${patient.id}`);
    await page.getByRole('button', { name: 'Deactivate' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('textbox').fill('Moved to another state');
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('button', { name: 'Reactivate' }).waitFor();
    await page.goto(`/patients?search=${patient.lastName}`);
    await page.getByText(/No patients found/).waitFor();
    await page.getByLabel('Show inactive').click();
    await row(page, LIST, patient.lastName).getByText('Inactive').waitFor();
  });

  it('spec 1 §8 an unknown patient is "Patient not found"', async () => {
    const { page } = await openAs('staff');
    for (const path of ['/patients/00000000-0000-7000-8000-000000000000', '/patients/no-such-id/edit']) {
      await page.goto(path);
      await page.getByText('Patient not found').waitFor();
    }
  });
});

describe('bad moments', () => {
  it('a double click on Save adds one patient', async () => {
    const { page } = await openAs('staff');
    const lastName = uniqueName();
    await page.goto('/patients/new');
    await page.getByLabel('First Name').fill('Twice');
    await page.getByLabel('Last Name').fill(lastName);
    await page.getByLabel('Date of Birth').fill('03/04/1970');
    await page.getByRole('button', { name: 'Add Patient' }).dblclick();
    await page.getByText(/Medical record number \(MRN\): \d{8}/).waitFor();
    const { body } = await client().send('GET', `/patient?search=${lastName}`, { token: await superToken() });
    expect(body).toMatchObject({ totalCount: 1 });
  });

  it('a server that is away in the middle of a save loses nothing; the next try saves once', async () => {
    const { page } = await openAs('staff');
    const lastName = uniqueName();
    await page.goto('/patients/new');
    await page.getByLabel('First Name').fill('Away');
    await page.getByLabel('Last Name').fill(lastName);
    await page.getByLabel('Date of Birth').fill('03/04/1970');
    // The save arrives, its answer does not.
    await page.route('**/api/patient', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Add Patient' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: /server|connection|failed/i })
      .first()
      .waitFor();
    expect(await page.getByLabel('Last Name').inputValue()).toBe(lastName);
    await page.unroute('**/api/patient');
    await page.getByRole('button', { name: 'Add Patient' }).click();
    await page
      .getByText(/Medical record number \(MRN\): \d{8}/)
      .or(page.getByRole('button', { name: 'Save anyway' }))
      .waitFor();
    if (await page.getByRole('button', { name: 'Save anyway' }).isVisible()) {
      await page.getByRole('button', { name: 'Save anyway' }).click();
    }
    await page.getByText(/Medical record number \(MRN\): \d{8}/).waitFor();
    const { body } = await client().send('GET', `/patient?search=${lastName}`, { token: await superToken() });
    expect(body).toMatchObject({ totalCount: 1 });
  });

  it('the API is attacked directly with a page’s token: the wrong role, another’s fields, broken input', async () => {
    const { token } = await client().signIn('staff');
    const patient = await newPatient();
    const attempts: [string, string, unknown, number][] = [
      ['DELETE', `/patient/${patient.id}`, undefined, 403],
      ['GET', '/user/list', undefined, 403],
      ['POST', '/office', { name: 'Mine' }, 403],
      [
        'PUT',
        `/patient/${patient.id}`,
        { firstName: 'A', lastName: 'B', dateOfBirth: '1980-02-29', isActive: false },
        400,
      ],
      [
        'PUT',
        `/patient/${patient.id}`,
        { firstName: 'A\u0000', lastName: 'B', dateOfBirth: '1980-02-29' },
        400,
      ],
      [
        'PUT',
        `/patient/${patient.id}`,
        { firstName: 'x'.repeat(101), lastName: 'B', dateOfBirth: '1980-02-30' },
        400,
      ],
      ['GET', '/patient?orderBy=ssn', undefined, 400],
      ['GET', '/patient?page=one', undefined, 400],
    ];
    for (const [method, path, body, status] of attempts) {
      expect([method, path, (await client().send(method, path, { token, body })).status]).toEqual([
        method,
        path,
        status,
      ]);
    }
  });
});
