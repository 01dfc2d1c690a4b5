import { once } from 'node:events';
import { createServer } from 'node:net';
import { DEMO_PASSWORD } from '@portal/domain/demo-accounts';
import { userCreate, userRoles } from '@portal/contract/users';
import { startOidcIssuer } from '../../apps/server/test/oidc-issuer.ts';
import { createApi } from '../support/api.ts';
import type { Page } from '@playwright/test';
import { heading } from '../support/page.ts';
import { startPortal } from '../support/portal-process.ts';
import { NOTHING_STORED, signInOn, stored } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const STAFF_EMAIL = 'robin.harbor@practice.example';

/** Starts an issuer and a portal that uses it. Its URL is known before it starts, because the issuer must know it. */
async function startBoth(settings: Readonly<Record<string, string>> = {}) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const issuer = await startOidcIssuer({
    accounts: [
      { id: 'staff', email: STAFF_EMAIL },
      { id: 'stranger', email: 'stranger@elsewhere.example' },
    ],
    redirectUris: [`${url}/api/auth/sso/callback`],
    afterLogoutUris: [`${url}/login`],
  });
  const portal = await startPortal(process.env['JOURNEYS_DATA'] ?? '', {
    ...issuer.settings(url),
    ...settings,
    PORT: String(port),
  });
  return { url, stop: () => Promise.all([portal.stop(), issuer.close()]) };
}

/** Adds a user with an email address that an administrator entered. */
async function addStaff(url: string, email: string): Promise<void> {
  const api = createApi(url);
  const token = await api.superToken();
  const roles = await api.succeed(userRoles, {}, token);
  const roleIds = roles.filter(({ name }) => name === 'Staff').map(({ id }) => id);
  await api.succeed(userCreate, { body: { firstName: 'Robin', lastName: 'Harbor', email, roleIds } }, token);
}

/** Logs out of the portal, and then of the issuer, whose page asks. */
async function logOutThere(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.waitForURL(`${url}/login`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

test('signs in by single sign-on, returns to the page, and says why it did not work', async ({
  openPage,
}) => {
  test.setTimeout(120_000);
  const { url, stop } = await startBoth();
  const { page, context } = await openPage();
  try {
    await addStaff(url, STAFF_EMAIL);
    await page.goto(`${url}/patients?inactive=true`);
    const button = page.getByRole('link', { name: 'Sign in with Harbor ID' });
    await expect(page.getByLabel('Username')).toBeFocused();
    await button.click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Harbor ID did not allow the sign-in, or you cancelled it.')).toBeVisible();
    expect(page.url()).toBe(`${url}/login`);

    await button.click();
    await page.getByRole('button', { name: 'stranger' }).click();
    await expect(page.getByText('No active account of this portal belongs to your sign-in')).toBeVisible();
    await page.reload();
    await expect(button).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);

    // The issuer remembers who has signed in.
    await context.clearCookies();
    await button.click();
    await page.getByRole('button', { name: 'staff' }).click();
    await page.waitForURL(`${url}/patients?inactive=true`);
    await expect(heading(page, 'Patients')).toBeVisible();
    await logOutThere(page, url);
    await expect.poll(() => stored(page)).toEqual(NOTHING_STORED);
    await button.click();
    // Nobody at this computer signs in again without the issuer asking.
    await expect(page.getByRole('button', { name: 'stranger' })).toBeVisible();
  } finally {
    await context.close();
    await stop();
  }
});

test('with password sign-in turned off, only the emergency account uses a password', async ({ openPage }) => {
  test.setTimeout(120_000);
  const { url, stop } = await startBoth({ PASSWORD_SIGN_IN: 'superadmin' });
  const { page, context } = await openPage();
  try {
    await addStaff(url, STAFF_EMAIL);
    await page.goto(`${url}/login`);
    await expect(page.getByLabel('Username')).toHaveCount(0);
    await page.getByRole('button', { name: 'Use a password' }).click();
    await signInOn(page, { userName: 'staff', password: DEMO_PASSWORD });
    await expect(page.getByText('Signing in with a password is turned off.')).toBeVisible();

    await page.getByRole('link', { name: 'Sign in with Harbor ID' }).click();
    await page.getByRole('button', { name: 'staff' }).click();
    await page.waitForURL(`${url}/`);
    await page.goto(`${url}/profile`);
    await expect(page.getByText('You sign in with Harbor ID.')).toBeVisible();
    await expect(page.getByText('Change Password')).toHaveCount(0);
    await page.getByRole('button', { name: 'Set Up' }).click();
    const setup = page.getByRole('dialog', { name: 'Set up two-factor authentication' });
    await expect(setup.getByText('You signed in with Harbor ID just now')).toBeVisible();
    await setup.getByRole('button', { name: 'Continue' }).click();
    await expect(setup.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    await setup.getByRole('button', { name: 'Cancel' }).click();
    await expect(setup).toBeHidden();
    await logOutThere(page, url);

    await page.getByRole('button', { name: 'Use a password' }).click();
    await signInOn(page, { userName: 'superadmin', password: DEMO_PASSWORD });
    await page.waitForURL(`${url}/`);
    await page.goto(`${url}/users?search=rharbor`);
    await page.getByRole('link', { name: 'rharbor', exact: true }).first().click();
    await expect(page.getByText(/^Linked to Harbor ID since/)).toBeVisible();
    await page.getByRole('button', { name: 'Remove the link to single sign-on' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Link' }).click();
    await expect(page.getByText('Not linked')).toBeVisible();
  } finally {
    await context.close();
    await stop();
  }
});
