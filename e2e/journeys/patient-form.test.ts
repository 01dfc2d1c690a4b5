import type { Page } from '@playwright/test';
import { heading, visit } from '../support/page.ts';
import { newPatient, uniqueName } from '../support/records.ts';
import { answer, hold, type Answer } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

const STATES =
  'AK AL AR AZ CA CO CT DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** A select box offers these after its first option, which stands for nothing. */
async function expectOptions(page: Page, label: string, options: readonly string[]): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await expect(page.getByRole('option')).toHaveText([/.*/, ...options]);
  await page.keyboard.press('Escape');
}

async function openEdit(page: Page, id: string): Promise<void> {
  await visit(page, `/patients/${id}/edit`);
  await expect(heading(page, 'Edit Patient')).toBeVisible();
  await expect(page.getByLabel('First Name')).toBeVisible();
}

async function fillRequired(page: Page, lastName: string): Promise<void> {
  await page.getByLabel('First Name').fill('Ursula');
  await page.getByLabel('Last Name').fill(lastName);
  await page.getByLabel('Date of Birth').fill('03/04/1975');
}

test.describe('creating a patient /patients/new', () => {
  test.use({ account: 'staff' });

  test('has the fields, gender and state to choose from, and no medical record number yet', async ({
    page,
  }) => {
    await page.goto('/patients/new');
    await expect(heading(page, 'New Patient')).toBeVisible();
    const inputs = page.locator('main input[name]');
    const names = () => inputs.evaluateAll((all) => all.map((input) => input.getAttribute('name')));
    await expect
      .poll(names)
      .toEqual([
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
    await expect(page.getByPlaceholder('XXX-XX-XXXX')).toBeVisible();
    await expect(page.getByPlaceholder('(XXX) XXX-XXXX')).toBeVisible();
    await expectOptions(page, 'Gender', ['Male', 'Female', 'Other']);
    await expectOptions(page, 'State', STATES.split(' '));
    await expect(page.getByText('Medical Record Number')).toHaveCount(0);
  });

  test('requires first name, last name and date of birth, which may not be later than today', async ({
    page,
  }) => {
    await page.goto('/patients/new');
    await press(page, 'Add Patient');
    for (const text of ['First name is required', 'Last name is required', 'Date of birth is required'])
      await expect(page.getByText(text)).toBeVisible();
    await page.getByLabel('Date of Birth').fill('01/01/2999');
    await expect(page.getByText('Date of birth may not be later than today')).toBeVisible();
    await page.getByLabel('Date of Birth').fill('02/30/1980');
    await expect(page.getByText('Date of birth must be a valid date (MM/DD/YYYY)')).toBeVisible();
  });

  test('formats number, date and phone while they are typed, and says what is no number', async ({
    page,
  }) => {
    await page.goto('/patients/new');
    const type = async (label: string, text: string) => {
      const field = page.getByLabel(label, { exact: true }).first();
      await field.fill('');
      await field.pressSequentially(text);
      return field;
    };
    await expect(await type('Social Security Number', '219099943')).toHaveValue('219-09-9943');
    await expect(await type('Phone', '5551234567x89')).toHaveValue('(555) 123-4567 ext. 89');
    await expect(await type('Phone', '15551234567')).toHaveValue('1 (555) 123-4567');
    await expect(await type('ZIP Code', '214012417')).toHaveValue('21401-2417');
    await type('Phone', '555123');
    await type('Social Security Number', '666123456');
    await page.getByLabel('Email').fill('no address');
    await press(page, 'Add Patient');
    await expect(page.getByText('Enter a valid US phone number')).toBeVisible();
    await expect(page.getByText('Enter a valid social security number (XXX-XX-XXXX)')).toBeVisible();
    await expect(page.getByText('Enter a valid email address')).toBeVisible();
  });

  test('a failed save is told in the words of the server, whatever their shape, and loses nothing', async ({
    page,
  }) => {
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
      await expect(page.getByRole('alert').filter({ hasText: expected })).toBeVisible();
      await page.unrouteAll();
    }
    await answer(page, '**/api/patient', {
      method: 'POST',
      status: 400,
      json: { message: 'Some fields need attention.', errors: { city: ['There is no such city'] } },
    });
    await press(page, 'Add Patient');
    await expect(page.getByText('There is no such city')).toBeVisible();
    await expect(page.getByLabel('City')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('First Name')).toHaveValue('Ursula');
    await expect(page.getByLabel('Date of Birth')).toHaveValue('03/04/1975');
    await page.unrouteAll();
  });

  test('shows the MRN after saving and goes to /patients after 3 seconds; "Open patient" stays', async ({
    openAs,
  }) => {
    const { page } = await openAs('staff');
    await page.clock.install();
    await page.goto('/patients/new');
    const lastName = uniqueName();
    await fillRequired(page, lastName);
    const { release } = await hold(page, '**/api/patient');
    await press(page, 'Add Patient');
    await expect(page.locator('button[type=submit]:disabled')).toBeVisible();
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
    await expect(page).toHaveURL('/patients/new');
    await page.clock.runFor(100);
    await page.waitForURL('**/patients');
    await page.clock.resume();
    await expect(heading(page, 'Patients')).toBeVisible();
    await page.getByRole('button', { name: 'Open patient' }).click();
    await expect(heading(page, `Ursula ${lastName}`)).toBeVisible();
    await expect(page.getByText(`MRN ${mrn}`)).toBeVisible();
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

  test('shows the whole number and the MRN read-only; what is saved stands on the detail page', async ({
    page,
    api,
  }) => {
    const patient = await newPatient(api, { socialSecurityNumber: '219-09-9944', phone: '5551234567' });
    await openEdit(page, patient.id);
    await expect
      .poll(() => page.getByLabel('Social Security Number', { exact: true }).inputValue())
      .toBe('219-09-9944');
    await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('(555) 123-4567');
    const mrn = page.getByLabel('Medical Record Number');
    await expect(mrn).toHaveValue(patient.medicalRecordNumber);
    await expect.poll(() => mrn.isEditable()).toBe(false);
    await page.getByLabel('City').fill('Havre de Grace');
    await page.getByLabel('Phone', { exact: true }).fill('(555) 765-4321 x7');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await press(page, 'Save');
    // Only digits are sent.
    expect((await sent).postDataJSON()).toMatchObject({ phone: '55576543217', version: patient.version });
    await page.waitForURL(`**/patients/${patient.id}`);
    await expect(page.getByText('Havre de Grace')).toBeVisible();
    await expect(page.getByText('(555) 765-4321 ext. 7')).toBeVisible();
    await expect(page.getByText('***-**-9944')).toBeVisible();
  });

  test('a stale save shows what somebody else changed; "Use theirs" drops mine', async ({
    page,
    openAs,
    api,
  }) => {
    const patient = await newPatient(api);
    const { page: other } = await openAs('assistant');
    await openEdit(page, patient.id);
    await openEdit(other, patient.id);
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

  test('asks before unsaved changes are lost, also on Back and when the tab closes', async ({
    page,
    api,
  }) => {
    const patient = await newPatient(api);
    await page.goto(`/patients/${patient.id}`);
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByLabel('City').fill('Unsaved');
    await page.goBack();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(question).toBeHidden();
    await expect(page.getByLabel('City')).toHaveValue('Unsaved');
    const asked = await page.evaluate(
      () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
    );
    expect(asked).toBe(true);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(heading(page, `Ada ${patient.lastName}`)).toBeVisible();
  });

  test('says "Failed to fetch patient" and "Patient not found"', async ({ page, api }) => {
    const patient = await newPatient(api);
    await answer(page, `**/api/patient/${patient.id}?**`, { status: 500 });
    await visit(page, `/patients/${patient.id}/edit`);
    await expect(page.getByText('Failed to fetch patient')).toBeVisible();
    await visit(page, '/patients/no-such-id/edit');
    await expect(page.getByText('Patient not found')).toBeVisible();
  });
});
