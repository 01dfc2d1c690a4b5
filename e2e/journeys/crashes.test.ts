import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { dictationGet, dictationsOfPatient } from '@portal/contract/dictations';
import { officeList } from '@portal/contract/offices';
import { patientCreate } from '@portal/contract/patients';
import { templateCreate } from '@portal/contract/templates';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, DEMO_PASSWORD, type Client } from '../run/client.ts';
import { practiceToday } from '../run/dictation-records.ts';
import { openPage, useBrowser } from '../run/page.ts';
import { startPortal, type PortalProcess } from '../run/portal-process.ts';

useBrowser();

const CONTENT = {
  version: 1,
  sections: [{ id: 'one', title: 'Procedure', fields: [{ id: 'note', label: 'Note', type: 'textarea' }] }],
};
/** How often the server is killed while somebody types. */
const KILLS = 3;
const note = (page: Page) => page.getByRole('textbox', { name: 'Note' });
const kept = (page: Page) => page.getByText(/^All changes kept/).waitFor({ timeout: 45_000 });

describe('decisions 61 the server and the browser die at random moments while somebody dictates', () => {
  let portal: PortalProcess;
  let client: Client;
  let address = '';
  let patientId = '';
  beforeAll(async () => {
    // One of its own: the portal of the other journeys must live.
    portal = await startPortal();
    client = createClient(portal.url);
    const { token } = await client.signIn('superadmin');
    const { user } = await client.signIn('physician');
    const body = {
      name: 'Typed through crashes',
      procedureType: 'Injection',
      templateContent: JSON.stringify(CONTENT),
    };
    const template = await client.succeed(templateCreate, { body }, token);
    const [office] = await client.succeed(officeList, {}, token);
    const person = { firstName: 'Ada', lastName: 'Crash', dateOfBirth: '1980-02-29' };
    patientId = (await client.succeed(patientCreate, { body: person }, token)).id;
    const query = new URLSearchParams({
      template: template.id,
      providerId: user.id,
      locationId: office?.id ?? '',
      date: practiceToday(),
      patientId,
    });
    address = `${portal.url}/dictations/new?${query.toString()}`;
  });
  afterAll(() => portal.stop());

  async function openSignedIn(to: string): Promise<Page> {
    const { page, complaints } = await openPage();
    // The live connection says in the console when it is lost, which it is here.
    page.on('close', () => complaints.splice(0));
    await page.goto(`${portal.url}/login`);
    await page.getByLabel('Username').fill('physician');
    await page.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/');
    await page.goto(to);
    return page;
  }

  const written = async () => {
    const { token } = await client.signIn('superadmin');
    return client.succeed(dictationsOfPatient, { params: { id: patientId } }, token);
  };

  it('what was typed is there again, and there is one dictation', async () => {
    let page = await openSignedIn(address);
    await note(page).waitFor();
    let typed = '';
    const type = async (words: string) => {
      typed += words;
      await note(page).pressSequentially(words, { delay: 5 });
    };
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await Promise.all([
        type(`Before and during crash ${kill} the needle was advanced under fluoroscopy. `),
        wait(randomInt(1500)).then(() => portal.kill()),
      ]);
      await type(`While the server was gone ${kill}. `);
      await portal.restart();
      await kept(page);
      await expect.poll(() => note(page).inputValue()).toBe(typed);
    }

    // In the midst of saving: whether the server got to it or not, saving again makes no second one.
    const save = page.getByRole('button', { name: 'Save Draft', exact: true });
    await type('Saved into a crash. ');
    await save.click();
    await wait(randomInt(60));
    await portal.kill();
    await portal.restart();
    await expect
      .poll(
        async () => {
          if (await save.isEnabled()) await save.click();
          return (await written()).length;
        },
        { timeout: 30_000, interval: 1000 },
      )
      .toBe(1);
    await page
      .getByText(/^Draft saved/)
      .first()
      .waitFor();
    await type('And the last words.');
    await kept(page);

    // The browser dies; another one goes on.
    const saved = page.url();
    await page.context().close();
    page = await openSignedIn(saved);
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect.poll(() => note(page).inputValue()).toBe(typed);
    await page.keyboard.press('Control+s');
    await page.getByText(/^Draft saved/).waitFor();
    const [{ id } = { id: '' }, ...more] = await written();
    expect(more).toEqual([]);
    const { token } = await client.signIn('superadmin');
    expect((await client.succeed(dictationGet, { params: { id } }, token)).formData).toEqual({ note: typed });
  }, 180_000);
});
