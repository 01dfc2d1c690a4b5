import { billingCodeRuleCreate } from '@portal/contract/billing-code-rules';
import { billingCodeCreate } from '@portal/contract/billing-codes';
import { dictationGet, dictationsOfPatient, dictationUpdate } from '@portal/contract/dictations';
import type { Patient } from '@portal/contract/patients';
import { formatDateUs } from '@portal/domain/date';
import type { Page } from '@playwright/test';
import { newDictation, newPractice, practiceToday, type Practice } from '../support/dictation-records.ts';
import { button, waitUntilSignable } from '../support/dictation-screens.ts';
import { heading } from '../support/page.ts';
import { newPatient, readyUser, uniqueName } from '../support/records.ts';
import { cutOff, hold, intercept } from '../support/requests.ts';
import type { Api } from '../support/api.ts';
import { settled } from '../support/settled.ts';
import { expect, test } from '../support/test.ts';

let practice: Practice;
test.beforeAll(async ({ api }) => {
  practice = await newPractice(api);
});

const technique = (page: Page) => page.getByRole('textbox', { name: 'Technique' });
const side = (page: Page) => page.getByRole('combobox', { name: 'Side' });

/** Opens a new dictation from the first template, with the session's provider and location in the URL. */
async function openNew(page: Page, patient?: Patient): Promise<string> {
  const query = new URLSearchParams({
    template: practice.templates[0].id,
    providerId: practice.provider.user.id,
    locationId: practice.office.id,
    date: practiceToday(),
    ...(patient && { patientId: patient.id }),
  });
  await page.goto(`/dictations/new?${query.toString()}`);
  await expect(heading(page, 'New Dictation')).toBeVisible();
  await expect(technique(page)).toBeVisible();
  return query.toString();
}

/** A billing code that no other test uses. */
const ownCode = (digits: string) => `${digits}${uniqueName().slice(0, 3)}`.toUpperCase();

const written = async (api: Api, { id }: Patient) =>
  api.succeed(dictationsOfPatient, { params: { id } }, await api.superToken());

