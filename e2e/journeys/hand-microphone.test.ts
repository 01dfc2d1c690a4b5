import { randomUUID } from 'node:crypto';
import { dictationGet, dictationSign, dictationsOfPatient } from '@portal/contract/dictations';
import { messageCreate, messageGet } from '@portal/contract/messages';
import { orderCreate, orderGet } from '@portal/contract/orders';
import { templateCreate } from '@portal/contract/templates';
import type { Locator, Page } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { newDictation, newPractice, practiceToday, type Practice } from '../support/dictation-records.ts';
import { button } from '../support/dictation-screens.ts';
import { burst, WAY_NAMES, WAYS, type Way } from '../support/hand-microphone.ts';
import { heading } from '../support/page.ts';
import { newPatient, uniqueName } from '../support/records.ts';
import { expect, test } from '../support/test.ts';

const technique = (page: Page) => page.getByRole('textbox', { name: 'Technique', exact: true });

async function openNote(
  page: Page,
  { provider, office }: Practice,
  template: string,
  patientId: string,
): Promise<void> {
  const query = new URLSearchParams({
    template,
    providerId: provider.user.id,
    locationId: office.id,
    date: practiceToday(),
    patientId,
  });
  await page.goto(`/dictations/new?${query.toString()}`);
  await expect(heading(page, 'New Dictation')).toBeVisible();
}

async function savedNote(api: Api, patientId: string) {
  const token = await api.superToken();
  const [saved] = await api.succeed(dictationsOfPatient, { params: { id: patientId } }, token);
  return api.succeed(dictationGet, { params: { id: saved?.id ?? '' } }, token);
}

/** A burst arrives at the end of a field. */
async function speakInto(page: Page, field: Locator, words: string, way: Way): Promise<void> {
  await field.focus();
  await page.keyboard.press('Control+End');
  await WAYS[way](page, words, field);
}

const inside = (number: number) => `Before ${burst(number).trim()} after`;

/** A burst arrives in two parts in the middle of a text; nobody moves the caret between them. */
async function speakInside(page: Page, field: Locator, words: string, way: Way): Promise<void> {
  await field.fill('Before  after');
  await field.evaluate((element) => {
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
      element.setSelectionRange('Before '.length, 'Before '.length);
  });
  const middle = words.indexOf(' ', words.length / 2);
  await WAYS[way](page, words.slice(0, middle), field);
  await WAYS[way](page, words.slice(middle), field);
}

test('20 bursts of 200 words arrive whole and in order while the note is autosaved, and outlast a reload', async ({
  openAs,
  api,
}) => {
  test.setTimeout(240_000);
  const practice = await newPractice(api);
  const patient = await newPatient(api);
  const { page } = await openAs(practice.provider);
  await openNote(page, practice, practice.templates[0].id, patient.id);
  await page.getByRole('combobox', { name: 'Side' }).selectOption('Left');
  let autosaves = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/dictation/drafts/')) autosaves += 1;
  });
  let text = '';
  const others = WAY_NAMES.filter((way) => way !== 'keys');
  for (let number = 0; number < 20; number += 1) {
    // Each key is drawn, which takes longest.
    const way = number < 2 ? 'keys' : (others[number % others.length] ?? 'inserted');
    await speakInto(page, technique(page), burst(number), way);
    text += burst(number);
    // At once, with words that no autosave has sent.
    if (number === 9) {
      await expect(technique(page)).toHaveValue(text);
      await page.reload();
      await expect(technique(page)).toHaveValue(text);
    }
  }
  await expect(technique(page)).toHaveValue(text);
  expect(autosaves).toBeGreaterThan(1);
  await expect(page.getByText(/^All changes autosaved/)).toBeVisible();
  await page.reload();
  await expect(technique(page)).toHaveValue(text);
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  const { formData } = await savedNote(api, patient.id);
  expect(formData).toMatchObject({ side: 'Left', technique: text });
});

