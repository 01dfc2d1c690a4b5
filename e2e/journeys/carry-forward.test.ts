import { dictationGet, dictationSign, dictationsOfPatient } from '@portal/contract/dictations';
import { formatDateUs } from '@portal/domain/date';
import { newDictation, newPractice, practiceToday } from '../support/dictation-records.ts';
import { button, waitUntilSignable } from '../support/dictation-screens.ts';
import { heading } from '../support/page.ts';
import { newPatient } from '../support/records.ts';
import { expect, test } from '../support/test.ts';

test('a note starts from the last one, and is signed once each carried field was looked at', async ({
  openAs,
  api,
}) => {
  test.setTimeout(120_000);
  const practice = await newPractice(api);
  const { provider, office, templates } = practice;
  const patient = await newPatient(api);
  const earlier = await newDictation(api, practice, { patientId: patient.id });
  const { token } = await api.signIn(provider.userName, provider.password);
  await api.succeed(dictationSign, { params: { id: earlier.id }, body: {} }, token);

  const { page } = await openAs(provider);
  const query = new URLSearchParams({
    template: templates[0].id,
    providerId: provider.user.id,
    locationId: office.id,
    date: practiceToday(),
    patientId: patient.id,
  });
  await page.goto(`/dictations/new?${query.toString()}`);
  await expect(heading(page, 'New Dictation')).toBeVisible();
  const side = page.getByRole('combobox', { name: 'Side' });
  const technique = page.getByRole('textbox', { name: 'Technique' });
  const marks = page.getByText(/^Carried from the note of /);

  await button(page, 'Carry Forward').click();
  const dialog = page.getByRole('dialog', { name: 'Carry forward' });
  await dialog.getByRole('checkbox', { name: /^All without dates/ }).check();
  await expect(dialog.getByRole('checkbox', { name: 'Technique', exact: true })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'Side', exact: true })).not.toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'Side', exact: true })).toHaveAccessibleDescription(
    /A side: check it/,
  );
  await dialog.getByRole('checkbox', { name: 'Side', exact: true }).check();
  await dialog.getByRole('button', { name: 'Carry' }).click();
  await expect(dialog).toBeHidden();
  await expect(side).toHaveValue('Left');
  await expect(technique).toHaveValue('Under fluoroscopy, without difficulty.');
  await expect(marks).toHaveCount(2);
  await expect(page.getByText(/^All changes autosaved/)).toBeVisible();

  await page.reload();
  await expect(page.getByText(/^Your unsaved changes were restored/)).toBeVisible();
  await expect(marks).toHaveCount(2);

  await waitUntilSignable(page);
  await button(page, 'Submit & Sign').click();
  const refusal = page.getByRole('alertdialog', { name: 'Correct this before you sign' });
  const ofSide = `Side was carried from the note of ${formatDateUs(practiceToday())}, and nobody has looked at it.`;
  await refusal.getByRole('button', { name: ofSide }).click();
  await expect(side).toBeFocused();
  await technique.focus();
  await expect(marks).toHaveCount(1);
  await technique.fill('Under fluoroscopy, with some difficulty.');
  await expect(marks).toHaveCount(0);
  await button(page, 'Submit & Sign').click();
  await page.waitForURL('**/dictations');

  const superToken = await api.superToken();
  const notes = await api.succeed(dictationsOfPatient, { params: { id: patient.id } }, superToken);
  const signed = notes.find(({ id }) => id !== earlier.id);
  const note = await api.succeed(dictationGet, { params: { id: signed?.id ?? '' } }, superToken);
  const carried = { noteId: earlier.id, day: practiceToday(), isSeen: true };
  expect(note).toMatchObject({
    status: 'Signed',
    formData: { side: 'Left', technique: 'Under fluoroscopy, with some difficulty.' },
    editedFrom: { side: { carried }, technique: { carried } },
  });
  await page.goto(`/dictations/${note.id}`);
  await expect(page.getByText(`Carried From ${formatDateUs(practiceToday())}`)).toBeVisible();
});

test('the diagnoses that a patient already has come first in the pickers of notes and orders', async ({
  openAs,
  api,
}) => {
  const practice = await newPractice(api);
  const { provider } = practice;
  const patient = await newPatient(api);
  const [code, description] = ['M54.16', 'Radiculopathy, lumbar region'];
  const day = formatDateUs(practiceToday());
  const earlier = await newDictation(api, practice, {
    patientId: patient.id,
    billingCodes: [{ code }],
  });
  const { token } = await api.signIn(provider.userName, provider.password);
  await api.succeed(dictationSign, { params: { id: earlier.id }, body: {} }, token);
  const begun = await newDictation(api, practice, { patientId: patient.id });

  const { page } = await openAs(provider);
  const first = page.getByRole('group', { name: 'Of this patient' }).getByRole('option');
  const source = `${day}, note ${practice.templates[0].name}`;
  await page.goto(`/dictations/${begun.id}/edit`);
  await page.getByRole('combobox', { name: 'Add a code' }).click();
  await expect(first).toHaveText([`${code} (ICD-10)${description}${source}`]);
  await first.click();
  await expect(page.getByText(code).first()).toBeVisible();

  await page.goto(`/orders/new?patientId=${patient.id}`);
  const diagnosis = page.getByRole('combobox', { name: 'Diagnosis' });
  await diagnosis.click();
  await expect(first).toHaveText([`${code}${description}${source}`]);
  await first.click();
  await expect(diagnosis).toHaveValue(`${code} ${description}`);
});
