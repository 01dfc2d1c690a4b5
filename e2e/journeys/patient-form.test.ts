import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { heading, openAs, useBrowser, usePage, visit } from '../run/page.ts';
import { newPatient, uniqueName } from '../run/records.ts';
import { answer, hold, type Answer } from '../run/requests.ts';

useBrowser();

const STATES =
  'AK AL AR AZ CA CO CT DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const options = async (page: Page, label: string): Promise<string[]> => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option').first().waitFor();
  const texts = await page.getByRole('option').allInnerTexts();
  await page.keyboard.press('Escape');
  return texts;
};

async function openEdit(page: Page, id: string): Promise<void> {
  await visit(page, `/patients/${id}/edit`);
  await heading(page, 'Edit Patient');
  await page.getByLabel('First Name').waitFor();
}

async function fillRequired(page: Page, lastName: string): Promise<void> {
  await page.getByLabel('First Name').fill('Ursula');
  await page.getByLabel('Last Name').fill(lastName);
  await page.getByLabel('Date of Birth').fill('03/04/1975');
}

describe('spec 1 §2.11, §5 creating a patient /patients/new', () => {
  const shared = usePage('staff');

  it('has the fields, gender and state to choose from, and no medical record number yet', async () => {
    const page = shared();
    await page.goto('/patients/new');
    await heading(page, 'New Patient');
    const inputs = page.locator('main input[name]');
    expect(await inputs.evaluateAll((all) => all.map((input) => input.getAttribute('name')))).toEqual([
      'firstName',
      'lastName',
      'dateOfBirth',
      'gender',
      'socialSecurityNumber',
      'address',
      'city',
      'state',
      'zipCode',
      'phone',
      'email',
      'insuranceProvider',
      'insurancePolicyNumber',
    ]);
    await page.getByPlaceholder('XXX-XX-XXXX').waitFor();
    await page.getByPlaceholder('(XXX) XXX-XXXX').waitFor();
    expect((await options(page, 'Gender')).slice(1)).toEqual(['Male', 'Female', 'Other']);
    expect((await options(page, 'State')).slice(1)).toEqual(STATES.split(' '));
    await expect.poll(() => page.getByText('Medical Record Number').count()).toBe(0);
  });

  it('requires first name, last name and date of birth, which may not be later than today', async () => {
    const page = shared();
    await press(page, 'Add Patient');
    for (const text of ['First name is required', 'Last name is required', 'Date of birth is required'])
      await page.getByText(text).waitFor();
    await page.getByLabel('Date of Birth').fill('01/01/2999');
    await page.getByText('Date of birth may not be later than today').waitFor();
    await page.getByLabel('Date of Birth').fill('02/30/1980');
    await page.getByText('Date of birth must be a valid date (MM/DD/YYYY)').waitFor();
  });

  it('formats number, date and phone while they are typed, and says what is no number', async () => {
    const page = shared();
    const type = async (label: string, text: string) => {
      const field = page.getByLabel(label, { exact: true }).first();
      await field.fill('');
      await field.pressSequentially(text);
      return field.inputValue();
    };
    expect(await type('Social Security Number', '219099943')).toBe('219-09-9943');
    expect(await type('Phone', '5551234567x89')).toBe('(555) 123-4567 ext. 89');
    expect(await type('Phone', '15551234567')).toBe('1 (555) 123-4567');
    expect(await type('ZIP Code', '214012417')).toBe('21401-2417');
    await type('Phone', '555123');
    await type('Social Security Number', '666123456');
    await page.getByLabel('Email').fill('no address');
    await press(page, 'Add Patient');
    await page.getByText('Enter a valid US phone number').waitFor();
    await page.getByText('Enter a valid social security number (XXX-XX-XXXX)').waitFor();
    await page.getByText('Enter a valid email address').waitFor();
  });

  it('spec 1 §8 a failed save is told in the words of the server, whatever their shape, and loses nothing', async () => {
    const page = shared();
    await page.goto('/patients/new');
    await fillRequired(page, uniqueName());
    const failures: [Answer, string][] = [
      [{ json: ['Too many patients', 'Try tomorrow'] }, 'Too many patients, Try tomorrow'],
      [{ json: { errors: 'The registry is closed' } }, 'The registry is closed'],
      [
        { json: { errors: { quota: ['is used up'], region: ['is closed', 'is far'] } } },
        'is used up, is closed, is far',
      ],
      [{ json: { message: 'Not today.' } }, 'Not today.'],
      [{ body: 'Gateway says no' }, 'Gateway says no'],
      [{}, 'Failed to save patient'],
    ];
    for (const [failure, expected] of failures) {
      await answer(page, '**/api/patient', { method: 'POST', status: 422, ...failure });
      await press(page, 'Add Patient');
      await page.getByRole('alert').filter({ hasText: expected }).waitFor();
      await page.unrouteAll();
    }
    await answer(page, '**/api/patient', {
      method: 'POST',
      status: 400,
      json: { message: 'Some fields need attention.', errors: { city: ['There is no such city'] } },
    });
    await press(page, 'Add Patient');
    await page.getByText('There is no such city').waitFor();
    await expect.poll(() => page.getByLabel('City').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.getByLabel('First Name').inputValue()).toBe('Ursula');
    await expect.poll(() => page.getByLabel('Date of Birth').inputValue()).toBe('03/04/1975');
    await page.unrouteAll();
  });

  it('shows the MRN after saving and goes to /patients after 3 seconds; decisions 43 "Open patient" stays', async () => {
    const { page } = await openAs('staff');
    await page.clock.install();
    await page.goto('/patients/new');
    const lastName = uniqueName();
    await fillRequired(page, lastName);
    const { release } = await hold(page, '**/api/patient');
    await press(page, 'Add Patient');
    await page.locator('button[type=submit]:disabled').waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    await release();
    const message = page.getByRole('alert').filter({ hasText: 'Patient added' });
    // Time stands still but for these steps.
    await expect
      .poll(async () => {
        await page.clock.runFor(20);
        return message.count();
      })
      .toBe(1);
    const mrn = /\(MRN\): (\d+)\./.exec(await message.innerText())?.[1] ?? '';
    expect(mrn).toMatch(/^\d{6,}$/);
    await page.clock.runFor(2900);
    expect(new URL(page.url()).pathname).toBe('/patients/new');
    await page.clock.runFor(100);
    await page.waitForURL('**/patients');
    await page.clock.resume();
    await heading(page, 'Patients');
    await page.getByRole('button', { name: 'Open patient' }).click();
    await heading(page, `Ursula ${lastName}`);
    await page.getByText(`MRN ${mrn}`).waitFor();
  });

  it('decisions 43 shows a likely duplicate before saving and never blocks', async () => {
    const page = shared();
    const { lastName } = await newPatient({ firstName: 'Ursula', dateOfBirth: '1975-03-04' });
    await page.goto('/patients/new');
    await fillRequired(page, lastName);
    await press(page, 'Add Patient');
    const dialog = page.getByRole('dialog', { name: 'Possible duplicate' });
    await dialog.getByText('Same name and birth date').waitFor();
    await dialog.getByRole('button', { name: 'Go back' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByLabel('Last Name').inputValue()).toBe(lastName);
    await press(page, 'Add Patient');
    await dialog.getByRole('button', { name: 'Save anyway' }).click();
    await page.getByText('Patient added').first().waitFor();
    await page.getByRole('link', { name: 'Go to patients' }).click();
    await heading(page, 'Patients');
  });
});

describe('spec 1 §2.11 editing a patient /patients/{id}/edit', () => {
  const shared = usePage('staff');

  it('shows the whole number and the MRN read-only; what is saved stands on the detail page', async () => {
    const page = shared();
    const patient = await newPatient({ socialSecurityNumber: '219-09-9944', phone: '5551234567' });
    await openEdit(page, patient.id);
    await expect
      .poll(() => page.getByLabel('Social Security Number', { exact: true }).inputValue())
      .toBe('219-09-9944');
    await expect.poll(() => page.getByLabel('Phone', { exact: true }).inputValue()).toBe('(555) 123-4567');
    const mrn = page.getByLabel('Medical Record Number');
    await expect.poll(() => mrn.inputValue()).toBe(patient.medicalRecordNumber);
    await expect.poll(() => mrn.isEditable()).toBe(false);
    await page.getByLabel('City').fill('Havre de Grace');
    await page.getByLabel('Phone', { exact: true }).fill('(555) 765-4321 x7');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await press(page, 'Save');
    // Spec 1 §5: only digits are sent.
    expect((await sent).postDataJSON()).toMatchObject({ phone: '55576543217', version: patient.version });
    await page.waitForURL(`**/patients/${patient.id}`);
    await page.getByText('Havre de Grace').waitFor();
    await page.getByText('(555) 765-4321 ext. 7').waitFor();
    await page.getByText('***-**-9944').waitFor();
  });

  it('decisions 8 a stale save shows what somebody else changed; "Use theirs" drops mine', async () => {
    const patient = await newPatient();
    const [page, { page: other }] = [shared(), await openAs('assistant')];
    await openEdit(page, patient.id);
    await openEdit(other, patient.id);
    await other.getByLabel('City').fill('Towson');
    await press(other, 'Save');
    await other.waitForURL(`**/patients/${patient.id}`);
    await page.getByLabel('City').fill('Dundalk');
    await page.getByLabel('Address').fill('1 Kept Lane');
    await press(page, 'Save');
    await page.getByText('They saved: Towson').waitFor();
    await page.getByText('You have: Dundalk').waitFor();
    await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('1 Kept Lane');
    await page.getByRole('button', { name: 'Use theirs' }).click();
    await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Towson');
    await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('');
    await page.getByLabel('ZIP Code').fill('21204');
    await press(page, 'Save');
    await page.waitForURL(`**/patients/${patient.id}`);
    await page.getByText('21204').waitFor();
  });

  it('decisions 37 asks before unsaved changes are lost, also on Back and when the tab closes', async () => {
    const page = shared();
    const patient = await newPatient();
    await page.goto(`/patients/${patient.id}`);
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByLabel('City').fill('Unsaved');
    await page.goBack();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Unsaved');
    const asked = await page.evaluate(
      () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
    );
    expect(asked).toBe(true);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await heading(page, `Ada ${patient.lastName}`);
  });

  it('spec 1 §8 says "Failed to fetch patient" and "Patient not found"', async () => {
    const page = shared();
    const patient = await newPatient();
    await answer(page, `**/api/patient/${patient.id}?**`, { status: 500 });
    await visit(page, `/patients/${patient.id}/edit`);
    await page.getByText('Failed to fetch patient').waitFor();
    await visit(page, '/patients/no-such-id/edit');
    await page.getByText('Patient not found').waitFor();
  });
});