test('a burst arrives in every way in the middle of every kind of text of a note', async ({
  openAs,
  api,
}) => {
  test.setTimeout(480_000);
  const fields = [
    { id: 'line', label: 'Line', type: 'text' },
    { id: 'technique', label: 'Technique', type: 'textarea' },
    {
      id: 'lesions',
      label: 'Lesions',
      type: 'rows',
      minRows: 1,
      maxRows: 3,
      columns: [{ id: 'remark', label: 'Remark', type: 'text' }],
    },
  ];
  const name = `Injection ${uniqueName()}`;
  const content = { version: 1, sections: [{ id: randomUUID(), title: 'Procedure Details', fields }] };
  const body = {
    name,
    procedureType: 'Injection',
    shortDescription: name,
    templateContent: JSON.stringify(content),
  };
  const template = await api.succeed(templateCreate, { body }, await api.superToken());
  const practice = await newPractice(api);
  const { page } = await openAs(practice.provider);
  for (const way of WAY_NAMES) {
    const patient = await newPatient(api);
    await openNote(page, practice, template.id, patient.id);
    const places = [
      page.getByRole('textbox', { name: 'Line', exact: true }),
      technique(page),
      page.getByRole('textbox', { name: 'Remark, row 1', exact: true }),
      page.getByRole('textbox', { name: 'Complications', exact: true }),
    ];
    for (const [at, field] of places.entries()) await speakInside(page, field, burst(at).trim(), way);
    for (const [at, field] of places.entries()) await expect(field).toHaveValue(inside(at));
    await page.keyboard.press('Control+s');
    await expect(page.getByText(/^Draft saved/)).toBeVisible();
    const { formData, complications } = await savedNote(api, patient.id);
    expect(formData, way).toMatchObject({
      line: inside(0),
      technique: inside(1),
      lesions: [{ remark: inside(2) }],
    });
    expect(complications, way).toBe(inside(3));
  }
});

test('bursts arrive in addenda, messages, their notes and resolutions, and orders', async ({
  openAs,
  api,
}) => {
  test.setTimeout(240_000);
  const practice = await newPractice(api);
  const { provider } = practice;
  const superToken = await api.superToken();
  const { token } = await api.signIn(provider.userName, provider.password);
  const dictation = await newDictation(api, practice);
  await api.succeed(dictationSign, { params: { id: dictation.id }, body: {} }, token);
  const message = await api.succeed(
    messageCreate,
    { body: { category: 'Medical', callerName: 'Ida Quill', message: 'Please call back.' } },
    superToken,
  );
  const order = await api.succeed(
    orderCreate,
    {
      body: {
        patientId: dictation.patientId,
        type: 'MRI',
        diagnosis: 'M54.16 Radiculopathy, lumbar region',
        orderDate: practiceToday(),
        orderedByUserId: provider.user.id,
      },
    },
    superToken,
  );
  const { page } = await openAs(provider);
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });

  await page.goto(`/dictations/${dictation.id}`);
  await button(page, 'Add Addendum').click();
  const dialog = page.getByRole('dialog', { name: 'Add Addendum' });
  await speakInto(page, field('Addendum'), burst(0), 'keys');
  await speakInto(page, field('Addendum'), burst(1), 'pasted');
  await dialog.getByRole('button', { name: 'Add Addendum' }).click();
  await expect(dialog).toBeHidden();
  const { addendums } = await api.succeed(dictationGet, { params: { id: dictation.id } }, superToken);
  expect(addendums).toMatchObject([{ text: (burst(0) + burst(1)).trim() }]);

  await page.goto(`/messages/${message.id}/edit`);
  await field('Message').fill('');
  await speakInto(page, field('Message'), burst(2), 'composed');
  await speakInto(page, field('Message'), burst(3), 'scripted');
  await button(page, 'Save').click();
  await expect(heading(page, message.messageNumber)).toBeVisible();
  await speakInto(page, field('Note'), burst(4), 'inserted');
  await button(page, 'Add Note').click();
  await expect(field('Note')).toHaveValue('');
  await page.goto(`/messages/${message.id}/complete`);
  await speakInto(page, field('Resolution'), burst(5), 'inserted');
  await button(page, 'Complete').click();
  await expect(heading(page, message.messageNumber)).toBeVisible();
  expect(await api.succeed(messageGet, { params: { id: message.id } }, superToken)).toMatchObject({
    message: (burst(2) + burst(3)).trim(),
    resolution: burst(5).trim(),
  });

  await page.goto(`/orders/${order.id}/edit`);
  await speakInto(page, field('Instructions'), burst(6), 'pasted');
  await speakInto(page, field('Instructions'), burst(7), 'inserted');
  await button(page, 'Save').click();
  await expect
    .poll(async () => (await api.succeed(orderGet, { params: { id: order.id } }, superToken)).instructions)
    .toBe((burst(6) + burst(7)).trim());
});