test.describe('the dictation editor', () => {
  test('staff: names missing fields, replaces the URL on the first save, and saves for review', async ({
    openAs,
    api,
  }) => {
    const { page } = await openAs(await readyUser(api, { role: 'MedicalAssistant' }));
    const patient = await newPatient(api);
    const query = await openNew(page);
    await expect(button(page, 'Submit & Sign')).toHaveCount(0);
    await button(page, 'Save Draft').click();
    await expect(page.getByRole('alert').getByText('Please select a patient')).toBeVisible();
    await button(page, 'Save for Physician Review').click();
    const missing = 'Please complete the following required fields: Patient, Side, Technique';
    await expect(page.getByText(missing, { exact: true })).toBeVisible();
    await page.getByRole('combobox', { name: 'Patient' }).fill(patient.medicalRecordNumber);
    await page.getByRole('option', { name: new RegExp(patient.lastName) }).click();
    await side(page).selectOption('Bilateral');
    await expect(page.getByRole('textbox', { name: 'Second side' })).toBeVisible();
    const date = page.getByRole('textbox', { name: 'Procedure Date' });
    const today = formatDateUs(practiceToday());
    await expect(date).toHaveValue(today);
    await date.fill('11/2');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Procedure date must be a valid date (MM/DD/YYYY)')).toBeVisible();
    await date.fill(today);
    await page.keyboard.press('Control+s');
    await expect(page.getByText(/^Draft saved/)).toBeVisible();
    const [draft] = await written(api, patient);
    expect(draft).toMatchObject({ status: 'Draft' });
    await expect(page).toHaveURL(`/dictations/${draft?.id}?${query}`);
    await technique(page).fill('Under fluoroscopy');
    await button(page, 'Save for Physician Review').click();
    await page.waitForURL('**/dictations');
    expect(await written(api, patient)).toMatchObject([{ id: draft?.id, status: 'Saved' }]);
  });

  test('suggests codes with their field and rule, and users can change, remove, and add them', async ({
    openAs,
    api,
  }) => {
    const token = await api.superToken();
    const newCode = (code: string) => {
      const description = `About ${code}`;
      const body = {
        codeType: 'CPT',
        code,
        description,
        lineType: 'procedure',
        bilateralIndicator: 1,
      } as const;
      return api.succeed(billingCodeCreate, { body }, token);
    };
    const [first, second] = [ownCode('11'), ownCode('22')];
    const codes = [await newCode(first), await newCode(second)];
    const body = {
      templateId: practice.templates[0].id,
      fieldId: 'side',
      fieldValue: 'Bilateral',
      billingCodes: codes.map(({ id }, at) => ({ billingCodeId: id, isDefault: at === 0 })),
    };
    await api.succeed(billingCodeRuleCreate, { body }, token);
    const { page } = await openAs(practice.provider);
    const patient = await newPatient(api);
    await openNew(page, patient);
    const chosen = page.getByRole('list', { name: 'CPT codes' });
    await side(page).selectOption('Bilateral');
    await expect(chosen.getByText('Suggested by Side: Bilateral')).toBeVisible();
    await expect(page.getByRole('textbox', { name: `Modifiers for ${first}` })).toHaveValue('50');
    await side(page).selectOption('Left');
    await expect(chosen.getByRole('listitem')).toHaveCount(0);
    await side(page).selectOption('Bilateral');
    await button(page, `Add ${second}`).click();
    await button(page, `Remove ${first}`).click();
    await technique(page).fill('Under fluoroscopy');
    // Saved without leaving the field.
    const modifiers = page.getByRole('textbox', { name: `Modifiers for ${second}` });
    await modifiers.fill('lt, 59');
    await page.keyboard.press('Control+s');
    await expect(page.getByText(/^Draft saved/)).toBeVisible();
    const [{ id } = { id: '' }] = await written(api, patient);
    expect((await api.succeed(dictationGet, { params: { id } }, token)).billingCodes).toMatchObject([
      { code: second, modifiers: 'LT,59' },
    ]);
    await side(page).selectOption('Right');
    await expect(modifiers).toHaveValue('RT, 59');
    await side(page).selectOption('Bilateral');
    await expect(modifiers).toHaveValue('50, 59');
  });

  test('a code chosen twice is two lines, also after saving and reopening', async ({ openAs, api }) => {
    const token = await api.superToken();
    const code = ownCode('33');
    const traits = { lineType: 'procedure', bilateralIndicator: 1 } as const;
    const body = { codeType: 'CPT', code, description: `About ${code}`, ...traits } as const;
    await api.succeed(billingCodeCreate, { body }, token);
    const { page } = await openAs(practice.provider);
    const patient = await newPatient(api);
    await openNew(page, patient);
    const add = page.getByRole('combobox', { name: 'Add a code' });
    for (const count of [1, 2]) {
      await add.fill(code);
      await page.getByRole('option', { name: new RegExp(code) }).click();
      await expect(page.getByRole('textbox', { name: `Modifiers for ${code}` })).toHaveCount(count);
    }
    await button(page, `Add modifier RT to ${code}, line 2 of 2`).click();
    await page.getByRole('textbox', { name: `Units of ${code}, line 1 of 2` }).fill('2');
    await page.keyboard.press('Control+s');
    await expect(page.getByText(/^Draft saved/)).toBeVisible();
    const [{ id } = { id: '' }] = await written(api, patient);
    const lines = async () => (await api.succeed(dictationGet, { params: { id } }, token)).billingCodes;
    expect(await lines()).toMatchObject([
      { code, modifiers: '', units: 2 },
      { code, modifiers: 'RT', units: 1 },
    ]);
    await page.goto(`/dictations/${id}/edit#billing-line-1`);
    await expect(page.getByRole('list', { name: 'CPT codes' }).getByRole('listitem').nth(1)).toBeFocused();
    await button(page, `Remove ${code}, line 1 of 2`).click();
    await expect(page.getByRole('textbox', { name: `Modifiers for ${code}` })).toHaveValue('RT');
    await page.keyboard.press('Control+s');
    await expect(page.getByText(/^Draft saved/)).toBeVisible();
    await expect.poll(lines).toMatchObject([{ code, modifiers: 'RT', units: 1 }]);
  });

  test('keyboard: Enter selects the only patient, Ctrl+Enter continues to complications and codes', async ({
    openAs,
    api,
  }) => {
    const { page } = await openAs(practice.provider);
    const patient = await newPatient(api);
    await openNew(page);
    const picker = page.getByRole('combobox', { name: 'Patient' });
    await expect(picker).toBeFocused();
    await page.keyboard.type(patient.medicalRecordNumber);
    await page.keyboard.press('Enter');
    await expect(picker).toHaveValue(new RegExp(patient.lastName));
    await expect(page.getByText(/^Born 02\/29\/1980/)).toBeVisible();
    await technique(page).focus();
    await page.keyboard.type('Under fluoroscopy');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('None');
    await expect(page.getByRole('textbox', { name: 'Complications' })).toHaveValue('None');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('combobox', { name: 'Add a code' })).toBeFocused();
    await expect(technique(page)).toHaveValue('Under fluoroscopy');
  });

  test('does not shift the buttons when the patient record loads late', async ({ openAs, api }) => {
    const { page } = await openAs(await readyUser(api, { role: 'MedicalAssistant' }));
    const patient = await newPatient(api);
    const { release } = await hold(page, `**/api/patient/${patient.id}**`);
    await openNew(page, patient);
    const buttons = page.getByRole('region', { name: 'Save' });
    await settled(page);
    const before = await buttons.boundingBox();
    await release();
    await expect(page.getByText(/^Born 02\/29\/1980/)).toBeVisible();
    expect(await buttons.boundingBox()).toEqual(before);
  });

  test('print preview: asks for required fields, opens at 850 by 1100, and reports blocked popups', async ({
    openAs,
    api,
  }) => {
    const { page } = await openAs(practice.provider);
    await openNew(page, await newPatient(api));
    await button(page, 'Print Preview').click();
    await expect(
      page.getByText('Please complete the following required fields: Side, Technique', { exact: true }),
    ).toBeVisible();
    await side(page).selectOption('Left');
    await technique(page).fill('<b>Under</b> fluoroscopy');
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Control+p')]);
    await expect(popup.getByText('<b>Under</b> fluoroscopy')).toBeVisible();
    await expect(popup.getByRole('heading', { name: 'Billing Sheet' })).toBeVisible();
    await expect
      .poll(() => popup.evaluate(() => [window.innerWidth, window.innerHeight]))
      .toEqual([850, 1100]);
    await popup.close();
    await page.evaluate(() => {
      window.open = () => null;
    });
    await button(page, 'Print Preview').click();
    await expect(page.getByText('Please allow popups to view the print preview').first()).toBeVisible();
  });
});

