import type { RoleName } from '@portal/domain/roles';
import { heading } from '../support/page.ts';
import { OWN_PASSWORD, readyUser } from '../support/records.ts';
import { signInOn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { totpCode } from '../support/totp.ts';
import { requireTwoFactor } from '../support/two-factor.ts';

/** Few journeys use this role, and none of them runs at the same time in the same portal. */
const ROLE = 'MedicalAssistant' satisfies RoleName;

test('two-factor authentication is required for a role, with a notice first and only its setup after the deadline', async ({
  openAs,
  openPage,
  api,
  portalUrl,
}) => {
  const user = await readyUser(api, { role: ROLE });
  const { page } = await openPage();
  try {
    const admin = await openAs('superadmin');
    await admin.page.goto('/admin/permissions/two-factor');
    await expect(admin.page.getByText('No role requires it.')).toBeVisible();
    await admin.page.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = admin.page.getByRole('dialog', { name: 'Two-factor requirement' });
    await dialog.getByRole('checkbox', { name: /^Medical Assistant/ }).check();
    await dialog.getByLabel('Days of grace').fill('7');
    await dialog.getByLabel('Reason').fill('Agreed with the practice owner');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(admin.page.getByText('7 days')).toBeVisible();
    await admin.page.getByLabel('Search users').fill(user.userName);
    await admin.page.keyboard.press('Enter');
    const row = admin.page.getByRole('row', { name: new RegExp(user.user.lastName) });
    await expect(row.getByText('Medical Assistant')).toBeVisible();

    await page.goto('/login');
    await signInOn(page, user);
    await page.waitForURL(`${portalUrl}/`);
    const notice = page.getByText('Your role requires two-factor authentication.');
    await expect(notice).toBeVisible();

    // With the grace period over, the open page leads to the setup at once.
    await requireTwoFactor(api, [ROLE], 0);
    await page.waitForURL('**/set-up-two-factor');
    await page.goto('/patients');
    await page.waitForURL('**/set-up-two-factor');
    await expect(heading(page, 'Set up two-factor authentication')).toBeVisible();
    await page.getByRole('button', { name: 'Set Up' }).click();
    const setup = page.getByRole('dialog', { name: 'Set up two-factor authentication' });
    await setup.getByLabel('Your password').fill(OWN_PASSWORD);
    await setup.getByRole('button', { name: 'Continue' }).click();
    await expect(setup.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    const secret = (await setup.locator('code').innerText()).replaceAll(/\s/g, '');
    await setup.getByLabel('Code').fill(totpCode(secret));
    await setup.getByRole('button', { name: 'Turn On' }).click();
    await expect(setup.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
    await setup.getByRole('button', { name: 'I have saved these codes' }).click();
    await page.waitForURL('**/patients');
    await expect(heading(page, 'Patients')).toBeVisible();
    await expect(notice).toBeHidden();

    await page.goto('/profile');
    await expect(page.getByText('Your role requires it, so you cannot turn it off.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Turn Off' })).toBeHidden();
  } finally {
    await requireTwoFactor(api, [], 14);
  }
});
