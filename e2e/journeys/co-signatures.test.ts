import { dictationSign } from '@portal/contract/dictations';
import { newDictation, newPractice } from '../support/dictation-records.ts';
import { button } from '../support/dictation-screens.ts';
import { readyUser } from '../support/records.ts';
import { expect, test } from '../support/test.ts';

test('a supervisor sends a note back, its provider adds an addendum, and the supervisor co-signs it', async ({
  openAs,
  api,
}) => {
  test.setTimeout(120_000);
  const practice = await newPractice(api);
  const { user: provider } = practice.provider;
  const supervisor = await readyUser(api, { role: 'ProviderPhysician', firstName: 'Lisa', title: 'MD' });

  // An administrator chooses the supervisor on the provider's form.
  const admin = await readyUser(api, { role: 'Admin' });
  const { page: office } = await openAs(admin);
  await office.goto(`/users/${provider.id}/edit`);
  await office.getByRole('combobox', { name: 'Supervising Physician' }).click();
  await office.getByRole('option', { name: new RegExp(`Lisa ${supervisor.user.lastName}`) }).click();
  await button(office, 'Save').click();
  await office.waitForURL('**/users');

  const { page: author, token } = await openAs(practice.provider);
  const note = await newDictation(api, practice);
  await api.succeed(dictationSign, { params: { id: note.id }, body: { version: note.version } }, token);

  const { page } = await openAs(supervisor);
  await page.goto('/');
  const waiting = page.getByRole('region', { name: /^Awaiting my co-signature 1$/ });
  await waiting.getByRole('link', { name: note.patientName }).click();
  await expect(page.getByText(/^Awaits co-signature of Lisa .+\.$/)).toBeVisible();
  await button(page, 'Send Back').click();
  const ask = page.getByRole('alertdialog', { name: 'Send this dictation back?' });
  await ask.getByRole('textbox').fill('The level is missing in the technique.');
  await ask.getByRole('button', { name: 'Send Back' }).click();
  await expect(ask).toBeHidden();
  await expect(button(page, 'Send Back')).toBeHidden();

  await author.goto('/');
  await author
    .getByRole('region', { name: /^Sent back to me 1$/ })
    .getByRole('link', { name: note.patientName })
    .click();
  await expect(author.getByText('The level is missing in the technique.')).toBeVisible();
  await button(author, 'Add Addendum').click();
  const dialog = author.getByRole('dialog', { name: 'Add Addendum' });
  await dialog.getByRole('textbox', { name: 'Addendum' }).fill('Level L4-L5.');
  await dialog.getByRole('button', { name: 'Add Addendum' }).click();
  await expect(dialog).toBeHidden();
  await expect(author.getByText(/^Awaits co-signature of Lisa .+\.$/)).toBeVisible();

  await expect(page.getByText('Level L4-L5.')).toBeVisible();
  await button(page, 'Co-Sign').click();
  const confirm = page.getByRole('alertdialog', { name: 'Co-sign this dictation?' });
  await confirm.getByRole('button', { name: 'Co-Sign' }).click();
  await expect(confirm).toBeHidden();
  await expect(page.getByText(/Electronically co-signed by Lisa .+, MD on/)).toBeVisible();
  await page.goto('/dictations?tab=find&coSignature=CoSigned');
  await expect(page.getByRole('link', { name: note.patientName }).first()).toBeVisible();
});
