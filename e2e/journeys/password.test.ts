import { heading } from '../support/page.ts';
import { OWN_PASSWORD, readyUser, uniqueName } from '../support/records.ts';
import { logOut, signInOn } from '../support/sign-in.ts';
import { totpCode } from '../support/totp.ts';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const NEXT_PASSWORD = 'copper meadow violin 92';

async function changePassword(page: Page, current: string, next: string): Promise<void> {
  await page.locator('input[name=currentPassword]').fill(current);
  await page.locator('input[name=newPassword]').fill(next);
  await page.locator('input[name=repeatedPassword]').fill(next);
  await page.getByRole('button', { name: 'Change Password' }).click();
}

test.describe('a temporary password', () => {
  test('is shown once to the administrator and must be changed at first sign-in', async ({
    openAs,
    openPage,
    api,
    portalUrl,
  }) => {
    const admin = await openAs('admin');
    await admin.page.goto('/users/new');
    await admin.page.getByLabel('First Name').fill('Noor');
    const lastName = uniqueName();
    await admin.page.getByLabel('Last Name').fill(lastName);
    await admin.page.getByRole('button', { name: 'Create User' }).click();
    const dialog = admin.page.getByRole('dialog', { name: 'User Created Successfully' });
    const password = await dialog.getByLabel('Temporary password').innerText();
    const userName = `n${lastName.toLowerCase()}`;
    await expect(dialog.getByText(userName, { exact: true })).toBeVisible();
    expect(password).toHaveLength(16);

    const { page } = await openPage();
    await page.goto('/login');
    await signInOn(page, { userName, password });
    await page.waitForURL('**/change-password');
    await expect(heading(page, 'Change Password')).toBeVisible();
    await expect(
      page.getByText('Your current one is temporary, or your two-factor authentication was turned off.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    await signInOn(page, { userName, password });
    await page.waitForURL('**/change-password');
    await page.goto('/patients');
    await page.waitForURL('**/change-password');
    const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
    expect(await api.send('GET', '/patient', { token })).toMatchObject({
      status: 403,
      body: { code: 'PASSWORD_CHANGE_REQUIRED' },
    });
    await changePassword(page, password, OWN_PASSWORD);
    await page.waitForURL('**/patients');
    await expect(heading(page, 'Patients')).toBeVisible();
    await logOut(page);
    await signInOn(page, { userName, password });
    await expect(page.getByText('Invalid username or password')).toBeVisible();
    await signInOn(page, { userName, password: OWN_PASSWORD });
    await page.waitForURL(`${portalUrl}/`);
  });
});

test.describe('changing the password', () => {
  test('refuses a wrong current password, and signs out the other sessions', async ({ openAs, api }) => {
    const user = await readyUser(api);
    const elsewhere = await openAs(user);
    await elsewhere.page.goto('/patients');
    await expect(heading(elsewhere.page, 'Patients')).toBeVisible();
    const { page } = await openAs(user);
    await page.goto('/change-password');
    await changePassword(page, 'not my password', NEXT_PASSWORD);
    await expect(page.getByText('Current password is incorrect.')).toBeVisible();
    await expect(page.locator('input[name=newPassword]')).toHaveValue(NEXT_PASSWORD);
    await changePassword(page, OWN_PASSWORD, NEXT_PASSWORD);
    await page.waitForURL('**/profile');
    await expect(
      page.getByText('Your password was changed. Your other sessions were signed out.').first(),
    ).toBeVisible();
    await elsewhere.page.waitForURL('**/login');
  });
});

test.describe('two-factor authentication', () => {
  test('is set up in the profile and required at sign-in; a recovery code works once; a SuperAdmin can turn it off', async ({
    openAs,
    api,
    portalUrl,
  }) => {
    const user = await readyUser(api);
    const { page } = await openAs(user);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Set Up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up two-factor authentication' });
    await dialog.getByLabel('Your password').fill(OWN_PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '');
    await dialog.getByLabel('Code').fill(totpCode(secret));
    await dialog.getByRole('button', { name: 'Turn On' }).click();
    const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes.first()).toBeVisible();
    await expect(codes).toHaveCount(10);
    const recoveryCode = await codes.first().innerText();
    await dialog.getByRole('button', { name: 'I have saved these codes' }).click();
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible();

    await logOut(page);
    await signInOn(page, user);
    const code = page.getByLabel('Authentication code');
    await code.fill('000000');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('The code is not valid.')).toBeVisible();
    // The setup has used the current code; the next one is accepted half a minute early.
    await code.fill(totpCode(secret, 1));
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL(`${portalUrl}/`);

    const signIn = () =>
      api.send('POST', '/auth/login', {
        body: { username: user.userName, password: OWN_PASSWORD, code: recoveryCode },
      });
    expect((await signIn()).status).toBe(200);
    expect((await signIn()).status).toBe(401);

    const superAdmin = await openAs('superadmin');
    await superAdmin.page.goto(`/users/${user.user.id}`);
    await superAdmin.page.getByRole('button', { name: 'Turn off two-factor authentication' }).click();
    const question = superAdmin.page.getByRole('alertdialog', {
      name: 'Turn off two-factor authentication?',
    });
    await question.getByLabel('Reason').fill('Lost the phone and the codes');
    await question.getByRole('button', { name: 'Turn Off' }).click();
    await expect(
      superAdmin.page.getByText(`Two-factor authentication was turned off for ${user.userName}`).first(),
    ).toBeVisible();
    await expect(superAdmin.page.getByText('Two-Factor Authentication', { exact: true })).toBeHidden();
    await page.goto('/profile');
    await page.waitForURL('**/login');
    await signInOn(page, user);
    await page.waitForURL('**/change-password');
    await changePassword(page, OWN_PASSWORD, NEXT_PASSWORD);
    await page.waitForURL('**/profile');
  });
});
