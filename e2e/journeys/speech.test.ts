import { dictationGet, dictationsOfPatient } from '@portal/contract/dictations';
import type { Page } from '@playwright/test';
import { startVoskServer } from '@portal/server/test/vosk-server';
import { createApi, type Api } from '../support/api.ts';
import { newPractice } from '../support/dictation-records.ts';
import {
  addFakeSpeech,
  addMicrophone,
  listenInTechnique,
  openNote,
  speak,
  speechBar,
  techniqueOf,
} from '../support/fake-speech.ts';
import { visit } from '../support/page.ts';
import { startPortal } from '../support/portal-process.ts';
import { newPatient } from '../support/records.ts';
import { signInOn } from '../support/sign-in.ts';
import { expect, fromSetup, test } from '../support/test.ts';
import { toast } from '../support/toasts.ts';

const bar = speechBar;
const technique = techniqueOf;

/** Starts with the key, and switches commands on. */
async function listen(page: Page): Promise<void> {
  await listenInTechnique(page);
  const commands = bar(page).getByRole('switch', { name: 'Commands' });
  if (!(await commands.isChecked())) await commands.click();
}

async function savedNote(api: Api, patientId: string) {
  const token = await api.superToken();
  const [saved] = await api.succeed(dictationsOfPatient, { params: { id: patientId } }, token);
  return api.succeed(dictationGet, { params: { id: saved?.id ?? '' } }, token);
}

test('a provider dictates a note by voice, from the first field to the last, with a reload in the middle', async ({
  openAs,
  api,
}) => {
  test.setTimeout(120_000);
  const practice = await newPractice(api);
  const patient = await newPatient(api);
  const { page } = await openAs(practice.provider);
  await addFakeSpeech(page);
  await openNote(page, practice, patient.id);
  await listen(page);
  await speak(page, 'portal go to side');
  await speak(page, 'portal choose left');
  await expect(page.getByRole('combobox', { name: 'Side' })).toHaveValue('Left');
  await speak(page, 'portal next field');
  await expect(bar(page)).toContainText('Listening in Technique');
  await speak(page, 'the patient was', false);
  await expect(bar(page)).toContainText('the patient was');
  await speak(
    page,
    'the patient was prone period a twenty two gauge needle was advanced at L four L five period',
  );
  const first = 'The patient was prone. A 22-gauge needle was advanced at L4-L5.';
  await expect(technique(page)).toHaveValue(first);
  await expect(page.getByText('Spoken amounts, please check: 22-gauge')).toBeVisible();
  await speak(page, 'one fifty milligrams');
  await expect(technique(page)).toHaveValue(`${first} One fifty milligrams`);
  await speak(page, 'portal scratch that');
  await expect(technique(page)).toHaveValue(first);
  await speak(page, 'portal sign');
  await expect(bar(page).getByRole('alert')).toContainText('“sign” is not possible here');
  await speak(page, 'portal save draft');
  await expect(page.getByText(/^Draft saved/u)).toBeVisible();
  const { id } = await savedNote(api, patient.id);

  await page.goto(`/dictations/${id}/edit`);
  await expect(technique(page)).toHaveValue(first);
  await page.reload();
  await expect(technique(page)).toHaveValue(first);
  await listen(page);
  await technique(page).press('End');
  await speak(
    page,
    'forty milligrams of triamcinolone with two cc of point two five percent bupivacaine period',
  );
  const whole = `${first} 40 mg of triamcinolone with 2 mL of 0.25% bupivacaine.`;
  await expect(technique(page)).toHaveValue(whole);
  await speak(page, 'portal go to complications');
  await speak(page, 'none period');
  await expect(page.getByRole('textbox', { name: 'Complications' })).toHaveValue('None.');
  await page.keyboard.press('Escape');
  await expect(bar(page).getByText(/^Listening/u)).toBeHidden();
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Draft saved/u)).toBeVisible();
  await expect
    .poll(async () => (await savedNote(api, patient.id)).formData)
    .toMatchObject({ side: 'Left', technique: whole });
});

test('a server in the network of the practice recognizes what a provider says', async ({
  openPage,
  complaints,
}) => {
  test.setTimeout(120_000);
  complaints.allow(/WebSocket connection to 'ws:/u);
  const server = await startVoskServer('the patient', 'the patient was prone period');
  const portal = await startPortal(fromSetup('JOURNEYS_DATA'), { SPEECH_SERVER: server.address });
  try {
    const api = createApi(portal.url);
    const practice = await newPractice(api);
    const patient = await newPatient(api);
    const { page } = await openPage();
    await addMicrophone(page);
    await page.goto(`${portal.url}/login`);
    await signInOn(page, practice.provider);
    await page.waitForURL((url) => url.pathname !== '/login');
    await openNote(page, practice, patient.id, portal.url);
    await listenInTechnique(page);
    await expect(bar(page)).toContainText('the patient');
    expect(server.config()).toBe('{"config":{"sample_rate":16000}}');
    expect(server.samples()).toBeGreaterThan(0);
    await page.keyboard.press('Alt+KeyM');
    await expect(technique(page)).toHaveValue('The patient was prone.');
    await expect(bar(page)).toBeHidden();

    await listenInTechnique(page);
    await expect(bar(page)).toContainText('the patient');
    server.drop();
    await expect(bar(page).getByRole('alert')).toContainText(
      'The speech server of the practice does not answer',
    );
    await expect(bar(page)).toContainText('Not written: the patient');
    await expect(technique(page)).toHaveValue('The patient was prone.');

    for (const [problem, sentence] of [
      ['NotFoundError', 'Check that it is connected'],
      ['NotReadableError', 'no other program uses it'],
      ['NotAllowedError', 'Allow it beside the address'],
    ] as const) {
      await addMicrophone(page, problem);
      await openNote(page, practice, patient.id, portal.url);
      await technique(page).click();
      await page.keyboard.press('Alt+KeyM');
      await expect(bar(page).getByRole('alert')).toContainText(sentence);
      await expect(technique(page)).toHaveValue('');
    }
  } finally {
    await Promise.all([portal.stop(), server.close()]);
  }
});

test('a browser that cannot recognize speech on the device offers none, and says so in the profile', async ({
  openAs,
}) => {
  const { page } = await openAs('physician');
  await visit(page, '/profile');
  await expect(page.getByText('Speech: this browser cannot recognize speech on this device.')).toBeVisible();
  await visit(page, '/messages/new');
  await page.getByRole('textbox', { name: 'Message' }).click();
  await expect(page.getByRole('button', { name: 'Speak' })).toBeHidden();
});

test('an administrator keeps the words for speech', async ({ openAs }) => {
  const { page } = await openAs('admin');
  await visit(page, '/admin/templates?tab=speech');
  await page.getByRole('textbox', { name: 'Words', exact: true }).fill('Zilretta\nsphenopalatine ganglion');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Words for speech saved')).toBeVisible();
});
