import { dictationGet, dictationsOfPatient } from '@portal/contract/dictations';
import type { Page } from '@playwright/test';
import { newPractice, practiceToday } from '../support/dictation-records.ts';
import { button } from '../support/dictation-screens.ts';
import { heading, PHONE, visit } from '../support/page.ts';
import { paste } from '../support/paste.ts';
import { newPatient, readyUser, uniqueName } from '../support/records.ts';
import { row } from '../support/table.ts';
import { expect, test } from '../support/test.ts';
import { toast } from '../support/toasts.ts';

/** Adds a shortcut on the page that is open. */
async function add(page: Page, name: string, text: string): Promise<void> {
  await button(page, 'Add Text Shortcut').click();
  const dialog = page.getByRole('dialog', { name: 'Add Text Shortcut' });
  await dialog.getByRole('textbox', { name: /^Name/u }).fill(name);
  await dialog.getByRole('textbox', { name: /^Text/u }).fill(text);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(toast(page, 'Text shortcut saved')).toBeVisible();
}

const offered = (page: Page, name: string) =>
  page
    .getByRole('listbox', { name: 'Text shortcuts' })
    .getByRole('option', { name: new RegExp(`^\\.${name}`) });

test('a provider types the name of an own text in a note, and what it leaves open prevents signing', async ({
  openAs,
  api,
}) => {
  const practice = await newPractice(api);
  const patient = await newPatient(api);
  const { page } = await openAs(practice.provider);
  await visit(page, '/profile');
  await page.getByRole('link', { name: 'My Text Shortcuts' }).click();
  await expect(heading(page, 'My Text Shortcuts')).toBeVisible();
  await add(page, '.Risks', 'Risks on the {side | lower} side were explained. Dose: *** mg.');
  await expect(row(page, 'Text shortcuts', '.risks')).toBeVisible();

  const query = new URLSearchParams({
    template: practice.templates[0].id,
    providerId: practice.provider.user.id,
    locationId: practice.office.id,
    date: practiceToday(),
    patientId: patient.id,
  });
  await page.goto(`/dictations/new?${query.toString()}`);
  await expect(heading(page, 'New Dictation')).toBeVisible();
  await page.getByRole('combobox', { name: 'Side' }).selectOption('Left');
  const technique = page.getByRole('textbox', { name: 'Technique' });
  await technique.pressSequentially('.ri');
  await expect(offered(page, 'risks')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  const text = 'Risks on the left side were explained. Dose: *** mg.';
  await expect(technique).toHaveValue(text);
  // One step.
  await page.keyboard.press('Control+z');
  await expect(technique).toHaveValue('.ri');
  await technique.press('End');
  await technique.pressSequentially('sks ');
  await expect(technique).toHaveValue(`${text} `);
  const problem = page.getByText(
    '*** is a placeholder that was not filled in. Replace it with text before you sign.',
  );
  await expect(problem).toBeVisible();
  await page.getByRole('button', { name: /^\d+ checks?$/u }).click();
  await expect(
    page.getByRole('menuitem', { name: /Technique still says \*\*\*, which was not filled in\./u }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await technique.fill('');
  await technique.pressSequentially('.risks');
  await page.keyboard.press('Tab');
  await page.keyboard.type('40');
  await expect(technique).toHaveValue(text.replace('***', '40'));
  await expect(problem).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(technique).not.toBeFocused();
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Draft saved/u)).toBeVisible();
  const token = await api.superToken();
  const [saved] = await api.succeed(dictationsOfPatient, { params: { id: patient.id } }, token);
  const stored = await api.succeed(dictationGet, { params: { id: saved?.id ?? '' } }, token);
  expect(stored.formData).toMatchObject({ technique: text.replace('***', '40') });
});

test('everyone uses the texts of the practice, also on a phone', async ({ openAs, api }) => {
  const name = uniqueName('call');
  const { page: admin } = await openAs('admin');
  await visit(admin, '/admin/templates?tab=text-shortcuts');
  await add(admin, name, 'Will call back.\nTold to come in if it gets worse.');
  await expect(row(admin, 'Text shortcuts', `.${name}`)).toBeVisible();
  const { page } = await openAs(await readyUser(api, { role: 'Staff' }));
  await page.setViewportSize(PHONE);
  await visit(page, '/messages/new');
  await expect(heading(page, 'New Phone Message')).toBeVisible();
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.pressSequentially(`.${name.slice(0, -1)}`);
  await offered(page, name).click();
  await expect(message).toHaveValue('Will call back.\nTold to come in if it gets worse.');
  await expect(message).toBeFocused();
  // In the middle of a text, too; what is typed next follows it.
  await message.fill('Before  after');
  await message.press('Home');
  for (let step = 0; step < 'Before '.length; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.type(`.${name.slice(0, -1)}`);
  await offered(page, name).click();
  await page.keyboard.type(' Now');
  const inserted = 'Before Will call back.\nTold to come in if it gets worse. Now after';
  await expect(message).toHaveValue(inserted);
  // Pasted text is not a name.
  await paste(page, message, ` .${name} `);
  await expect(message).toHaveValue(inserted.replace(' Now', ` Now .${name} `));
  await expect(page.getByRole('listbox')).toBeHidden();
});
