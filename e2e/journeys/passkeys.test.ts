import type { Page } from '@playwright/test';
import type { RoleName } from '@portal/domain/roles';
import { heading } from '../support/page.ts';
import { OWN_PASSWORD, readyUser } from '../support/records.ts';
import { logOut, signInOn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { requireTwoFactor } from '../support/two-factor.ts';

/** Few journeys use this role, and none of them runs at the same time in the same portal. */
const ROLE = 'MedicalAssistant' satisfies RoleName;

/** Passkeys do not work at IP addresses. */
const withName = (portalUrl: string) => portalUrl.replace('127.0.0.1', 'localhost');

/** Chromium's own authenticator, which is always touched and verified. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Adds a passkey in the dialog that is open, and saves the recovery codes. */
async function addPasskey(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await expect(dialog.getByLabel('Name')).toHaveValue(/^Chrome on /);
  await dialog.getByLabel('Your password').fill(OWN_PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  await dialog.getByRole('button', { name: 'I have saved these codes' }).click();
  await expect(dialog).toBeHidden();
}

test('a passkey is added in the profile, confirms sign-ins and is removed', async ({
  openPage,
  api,
  portalUrl,
}) => {
  const user = await readyUser(api);
  const origin = withName(portalUrl);
  const { page } = await openPage();
  await addAuthenticator(page);
  await page.goto(`${origin}/login`);
  await signInOn(page, user);
  await page.waitForURL(`${origin}/`);
  await page.goto(`${origin}/profile`);
  await page.getByRole('button', { name: 'Add a Passkey' }).click();
  await addPasskey(page);
  await page.getByRole('button', { name: /^Rename the passkey/ }).click();
  const rename = page.getByRole('dialog', { name: 'Rename passkey' });
  await rename.getByLabel('Name').fill('Front desk');
  await rename.getByRole('button', { name: 'Save' }).click();
  await expect(rename).toBeHidden();
  const passkey = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  await expect(passkey).toContainText('Front desk');
  await expect(passkey).toContainText('not used yet');

  await logOut(page);
  await signInOn(page, user);
  await expect(page.getByLabel('Authentication code')).toBeVisible();
  await page.getByRole('button', { name: 'Use Passkey' }).click();
  await page.waitForURL(`${origin}/`);

  await page.goto(`${origin}/profile`);
  await expect(passkey).toContainText('last used');
  await passkey.getByRole('button', { name: 'Remove the passkey Front desk' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove the passkey “Front desk”' });
  await expect(removal.getByText('This turns off two-factor authentication')).toBeVisible();
  await removal.getByLabel('Your password').fill(OWN_PASSWORD);
  await removal.getByRole('button', { name: 'Remove' }).click();
  await expect(removal).toBeHidden();
  await logOut(page);
  await signInOn(page, user);
  await page.waitForURL(`${origin}/`);
});

test('a passkey alone is enough where two-factor authentication is required', async ({
  openPage,
  api,
  portalUrl,
}) => {
  const user = await readyUser(api, { role: ROLE });
  const origin = withName(portalUrl);
  const { page } = await openPage();
  await addAuthenticator(page);
  try {
    await requireTwoFactor(api, [ROLE], 0);
    await page.goto(`${origin}/login`);
    await signInOn(page, user);
    await page.waitForURL('**/set-up-two-factor');
    await expect(heading(page, 'Set up two-factor authentication')).toBeVisible();
    await page.getByRole('button', { name: 'Add a Passkey' }).click();
    await addPasskey(page);
    await page.waitForURL(`${origin}/`);
    await page.goto(`${origin}/profile`);
    await expect(page.getByText('Your role requires it, so you cannot turn it off.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Rename the passkey/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Remove the passkey/ })).toBeHidden();
    await logOut(page);
    await signInOn(page, user);
    await page.getByRole('button', { name: 'Use Passkey' }).click();
    await page.waitForURL(`${origin}/`);
  } finally {
    await requireTwoFactor(api, [], 14);
  }
});
