import { dictationsOfPatient, dictationGet } from '@portal/contract/dictations';
import { orderList } from '@portal/contract/orders';
import type { Locator, Page } from '@playwright/test';
import { newPractice, practiceToday } from '../support/dictation-records.ts';
import { button, nameOf, openSession } from '../support/dictation-screens.ts';
import { paste } from '../support/paste.ts';
import { pdfText } from '../support/pdf-text.ts';
import { newPatient, readyUser } from '../support/records.ts';
import { expect, test } from '../support/test.ts';
import { visit } from '../support/page.ts';

/** Line breaks of other programs (Word’s, form feed, next line, line and paragraph separator), and Word’s non-breaking hyphen. */
const COPIED = 'Dexamethasone 1\u000B0 complications\u000Cone\u0085two\u2028three\u2029for 2\u001E6 weeks';
const LINES = 'Dexamethasone 1\n0 complications\none\ntwo\nthree\nfor 2-6 weeks';
const LINE = LINES.replaceAll('\n', ' ');

/** A list item as Word copies it. */
const WORD_ITEM = (text: string) =>
  `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span><![endif]>${text}</p>`;

/** Copies HTML as another program does, and pastes it with the keyboard. */
async function pasteHtml(page: Page, field: Locator, html: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(
    (copied) =>
      navigator.clipboard.write([
        new ClipboardItem({ 'text/html': new Blob([copied], { type: 'text/html' }) }),
      ]),
    html,
  );
  await field.focus();
  await page.keyboard.press('Control+v');
}

/** Drags a text from beside the page, as from another window, and drops it into a field. */
async function drop(page: Page, field: Locator, text: string): Promise<void> {
  await page.evaluate((dragged) => {
    const source = document.createElement('div');
    source.id = 'dragged';
    source.draggable = true;
    source.textContent = 'Drag';
    source.style.cssText = 'position: fixed; inset: 0 auto auto 0; z-index: 9999; background: white';
    source.addEventListener('dragstart', (event) => event.dataTransfer?.setData('text/plain', dragged));
    document.body.append(source);
  }, text);
  await page.locator('#dragged').dragTo(field);
  await page.evaluate(() => document.querySelector('#dragged')?.remove());
}

async function downloaded(page: Page, open: () => Promise<void>): Promise<string> {
  const download = page.waitForEvent('download');
  await open();
  return pdfText(await (await download).path());
}

test('pasted, dropped and typed text keeps its words from the field to the PDF of a dictation', async ({
  openAs,
  api,
}) => {
  const practice = await newPractice(api);
  const patient = await newPatient(api);
  const { page } = await openAs(practice.provider);
  await openSession(page);
  const query = new URLSearchParams({
    template: practice.templates[0].id,
    providerId: practice.provider.user.id,
    locationId: practice.office.id,
    date: practiceToday(),
    patientId: patient.id,
  });
  await page.goto(`/dictations/new?${query.toString()}`);
  await page.getByRole('combobox', { name: 'Side' }).selectOption('Bilateral');
  const technique = page.getByRole('textbox', { name: 'Technique' });
  const secondSide = page.getByRole('textbox', { name: 'Second side' });
  const complications = page.getByRole('textbox', { name: 'Complications' });
  await paste(page, technique, COPIED);
  await expect(technique).toHaveValue(LINES);
  await drop(page, complications, COPIED);
  await expect(complications).toHaveValue(LINES);
  await paste(page, secondSide, COPIED);
  await expect(secondSide).toHaveValue(LINE);
  await secondSide.fill('');
  await drop(page, secondSide, COPIED);
  await expect(secondSide).toHaveValue(LINE);
  // An input method or dictation software inserts without keys.
  await technique.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('Spoken 5\u000B0 mg 🩺');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Typed 7');
  await page.keyboard.press('Enter');
  await page.keyboard.type('5 mcg');
  await expect(technique).toHaveValue(`${LINES}\nSpoken 5\n0 mg 🩺\nTyped 7\n5 mcg`);
  await expect(technique).toHaveAccessibleDescription('The PDF cannot show 🩺 (U+1FA7A). Use words instead.');
  await button(page, 'Save Draft').click();
  await expect(page.getByText(/^Draft saved/)).toBeVisible();

  const [saved] = await api.succeed(
    dictationsOfPatient,
    { params: { id: patient.id } },
    await api.superToken(),
  );
  const stored = await api.succeed(dictationGet, { params: { id: saved?.id ?? '' } }, await api.superToken());
  expect(stored).toMatchObject({ complications: LINES, formData: { second_side: LINE } });
  await visit(page, '/dictations');
  const text = await downloaded(page, () =>
    page.getByRole('button', { name: `Print ${nameOf(stored)}` }).click(),
  );
  expect(text.split(LINE)).toHaveLength(4);
  expect(text).toContain('Spoken 5 0 mg [U+1FA7A] Typed 7 5 mcg');
});

test('pasted and dropped text keeps its words from the field to the PDF of an order', async ({
  openAs,
  api,
}) => {
  const provider = await readyUser(api, { role: 'ProviderPhysician', title: 'MD' });
  const patient = await newPatient(api);
  const { page } = await openAs(provider);
  await page.goto(`/orders/new?patientId=${patient.id}`);
  await page.getByRole('radio', { name: 'Lab Work' }).check();
  const diagnosis = page.getByRole('combobox', { name: 'Diagnosis' });
  const instructions = page.getByRole('textbox', { name: 'Instructions' });
  await paste(page, diagnosis, COPIED);
  await expect(diagnosis).toHaveValue(LINE);
  await drop(page, instructions, COPIED);
  await expect(instructions).toHaveValue(LINES);
  await diagnosis.press('End');
  await page.keyboard.insertText(' 🩺');
  await expect(diagnosis).toHaveAccessibleDescription('The PDF cannot show 🩺 (U+1FA7A). Use words instead.');
  await button(page, 'Create Order').click();
  await expect(page).not.toHaveURL(/new/);
  const { data } = await api.succeed(orderList, { query: { patientId: patient.id } }, await api.superToken());
  await visit(page, `/orders/${data[0]?.id}`);
  const text = await downloaded(page, () => button(page, 'Print').click());
  expect(text).toContain(`${LINE} [U+1FA7A]`);
  expect(text.split(LINE)).toHaveLength(3);
});

test('text from another program keeps its words in a letterhead', async ({ openAs, api }) => {
  const practice = await newPractice(api);
  const { page } = await openAs(await readyUser(api, { role: 'SuperAdmin' }));
  await visit(page, `/admin/location-headers/${practice.office.id}/edit`);
  const header = page.getByRole('textbox', { name: 'Header', exact: true });
  await paste(page, header, COPIED);
  await expect(header.locator('p')).toHaveText(LINES.split('\n'));
  await header.press('Control+a');
  await pasteHtml(page, header, '<table><tr><td>Spine Center</td><td>555-0100</td></tr></table>');
  await expect(header.locator('p')).toHaveText(['Spine Center 555-0100']);
  await header.press('Control+a');
  await pasteHtml(page, header, ['One', 'two'].map(WORD_ITEM).join(''));
  await expect(header.locator('ul > li')).toHaveText(['One', 'two']);
});