test.describe('autosave', () => {
  test('keeps the text despite a lost response, an outage, and a closed browser', async ({ openAs, api }) => {
    const { page } = await openAs(practice.provider);
    const patient = await newPatient(api);
    await openNew(page, patient);
    await side(page).selectOption('Left');
    await technique(page).fill('First');
    // The server saves it, but the response is lost.
    const loss = await intercept(page, '**/api/dictation', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await button(page, 'Save Draft').click();
    await expect(page.getByText('Failed to save dictation')).toBeVisible();
    loss.end();
    const outage = await cutOff(page, '**/api/dictation/drafts/*', 'PUT');
    await technique(page).fill('Second');
    await expect(page.getByText('Not saved yet. Retrying…')).toBeVisible();
    outage.end();
    await button(page, 'Save Draft').click();
    await expect(page.getByText(/^Draft saved/)).toBeVisible();
    await technique(page).fill('Third');
    await expect(page.getByText(/^All changes autosaved/)).toBeVisible();
    const address = page.url();
    await page.close({ runBeforeUnload: false });
    const { page: again } = await openAs(practice.provider);
    await again.goto(address);
    await expect(again.getByText(/^You have unsaved changes to this dictation/)).toBeVisible();
    await again.getByRole('link', { name: 'Continue' }).click();
    await expect(technique(again)).toHaveValue('Third');
    await waitUntilSignable(again);
    await again.keyboard.press('Control+Shift+Enter');
    await again.waitForURL('**/dictations');
    expect(await written(api, patient)).toMatchObject([{ status: 'Signed' }]);
  });

  test('offers an unfinished dictation from the same template in a new dictation', async ({
    openAs,
    api,
  }) => {
    const { page } = await openAs(await readyUser(api, { role: 'MedicalAssistant' }));
    const patient = await newPatient(api);
    await openNew(page, patient);
    await technique(page).fill('Half a note');
    await expect(page.getByText(/^All changes autosaved/)).toBeVisible();
    await expect(page.getByText(/unfinished dictation from this template/)).toHaveCount(0);

    await openNew(page);
    await expect(
      page.getByText(new RegExp(`^You have an unfinished dictation .*: for .*${patient.lastName}`)),
    ).toBeVisible();
    await button(page, 'Not now').click();
    await expect(page.getByText(/unfinished dictation from this template/)).toBeHidden();
    await expect(technique(page)).toHaveValue('');

    await openNew(page);
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect(page.getByText('Your unsaved changes were restored')).toBeVisible();
    await expect(technique(page)).toHaveValue('Half a note');
  });

  test('lets a second tab take over with the typed text, and merges another user’s save', async ({
    openAs,
    api,
  }) => {
    const { id, patientId } = await newDictation(api, practice);
    const { page, context } = await openAs(practice.provider);
    await page.goto(`/dictations/${id}/edit`);
    await technique(page).fill('Typed in the first tab');
    const second = await context.newPage();
    await second.goto(`/dictations/${id}/edit`);
    await expect(second.getByText(/^This dictation is being edited in another tab/)).toBeVisible();
    await button(second, 'Take over').click();
    await expect(page.getByText(/^This dictation is being edited in another tab/)).toBeVisible();
    await expect(technique(second)).toHaveValue('Typed in the first tab');
    const token = await api.superToken();
    const { version } = await api.succeed(dictationGet, { params: { id } }, token);
    const body = {
      patientId,
      procedureDate: practiceToday(),
      formData: { side: 'Right', technique: 'Theirs' },
      status: 'Saved' as const,
      version,
    };
    await api.succeed(dictationUpdate, { params: { id }, body }, token);
    await second.keyboard.press('Control+s');
    await expect(second.getByText('Someone else changed this record in the meantime')).toBeVisible();
    await button(second, 'Keep mine').click();
    await expect(side(second)).toHaveValue('Right');
    await second.keyboard.press('Control+s');
    await expect(second.getByText(/^Draft saved/)).toBeVisible();
    expect((await api.succeed(dictationGet, { params: { id } }, token)).formData).toEqual({
      side: 'Right',
      technique: 'Typed in the first tab',
    });
  });
});
