import { billingCodeRuleCreate } from '@portal/contract/billing-code-rules';
import { billingCodeCreate } from '@portal/contract/billing-codes';
import { dictationSign } from '@portal/contract/dictations';
import { addDays } from '@portal/domain/calendar';
import { formatDateUs } from '@portal/domain/date';
import { newDictation, newPractice, practiceToday } from '../support/dictation-records.ts';
import { button } from '../support/dictation-screens.ts';
import { heading, visit } from '../support/page.ts';
import { newPatient, uniqueName } from '../support/records.ts';
import { action, row } from '../support/table.ts';
import { expect, test } from '../support/test.ts';
import { toast } from '../support/toasts.ts';

test('an administrator switches a limit on, and the next note says how often the patient had the procedure', async ({
  openAs,
  api,
}) => {
  const practice = await newPractice(api);
  const token = await api.superToken();
  const templateId = practice.templates[0].id;
  const code = `3${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`;
  const name = `Course ${uniqueName()}`;
  const { id: billingCodeId } = await api.succeed(
    billingCodeCreate,
    { body: { codeType: 'CPT', code, description: name, lineType: 'procedure' } },
    token,
  );
  await api.succeed(
    billingCodeRuleCreate,
    {
      body: { templateId, isTemplateDefault: true, billingCodes: [{ billingCodeId, isDefault: true }] },
    },
    token,
  );

  const { page: adminPage } = await openAs('admin');
  const table = 'Payer limits';
  await visit(adminPage, '/admin/payer-limits');
  await button(adminPage, 'Add Payer Limit').click();
  const dialog = adminPage.getByRole('dialog', { name: 'Add Payer Limit' });
  const field = (label: string) => dialog.getByRole('textbox', { name: new RegExp(`^${label}`) });
  await field('Procedure').fill(name);
  await field('Codes').fill(code);
  await field('Payer').fill('Test payer');
  await field('Policy').fill('T1');
  await field('Sessions').fill('1');
  await field('Source').fill('A bulletin');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(toast(adminPage, 'Payer limit saved')).toBeVisible();
  await adminPage.getByRole('textbox', { name: 'Search payer limits' }).fill(name);
  await expect(row(adminPage, table, name).getByText('Off', { exact: true })).toBeVisible();

  const patient = await newPatient(api);
  const day = addDays(practiceToday(), -30);
  const earlier = await newDictation(api, practice, {
    patientId: patient.id,
    procedureDate: day,
    billingCodes: [{ code }],
  });
  const { userName, password } = practice.provider;
  const { token: ofProvider } = await api.signIn(userName, password);
  await api.succeed(dictationSign, { params: { id: earlier.id }, body: {} }, ofProvider);

  const { page } = await openAs(practice.provider);
  const query = new URLSearchParams({
    template: templateId,
    providerId: practice.provider.user.id,
    locationId: practice.office.id,
    date: practiceToday(),
    patientId: patient.id,
  });
  const notice = page.getByText(/^Second course .* \(at most 1 in 12 months: Test payer T1\)$/u);
  await page.goto(`/dictations/new?${query.toString()}`);
  await expect(heading(page, 'New Dictation')).toBeVisible();
  await expect(page.getByText(code).first()).toBeVisible();
  await expect(notice).toBeHidden();

  await action(adminPage, table, name, 'Switch on').click();
  await expect(toast(adminPage, `"${name}" is on`)).toBeVisible();
  await page.reload();
  await expect(notice).toBeVisible();
  await button(page, 'Show sessions').click();
  await expect(page.getByRole('link', { name: formatDateUs(day) })).toHaveAttribute(
    'href',
    `/dictations/${earlier.id}`,
  );
  await page.getByRole('button', { name: /^\d+ checks?$/u }).click();
  await expect(
    page.getByRole('menuitem', {
      name: /This is the second course .* Test payer T1 pays at most one in 12 months\./u,
    }),
  ).toBeVisible();

  await page.keyboard.press('Escape');
  await action(adminPage, table, name, 'Delete').click();
  await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(adminPage, `"${name}" deleted`)).toBeVisible();
});
