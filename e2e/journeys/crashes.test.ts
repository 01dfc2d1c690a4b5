import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { dictationGet, dictationsOfPatient } from '@portal/contract/dictations';
import { officeList } from '@portal/contract/offices';
import { templateCreate } from '@portal/contract/templates';
import { DEMO_PASSWORD } from '@portal/domain/demo-accounts';
import type { Api } from '../support/api.ts';
import { practiceToday } from '../support/dictation-records.ts';
import { newPatient, uniqueName } from '../support/records.ts';
import { expect, test } from '../support/test.ts';

const CONTENT = {
  version: 1,
  sections: [{ id: 'one', title: 'Procedure', fields: [{ id: 'note', label: 'Note', type: 'textarea' }] }],
};
const PHYSICIAN = { userName: 'physician', password: DEMO_PASSWORD };

const noteField = (page: Page) => page.getByRole('textbox', { name: 'Note' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const autosaved = (page: Page) =>
  expect(page.getByText(/^All changes autosaved/)).toBeVisible({ timeout: 45_000 });
const draftSaved = (page: Page) => expect(page.getByText(/^Draft saved/).first()).toBeVisible();

/** The URL of a new dictation by the demo physician, and readers for the patient's saved dictations. */
async function newDictation(api: Api) {
  const token = await api.superToken();
  const body = {
    name: `Crash ${uniqueName()}`,
    procedureType: 'Injection',
    templateContent: JSON.stringify(CONTENT),
  };
  const template = await api.succeed(templateCreate, { body }, token);
  const { user } = await api.signIn('physician');
  const [office] = await api.succeed(officeList, {}, token);
  const patient = await newPatient(api);
  const query = new URLSearchParams({
    template: template.id,
    providerId: user.id,
    locationId: office?.id ?? '',
    date: practiceToday(),
    patientId: patient.id,
  });
  return {
    address: `/dictations/new?${query.toString()}`,
    written: () => api.succeed(dictationsOfPatient, { params: { id: patient.id } }, token),
    textOf: async (id: string) =>
      (await api.succeed(dictationGet, { params: { id } }, token)).formData['note'],
  };
}

/** Types into the dictation and remembers the text. */
function typist(page: Page) {
  let typed = '';
  return {
    typed: () => typed,
    type: async (words: string) => {
      typed += words;
      await noteField(page).pressSequentially(words, { delay: 5 });
    },
  };
}

/** Saves until there is one dictation. Earlier attempts may have reached the server but must not create a second one. */
async function saveOnce(page: Page, written: () => Promise<readonly unknown[]>): Promise<void> {
  await expect(async () => {
    const save = button(page, 'Save Draft');
    if (await save.isEnabled()) await save.click();
    expect(await written()).toHaveLength(1);
  }).toPass({ timeout: 30_000, intervals: [1000] });
  await draftSaved(page);
}

test.describe('server and browser crashes while dictating', () => {
  test('keeps text typed before and during a server crash', async ({ api, openAs, portal }) => {
    const { address } = await newDictation(api);
    const { page } = await openAs(PHYSICIAN);
    await page.goto(address);
    const { type, typed } = typist(page);
    await Promise.all([
      // On a busy machine, the first autosave may have only the first letters.
      page.waitForRequest(
        (request) => request.method() === 'PUT' && request.postData()?.includes('Before the crash') === true,
      ),
      type('Before the crash the needle was advanced under fluoroscopy. '),
    ]);
    await portal.kill();
    await type('While the server was gone. ');
    await portal.restart();
    await autosaved(page);
    await expect(noteField(page)).toHaveValue(typed());
  });

  test('creates one dictation from a save into a crash', async ({ api, openAs, portal, complaints }) => {
    // The request that fails because of the crash.
    complaints.allow(/^TypeError/);
    const { address, written, textOf } = await newDictation(api);
    const { page } = await openAs(PHYSICIAN);
    await page.goto(address);
    const { type, typed } = typist(page);
    await type('Saved into a crash. ');
    const isSave = page.waitForRequest(
      (request) => request.method() === 'POST' && new URL(request.url()).pathname === '/api/dictation',
    );
    await button(page, 'Save Draft').click();
    await isSave;
    await portal.kill();
    await portal.restart();
    await saveOnce(page, written);
    const [saved] = await written();
    expect(await textOf(saved?.id ?? '')).toBe(typed());
  });

  test('continues in another browser after a browser crash', async ({ api, openAs }) => {
    const { address, written, textOf } = await newDictation(api);
    const first = await openAs(PHYSICIAN);
    await first.page.goto(address);
    const { type, typed } = typist(first.page);
    await type('Saved once. ');
    await button(first.page, 'Save Draft').click();
    await draftSaved(first.page);
    await type('And the last words.');
    await autosaved(first.page);
    const saved = first.page.url();
    await first.context.close();

    const { page } = await openAs(PHYSICIAN);
    await page.goto(saved);
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect(noteField(page)).toHaveValue(typed());
    await page.keyboard.press('Control+s');
    await draftSaved(page);
    const [dictation, ...more] = await written();
    expect(more).toEqual([]);
    await expect.poll(() => textOf(dictation?.id ?? '')).toBe(typed());
  });

  test(
    'loses nothing in many crashes at random times',
    { tag: '@soak' },
    async ({ api, openAs, portal, complaints }) => {
      test.setTimeout(600_000);
      complaints.allow(/^TypeError/);
      const { address, written, textOf } = await newDictation(api);
      const { page } = await openAs(PHYSICIAN);
      await page.goto(address);
      const { type, typed } = typist(page);
      for (let kill = 1; kill <= 20; kill += 1) {
        await Promise.all([
          type(`Before and during crash ${kill} the needle was advanced. `),
          wait(randomInt(1500)).then(() => portal.kill()),
        ]);
        await type(`While the server was gone ${kill}. `);
        await portal.restart();
        await autosaved(page);
        await expect(noteField(page)).toHaveValue(typed());
      }
      await button(page, 'Save Draft').click();
      await wait(randomInt(60));
      await portal.kill();
      await portal.restart();
      await saveOnce(page, written);
      const [saved] = await written();
      expect(await textOf(saved?.id ?? '')).toBe(typed());
    },
  );
});
