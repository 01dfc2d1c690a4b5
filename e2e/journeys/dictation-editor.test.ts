import { billingCodeRuleCreate } from '@portal/contract/billing-code-rules';
import { billingCodeCreate } from '@portal/contract/billing-codes';
import { dictationGet, dictationsOfPatient, dictationUpdate } from '@portal/contract/dictations';
import type { Patient } from '@portal/contract/patients';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newDictation, newPractice, practiceToday, type Practice } from '../run/dictation-records.ts';
import { client, heading, openAs, useBrowser } from '../run/page.ts';
import { newPatient, readyUser, superToken, uniqueName } from '../run/records.ts';
import { cutOff } from '../run/requests.ts';

useBrowser();

let practice: Practice;
beforeAll(async () => {
  practice = await newPractice();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const technique = (page: Page) => page.getByRole('textbox', { name: 'Technique' });
const side = (page: Page) => page.getByRole('combobox', { name: 'Side' });

/** A new note of the first template, with the session's provider and place in the address. */
async function openNew(page: Page, patient?: Patient): Promise<string> {
  const query = new URLSearchParams({
    template: practice.templates[0].id,
    providerId: practice.provider.user.id,
    locationId: practice.office.id,
    date: practiceToday(),
    ...(patient && { patientId: patient.id }),
  });
  await page.goto(`/dictations/new?${query.toString()}`);
  await heading(page, 'New Dictation');
  await technique(page).waitFor();
  return query.toString();
}

const written = async ({ id }: Patient) =>
  client().succeed(dictationsOfPatient, { params: { id } }, await superToken());

describe('spec 2 §2, §4, §5 the dictation editor', () => {
  it('staff: a patient and the required fields are asked for in the exact words; the first save replaces the address; review', async () => {
    const { page } = await openAs(await readyUser({ role: 'MedicalAssistant' }));
    const patient = await newPatient();
    const query = await openNew(page);
    await expect.poll(() => button(page, 'Submit & Sign').count()).toBe(0);
    await button(page, 'Save Draft').click();
    await page.getByRole('alert').getByText('Please select a patient').waitFor();
    await button(page, 'Save for Physician Review').click();
    const missing = 'Please complete the following required fields: Patient, Side, Technique';
    await page.getByText(missing, { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Patient' }).fill(patient.medicalRecordNumber);
    await page.getByRole('option', { name: new RegExp(patient.lastName) }).click();
    await side(page).selectOption('Bilateral');
    await page.getByRole('textbox', { name: 'Second side' }).waitFor();
    const date = page.getByRole('textbox', { name: 'Procedure Date' });
    const today = await date.inputValue();
    await date.fill('11/2');
    await page.keyboard.press('Control+s');
    await page.getByText('Procedure date must be a valid date (MM/DD/YYYY)').waitFor();
    await date.fill(today);
    await page.keyboard.press('Control+s');
    await page.getByText(/^Draft saved/).waitFor();
    const [draft] = await written(patient);
    expect(draft).toMatchObject({ status: 'Draft' });
    await expect
      .poll(() => page.url().replace(/^https?:\/\/[^/]+/, ''))
      .toBe(`/dictations/${draft?.id}?${query}`);
    await technique(page).fill('Under fluoroscopy');
    await button(page, 'Save for Physician Review').click();
    await page.waitForURL('**/dictations');
    expect(await written(patient)).toMatchObject([{ id: draft?.id, status: 'Saved' }]);
  });

  it('decisions 62, 63 codes are suggested with their field and rule, followed, changed, removed and added', async () => {
    const token = await superToken();
    const { succeed } = client();
    const [first, second] = ['11', '22'].map((digits) =>
      `${digits}${uniqueName().slice(0, 3)}`.toUpperCase(),
    );
    const codes = await Promise.all(
      [first, second].map((code = '') =>
        succeed(
          billingCodeCreate,
          {
            body: {
              codeType: 'CPT',
              code,
              description: `About ${code}`,
              lineType: 'procedure',
              bilateralIndicator: 1,
            },
          },
          token,
        ),
      ),
    );
    const body = {
      templateId: practice.templates[0].id,
      fieldId: 'side',
      fieldValue: 'Bilateral',
      billingCodes: codes.map(({ id }, at) => ({ billingCodeId: id, isDefault: at === 0 })),
    };
    await succeed(billingCodeRuleCreate, { body }, token);
    const { page } = await openAs(practice.provider);
    const patient = await newPatient();
    await openNew(page, patient);
    const chosen = page.getByRole('list', { name: 'CPT codes' });
    await side(page).selectOption('Bilateral');
    await chosen.getByText('Suggested by Side: Bilateral').waitFor();
    await expect
      .poll(() => page.getByRole('textbox', { name: `Modifiers of ${first}` }).inputValue())
      .toBe('50');
    await side(page).selectOption('Left');
    await chosen.getByRole('listitem').waitFor({ state: 'detached' });
    await side(page).selectOption('Bilateral');
    await button(page, `Add ${second}`).click();
    await button(page, `Remove ${first}`).click();
    await technique(page).fill('Under fluoroscopy');
    // Saved without leaving the box.
    await page.getByRole('textbox', { name: `Modifiers of ${second}` }).fill('lt, 59');
    await page.keyboard.press('Control+s');
    await page.getByText(/^Draft saved/).waitFor();
    const [{ id } = { id: '' }] = await written(patient);
    expect((await succeed(dictationGet, { params: { id } }, token)).billingCodes).toMatchObject([
      { code: second, modifiers: 'LT,59' },
    ]);
    await side(page).selectOption('Right');
    const modifiers = page.getByRole('textbox', { name: `Modifiers of ${second}` });
    await expect.poll(() => modifiers.inputValue()).toBe('RT, 59');
    await side(page).selectOption('Bilateral');
    await expect.poll(() => modifiers.inputValue()).toBe('50, 59');
  });

  it('from the keyboard: Enter takes the only patient, Ctrl+Enter goes on to the complications and the codes', async () => {
    const { page } = await openAs(practice.provider);
    const patient = await newPatient();
    await openNew(page);
    const picker = page.getByRole('combobox', { name: 'Patient' });
    await expect.poll(() => picker.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type(patient.medicalRecordNumber);
    await page.keyboard.press('Enter');
    await expect.poll(() => picker.inputValue()).toContain(patient.lastName);
    await page.getByText(/^Born 02\/29\/1980/).waitFor();
    await technique(page).focus();
    await page.keyboard.type('Under fluoroscopy');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('None');
    await expect.poll(() => page.getByRole('textbox', { name: 'Complications' }).inputValue()).toBe('None');
    await page.keyboard.press('Control+Enter');
    const codes = page.getByRole('combobox', { name: 'Add a code' });
    await expect.poll(() => codes.evaluate((field) => field === document.activeElement)).toBe(true);
    await expect.poll(() => technique(page).inputValue()).toBe('Under fluoroscopy');
  });

  it('print preview: the required fields, popups, a window of 850 by 1100 with report and billing sheet', async () => {
    const { page } = await openAs(practice.provider);
    await openNew(page, await newPatient());
    await button(page, 'Print Preview').click();
    await page
      .getByText('Please complete the following required fields: Side, Technique', { exact: true })
      .waitFor();
    await side(page).selectOption('Left');
    await technique(page).fill('<b>Under</b> fluoroscopy');
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Control+p')]);
    await popup.getByText('<b>Under</b> fluoroscopy').waitFor();
    await popup.getByRole('heading', { name: 'Billing Sheet' }).waitFor();
    expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([850, 1100]);
    await popup.close();
    await page.evaluate(() => {
      window.open = () => null;
    });
    await button(page, 'Print Preview').click();
    await page.getByText('Please allow popups to view the print preview').first().waitFor();
  });
});

describe('decisions 49, 61 nothing typed is lost', () => {
  it('a lost answer, a lost network and a closed browser: the text is there, and one dictation', async () => {
    const { page } = await openAs(practice.provider);
    const patient = await newPatient();
    await openNew(page, patient);
    await side(page).selectOption('Left');
    await technique(page).fill('First');
    // The server does it, and the answer is lost.
    await page.route('**/api/dictation', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await button(page, 'Save Draft').click();
    await page.getByText('Failed to save dictation').waitFor();
    await page.unroute('**/api/dictation');
    await cutOff(page, '**/api/dictation/drafts/*', 'PUT');
    await technique(page).fill('Second');
    await page.getByText('Not saved yet – trying again').waitFor();
    await page.unrouteAll();
    await button(page, 'Save Draft').click();
    await page.getByText(/^Draft saved/).waitFor();
    await technique(page).fill('Third');
    await page.getByText(/^All changes kept/).waitFor();
    const address = page.url();
    await page.close({ runBeforeUnload: false });
    const { page: again } = await openAs(practice.provider);
    await again.goto(address);
    await again.getByText(/^You changed this dictation and did not save it/).waitFor();
    await again.getByRole('link', { name: 'Continue' }).click();
    await expect.poll(() => technique(again).inputValue()).toBe('Third');
    await button(again, 'Submit & Sign').and(again.locator(':enabled')).waitFor();
    await again.keyboard.press('Control+Shift+Enter');
    await again.waitForURL('**/dictations');
    expect(await written(patient)).toMatchObject([{ status: 'Signed' }]);
  });

  it('a new note of a template offers the unfinished one of the same template back', async () => {
    const { page } = await openAs(await readyUser({ role: 'MedicalAssistant' }));
    const patient = await newPatient();
    await openNew(page, patient);
    await technique(page).fill('Half a note');
    await page.getByText(/^All changes kept/).waitFor();
    await expect.poll(() => page.getByText(/unfinished note of this template/).count()).toBe(0);

    await openNew(page);
    await page
      .getByText(new RegExp(`^You have an unfinished note of this template: for .*${patient.lastName}`))
      .waitFor();
    await button(page, 'Not now').click();
    await page.getByText(/unfinished note of this template/).waitFor({ state: 'detached' });
    await expect.poll(() => technique(page).inputValue()).toBe('');

    await openNew(page);
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByText('What you typed and had not saved is here again').waitFor();
    await expect.poll(() => technique(page).inputValue()).toBe('Half a note');
  });

  it('two tabs: the second is told and may take over with all that was typed; what someone else saved is shown and merged', async () => {
    const { id, patientId } = await newDictation(practice);
    const { page, context } = await openAs(practice.provider);
    await page.goto(`/dictations/${id}/edit`);
    await technique(page).fill('Typed in the first tab');
    const second = await context.newPage();
    await second.goto(`/dictations/${id}/edit`);
    await second.getByText(/^This note is open in another tab/).waitFor();
    await button(second, 'Take over').click();
    await page.getByText(/^This note is open in another tab/).waitFor();
    await expect.poll(() => technique(second).inputValue()).toBe('Typed in the first tab');
    const token = await superToken();
    const { succeed } = client();
    const { version } = await succeed(dictationGet, { params: { id } }, token);
    const body = {
      patientId,
      procedureDate: practiceToday(),
      formData: { side: 'Right', technique: 'Theirs' },
      status: 'Saved' as const,
      version,
    };
    await succeed(dictationUpdate, { params: { id }, body }, token);
    await second.keyboard.press('Control+s');
    await second.getByText('Someone else changed this record in the meantime').waitFor();
    await button(second, 'Keep mine').click();
    await expect.poll(() => side(second).inputValue()).toBe('Right');
    await second.keyboard.press('Control+s');
    await second.getByText(/^Draft saved/).waitFor();
    expect((await succeed(dictationGet, { params: { id } }, token)).formData).toEqual({
      side: 'Right',
      technique: 'Typed in the first tab',
    });
  });
});
