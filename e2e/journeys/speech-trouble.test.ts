import { logout } from '@portal/contract/session';
import type { Page } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { newDictation, newPractice } from '../support/dictation-records.ts';
import {
  addFakeSpeech,
  failSpeech,
  listenInTechnique,
  openNote,
  speak,
  speechBar,
  techniqueOf,
} from '../support/fake-speech.ts';
import { visit } from '../support/page.ts';
import { newPatient } from '../support/records.ts';
import { signInOn } from '../support/sign-in.ts';
import { expect, test, type OpenAs } from '../support/test.ts';

const alert = (page: Page) => speechBar(page).getByRole('alert');
const saved = (page: Page) => page.getByText(/^All changes autosaved/u);

async function openNewNote(api: Api, openAs: OpenAs) {
  const practice = await newPractice(api);
  const patient = await newPatient(api);
  const opened = await openAs(practice.provider);
  await addFakeSpeech(opened.page);
  await openNote(opened.page, practice, patient.id);
  return { ...opened, practice, patient };
}

test('a recognizer that ends says what to do, keeps what was said, and starts again', async ({
  openAs,
  api,
}) => {
  const { page } = await openNewNote(api, openAs);
  let text = '';
  for (const [error, sentence] of [
    ['audio-capture', 'Check that it is connected and that no other program uses it'],
    ['not-allowed', 'Allow it beside the address, then start again'],
    ['service-not-allowed', 'Reload the page to try again'],
    ['network', 'Start it again'],
  ] as const) {
    await listenInTechnique(page);
    await speak(page, 'left knee period');
    text = `${text} Left knee.`.trim();
    await speak(page, 'then the', false);
    await failSpeech(page, error);
    await expect(alert(page)).toContainText(sentence);
    await expect(speechBar(page)).toContainText('Not written: then the');
    await expect(techniqueOf(page)).toHaveValue(text);
    await speechBar(page).getByRole('button', { name: 'Close' }).click();
    await expect(speechBar(page)).toBeHidden();
  }
});

test('one tab listens at a time', async ({ openAs, api }) => {
  const { page, context, practice, patient } = await openNewNote(api, openAs);
  const other = await context.newPage();
  await addFakeSpeech(other);
  await openNote(other, practice, patient.id);
  await listenInTechnique(page);
  await techniqueOf(other).click();
  await other.keyboard.press('Alt+KeyM');
  await expect(alert(other)).toContainText('Another tab is listening. Stop it there first.');
  await speak(other, 'left knee');
  await expect(techniqueOf(other)).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(speechBar(page)).toBeHidden();
  await listenInTechnique(other);
});

test('listening ends when another tab is looked at', async ({ openAs, api }) => {
  const { page } = await openNewNote(api, openAs);
  await listenInTechnique(page);
  await speak(page, 'left knee');
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(alert(page)).toContainText('you went to another tab or window');
  await speak(page, 'somebody else');
  await expect(techniqueOf(page)).toHaveValue('Left knee');
});

test('words never go into the note of another patient', async ({ openAs, api }) => {
  const practice = await newPractice(api);
  const [one, two] = [await newDictation(api, practice), await newDictation(api, practice)];
  const { page } = await openAs(practice.provider);
  await addFakeSpeech(page);
  await page.goto(`/dictations/${one.id}/edit`);
  await listenInTechnique(page);
  await speak(page, 'left', false);
  await visit(page, `/dictations/${two.id}/edit`);
  await expect(page.getByText(two.patientName ?? '').first()).toBeVisible();
  await expect(speechBar(page)).toBeHidden();
  await speak(page, 'left knee');
  await expect(techniqueOf(page)).toHaveValue('Under fluoroscopy, without difficulty.');
});

test('a text that can no longer be changed gets nothing, and the words are kept', async ({ openAs, api }) => {
  const { page } = await openNewNote(api, openAs);
  await listenInTechnique(page);
  await techniqueOf(page).evaluate((text: HTMLTextAreaElement) => {
    text.readOnly = true;
  });
  await speak(page, 'left knee');
  await expect(alert(page)).toContainText('the field cannot be changed now');
  await expect(speechBar(page)).toContainText('Not written: left knee');
  await expect(speechBar(page).getByRole('button', { name: 'Copy' })).toBeVisible();
  await expect(techniqueOf(page)).toHaveValue('');
});

test('without the network, words are written on, and saved when it is back', async ({ openAs, api }) => {
  const { page, context } = await openNewNote(api, openAs);
  await page.getByRole('combobox', { name: 'Side' }).selectOption('Left');
  await listenInTechnique(page);
  await speak(page, 'left knee period');
  await context.setOffline(true);
  await speak(page, 'prone period');
  await expect(techniqueOf(page)).toHaveValue('Left knee. Prone.');
  await context.setOffline(false);
  await speak(page, 'supine period');
  await page.keyboard.press('Escape');
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(techniqueOf(page)).toHaveValue('Left knee. Prone. Supine.');
});

test('a session that ends while somebody speaks keeps what was said, and hears nothing more', async ({
  openAs,
  api,
}) => {
  const { page, practice, token } = await openNewNote(api, openAs);
  await page.getByRole('combobox', { name: 'Side' }).selectOption('Left');
  await listenInTechnique(page);
  await speak(page, 'left knee period');
  await expect(saved(page)).toBeVisible();
  await api.succeed(logout, {}, token);
  await speak(page, 'prone period');
  await page.waitForURL('**/login');
  await expect(speechBar(page)).toBeHidden();
  await speak(page, 'not heard');
  await signInOn(page, practice.provider);
  await page.waitForURL((url) => url.pathname.startsWith('/dictations/'));
  await expect(techniqueOf(page)).toHaveValue('Left knee. Prone.');
});

test('somebody speaks for half an hour without a pause, and stays signed in', async ({ openAs, api }) => {
  const practice = await newPractice(api);
  const patient = await newPatient(api);
  const { page } = await openAs(practice.provider);
  await addFakeSpeech(page);
  await page.clock.install();
  await openNote(page, practice, patient.id);
  await listenInTechnique(page);
  for (let minute = 1; minute <= 31; minute += 1) {
    await page.clock.fastForward('01:00');
    await speak(page, `minute number ${minute} period`);
  }
  await expect(speechBar(page)).toContainText('Listening in Technique');
  await expect(techniqueOf(page)).toHaveValue(/Minute number 31\.$/u);
  await page.clock.fastForward('02:01');
  await expect(alert(page)).toContainText('nothing was said for two minutes');
});
