import { describe, expect, inject, it } from 'vitest';
import { client, heading, openAs, openPage, useBrowser } from '../run/page.ts';
import { newUser, OWN_PASSWORD, readyUser, uniqueName } from '../run/records.ts';
import { cutOff } from '../run/requests.ts';
import { logOut, signInOn } from '../run/sign-in.ts';
import { totpCode } from '../run/totp.ts';
import type { Page } from 'playwright-core';

useBrowser();

const NEXT_PASSWORD = 'copper meadow violin 92';

async function changePassword(page: Page, current: string, next: string, repeated = next): Promise<void> {
  await page.locator('input[name=currentPassword]').fill(current);
  await page.locator('input[name=newPassword]').fill(next);
  await page.locator('input[name=repeatedPassword]').fill(repeated);
  await page.getByRole('button', { name: 'Change Password' }).click();
}

describe('spec 1 §2.7, §4, decisions 17 a temporary password', () => {
  it('is shown once to the administrator and must be changed at first sign-in', async () => {
    const admin = await openAs('admin');
    await admin.page.goto('/users/new');
    await admin.page.getByLabel('First Name').fill('Noor');
    const lastName = uniqueName();
    await admin.page.getByLabel('Last Name').fill(lastName);
    await admin.page.getByRole('button', { name: 'Create User' }).click();
    const dialog = admin.page.getByRole('dialog', { name: 'User Created Successfully' });
    const password = await dialog.getByLabel('Temporary password').innerText();
    const userName = `n${lastName.toLowerCase()}`;
    await dialog.getByText(userName, { exact: true }).waitFor();
    expect(password).toHaveLength(16);

    const { page } = await openPage();
    await page.goto('/login');
    await signInOn(page, { userName, password });
    await page.waitForURL('**/change-password');
    await heading(page, 'Change Password');
    await page
      .getByText('Choose a new password to go on: yours is temporary, or your second factor was turned off.')
      .waitFor();
    await page.goto('/patients');
    await page.waitForURL('**/change-password');
    const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
    expect(await client().send('GET', '/patient', { token })).toMatchObject({
      status: 403,
      body: { code: 'PASSWORD_CHANGE_REQUIRED' },
    });
    await changePassword(page, password, OWN_PASSWORD);
    await page.waitForURL('**/patients');
    await heading(page, 'Patients');
    await logOut(page);
    await signInOn(page, { userName, password });
    await page.getByText('Invalid username or password').waitFor();
    await signInOn(page, { userName, password: OWN_PASSWORD });
    await page.waitForURL(`${inject('portalUrl')}/`);
  });

  it('the only ways on from the screen are to choose a password and to log out', async () => {
    const { user, temporaryPassword } = await newUser();
    const { page } = await openAs({ userName: user.userName, password: temporaryPassword });
    await page.goto('/');
    await page.waitForURL('**/change-password');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
  });
});

describe('decisions 17, spec 1 §8 changing the password', () => {
  it('says at each field what is wrong, and "Failed to change password" when the server said nothing', async () => {
    const user = await readyUser({ firstName: 'Thaddeus' });
    const { page } = await openAs(user);
    await page.goto('/change-password');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await page.getByText('Current password is required').waitFor();
    await page.getByText('Repeat the new password').waitFor();
    await changePassword(page, OWN_PASSWORD, 'short', 'shorter');
    await page.getByText('Use at least 15 characters; a few unrelated words make a good password').waitFor();
    await page.getByText('The passwords do not match').waitFor();
    await changePassword(page, OWN_PASSWORD, 'Thaddeus-Thaddeus-1');
    await page.getByText(/Use more than your name/).waitFor();
    await changePassword(page, 'not my password', NEXT_PASSWORD);
    await page.getByText('Current password is incorrect.').waitFor();
    await expect
      .poll(() => page.locator('input[name=currentPassword]').getAttribute('aria-invalid'))
      .toBe('true');
    await expect.poll(() => page.locator('input[name=newPassword]').inputValue()).toBe(NEXT_PASSWORD);
    await cutOff(page, '**/api/auth/change-password');
    await changePassword(page, OWN_PASSWORD, NEXT_PASSWORD);
    await page.getByText('Failed to change password').waitFor();
    await page.unrouteAll();

    const elsewhere = await openAs(user);
    await elsewhere.page.goto('/patients');
    await heading(elsewhere.page, 'Patients');
    await changePassword(page, OWN_PASSWORD, NEXT_PASSWORD);
    await page.waitForURL('**/profile');
    await page.getByText('Your password was changed. Your other sessions were signed out.').first().waitFor();
    await elsewhere.page.waitForURL('**/login');
  });
});

describe('decisions 18 the second factor', () => {
  it('is set up in the profile and asked for at sign-in; a recovery code works once; lost, a SuperAdmin turns it off', async () => {
    const user = await readyUser();
    const { page } = await openAs(user);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Set Up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up the second factor' });
    await dialog.getByLabel('Your password').fill(OWN_PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '');
    await dialog.getByLabel('Code').fill(totpCode(secret));
    await dialog.getByRole('button', { name: 'Turn On' }).click();
    const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    await expect.poll(() => codes.count()).toBe(10);
    const recoveryCode = await codes.first().innerText();
    await dialog.getByRole('button', { name: 'I have saved these codes' }).click();
    await page.getByText('10 recovery codes are left.').waitFor();

    await logOut(page);
    await signInOn(page, user);
    const code = page.getByLabel('Authentication code');
    await code.fill('000000');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('The code is not valid.').waitFor();
    // The code of the set-up is spent; the next one is valid half a minute ahead.
    await code.fill(totpCode(secret, 1));
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL(`${inject('portalUrl')}/`);

    const signIn = () =>
      client().send('POST', '/auth/login', {
        body: { username: user.userName, password: OWN_PASSWORD, code: recoveryCode },
      });
    expect((await signIn()).status).toBe(200);
    expect((await signIn()).status).toBe(401);

    const superAdmin = await openAs('superadmin');
    await superAdmin.page.goto(`/users/${user.user.id}`);
    await superAdmin.page.getByRole('button', { name: 'Turn off the second factor' }).click();
    const question = superAdmin.page.getByRole('alertdialog', { name: 'Turn off the second factor?' });
    await question.getByLabel('Reason').fill('Lost the phone and the codes');
    await question.getByRole('button', { name: 'Turn Off' }).click();
    await superAdmin.page.getByText(`The second factor of ${user.userName} was turned off`).first().waitFor();
    await superAdmin.page.getByText('Second Factor', { exact: true }).waitFor({ state: 'detached' });
    await page.goto('/profile');
    await page.waitForURL('**/login');
    await signInOn(page, user);
    await page.waitForURL('**/change-password');
    await changePassword(page, OWN_PASSWORD, NEXT_PASSWORD);
    await page.waitForURL('**/profile');
  });
});
